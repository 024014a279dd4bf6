// A small puzzle drawn with its clues, such as a counterexample.

import { h } from '../core/dom.js';
import { cellsOf, fromPuzzle } from '../core/codec.js';
import { cluesOf } from '../core/clues.js';
import { drawCells } from '../board/cells.js';
import { drawColumnClue, drawRowClue } from '../board/clues.js';
import { readTheme } from '../board/theme.js';
import { View } from '../board/view.js';
import { t } from '../strings.js';

const CELL = 30;

/** A drawing of a puzzle with a picture in it, under a caption. */
export function miniature(puzzle, rows, caption) {
  const work = fromPuzzle(puzzle);
  const clues = work.clues ?? cluesOf(work);
  const canvas = h('canvas', { role: 'img', 'aria-label': rows ? t.bench.picture(rows) : caption });
  draw(canvas, {
    width: work.width, height: work.height, colors: work.colors, clues, cells: rows ? cellsOf(rows, work) : work.marks,
    given: new Set(), notes: new Map(), lineNotes: new Map(), symbols: work.colors.length > 2, roomy: false, playing: !rows, done: null, theme: readTheme(),
  });
  return h('figure', { class: 'mini' }, canvas, h('figcaption', { text: caption }));
}

function draw(canvas, scene) {
  const view = new View();
  const ratio = devicePixelRatio || 1;
  view.measure(scene);
  view.ratio = ratio;
  view.cell = Math.round(CELL * ratio);
  [view.x, view.y] = [view.gutterWidth(), view.gutterHeight()];
  view.paneWidth = view.x + scene.width * view.cell + 2 * ratio;
  view.paneHeight = view.y + scene.height * view.cell + 2 * ratio;
  Object.assign(canvas, { width: view.paneWidth, height: view.paneHeight });
  Object.assign(canvas.style, { width: `${view.paneWidth / ratio}px`, height: `${view.paneHeight / ratio}px` });
  const ctx = canvas.getContext('2d');
  ctx.fillStyle = scene.theme.gutter;
  ctx.fillRect(0, 0, canvas.width, canvas.height);
  for (let y = 0; y < scene.height; y += 1) drawRowClue(ctx, view, scene, y);
  for (let x = 0; x < scene.width; x += 1) drawColumnClue(ctx, view, scene, x);
  drawCells(ctx, view, scene, [0, 0, scene.width - 1, scene.height - 1]);
}
