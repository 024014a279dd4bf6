// Small pictures of puzzles for lists; a puzzle without a picture shows its size as an empty grid.

import { cellsOf } from '../core/codec.js';
import { BLACK, WHITE } from '../core/model.js';
import { h } from '../core/dom.js';

const SIDE = 96;

export function thumbnail(puzzle) {
  const colors = puzzle.colors ?? [WHITE, BLACK];
  const size = { width: puzzle.columns.length, height: puzzle.rows.length, colors };
  const scale = Math.max(1, Math.floor((2 * SIDE) / Math.max(size.width, size.height)));
  const canvas = h('canvas', { class: 'thumb', width: size.width * scale, height: size.height * scale, 'aria-hidden': 'true' });
  const ctx = canvas.getContext('2d');
  ctx.fillStyle = `#${colors[0].rgb}`;
  ctx.fillRect(0, 0, canvas.width, canvas.height);
  if (puzzle.goal) drawCells(ctx, cellsOf(puzzle.goal, size), size, scale);
  else drawGrid(ctx, size, scale);
  return canvas;
}

function drawCells(ctx, cells, { width, colors }, scale) {
  cells.forEach((color, cell) => {
    if (!color || !colors[color]) return;
    ctx.fillStyle = `#${colors[color].rgb}`;
    ctx.fillRect((cell % width) * scale, Math.floor(cell / width) * scale, scale, scale);
  });
}

function drawGrid(ctx, { width, height }, scale) {
  ctx.fillStyle = '#9aa0aa';
  for (let x = 0; x <= width; x += 5) ctx.fillRect(x * scale, 0, 1, height * scale);
  for (let y = 0; y <= height; y += 5) ctx.fillRect(0, y * scale, width * scale, 1);
}
