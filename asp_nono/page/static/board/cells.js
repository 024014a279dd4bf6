// Cells and the lines between them, drawn on a canvas.

import { inkOn } from '../palette.js';
import { UNKNOWN } from '../model.js';
import { drawNote } from './notes.js';
import { clipped, drawText } from './pen.js';

/** Draws the cells of columns x0..x1 and rows y0..y1 with the lines around them. */
export function drawCells(ctx, view, scene, [x0, y0, x1, y1]) {
  drawGround(ctx, view, scene, x0, y0, x1, y1);
  drawRules(ctx, view, rulesOf(scene), x0, y0, x1, y1);
  if (!signsFit(view) && !scene.notes.size) return;
  for (let y = y0; y <= y1; y += 1) {
    for (let x = x0; x <= x1; x += 1) drawSigns(ctx, view, scene, x, y);
  }
}

/** Whether cells are large enough for what is drawn on their color. */
const signsFit = (view) => view.cell >= 6 * view.ratio;

/** Whether a cell is only tried. */
const isTried = ({ trial, cells }, at) => Boolean(trial) && trial[at] !== cells[at] && cells[at] !== UNKNOWN;

/** The colors, one rectangle for each run of a row. */
function drawGround(ctx, view, scene, x0, y0, x1, y1) {
  const { cells, width, colors, theme, tints } = scene;
  const { cell } = view;
  if (tints) {
    for (let y = y0; y <= y1; y += 1) {
      for (let x = x0; x <= x1; x += 1) {
        ctx.fillStyle = tints[y * width + x];
        ctx.fillRect(view.left(x), view.top(y), cell, cell);
      }
    }
    return;
  }
  for (let y = y0; y <= y1; y += 1) {
    let from = x0;
    const shown = (x) => (isTried(scene, y * width + x) && signsFit(view) ? UNKNOWN : cells[y * width + x]);
    for (let x = x0 + 1; x <= x1 + 1; x += 1) {
      const color = shown(from);
      if (x <= x1 && shown(x) === color) continue;
      ctx.fillStyle = color === UNKNOWN ? theme.unknown : `#${colors[color].rgb}`;
      ctx.fillRect(view.left(from), view.top(y), (x - from) * cell, cell);
      from = x;
    }
  }
}

/** The colors of lines; a board of unknown cells is no sheet of paper. */
const rulesOf = ({ theme, playing }) =>
  playing ? { thin: theme.rulePlay, strong: theme.rulePlayStrong } : { thin: theme.rule, strong: theme.ruleStrong };

/** Thin lines between cells, thick ones every five; they lie on the left and upper edge of a cell. */
function drawRules(ctx, view, rules, x0, y0, x1, y1) {
  const [left, top] = [view.left(x0), view.top(y0)];
  const [wide, high] = [(x1 - x0 + 1) * view.cell, (y1 - y0 + 1) * view.cell];
  const thin = view.cell >= 5 * view.ratio;
  for (const thick of [false, true]) {
    if (!thick && !thin) continue;
    ctx.fillStyle = thick ? rules.strong : rules.thin;
    for (let x = x0; x <= x1 + 1; x += 1) {
      if (isThick(x, view.width) === thick) {
        const [at, size] = strip(view.left(x), thick, view);
        ctx.fillRect(at, top, size, high);
      }
    }
    for (let y = y0; y <= y1 + 1; y += 1) {
      if (isThick(y, view.height) === thick) {
        const [at, size] = strip(view.top(y), thick, view);
        ctx.fillRect(left, at, wide, size);
      }
    }
  }
}

const isThick = (number, side) => number % 5 === 0 || number === side;

function strip(at, thick, { ratio }) {
  const unit = Math.max(1, Math.round(ratio));
  return thick ? [at - unit, 2 * unit] : [at, unit];
}

/** What is drawn on top of a cell's color: its letter, dot, corner or note. */
function drawSigns(ctx, view, scene, x, y) {
  const at = y * scene.width + x;
  const color = scene.cells[at];
  let box = { x: view.left(x), y: view.top(y), size: view.cell, unit: Math.max(1, view.ratio) };
  const tried = isTried(scene, at);
  if (tried && color) box = drawTried(ctx, box, scene.colors[color].rgb, scene.theme);
  const ground = color === UNKNOWN || (tried && !color) ? scene.theme.unknownRgb : scene.colors[color].rgb;
  const ink = `#${inkOn(ground)}`;
  if (scene.playing && color === 0) drawCross(ctx, box, ink, tried);
  if (color === UNKNOWN && scene.pencil && scene.pencil[at] !== UNKNOWN) drawPencil(ctx, box, scene, scene.pencil[at]);
  if (scene.symbols === 'patterns' && color !== 0 && color !== UNKNOWN) drawPattern(ctx, { ...box, width: box.size, height: box.size }, color, ink);
  if (scene.symbols === 'letters' && color !== 0 && color !== UNKNOWN && view.cell >= 12 * view.ratio) {
    drawLetter(ctx, box, scene.colors[color].char, ink);
  }
  if (scene.given.has(at)) drawCorner(ctx, box, ink, ground);
  const note = scene.notes.get(at);
  if (note) drawNote(ctx, box, note, scene);
}

/** How the lines of a pattern run, by the number of a color; the first color of blocks has none. */
const STROKES = [[], [[1, 1]], [[1, -1]], [[1, 0]], [[0, 1]], [[1, 1], [1, -1]], [[1, 0], [0, 1]]];

/** Covers a box with the pattern of a color. */
export function drawPattern(ctx, { x, y, width, height, unit }, color, ink) {
  const step = Math.max(4 * unit, height / 3.5);
  const reach = width + height;
  clipped(ctx, [x, y, x + width, y + height], () => {
    ctx.globalAlpha = 0.42;
    ctx.strokeStyle = ink;
    ctx.lineWidth = Math.max(1, 1.1 * unit);
    ctx.beginPath();
    for (const [dx, dy] of STROKES[(color - 1) % STROKES.length]) {
      for (let at = -reach; at < reach; at += step) {
        const [left, top] = dx ? [x - (dy ? 0 : 1), y + at] : [x + at, y];
        ctx.moveTo(left, top);
        ctx.lineTo(left + dx * reach, top + dy * reach);
      }
    }
    ctx.stroke();
  });
}

/** A color that is only tried: a smaller cell in the cell, with a dashed edge; the box of it. */
function drawTried(ctx, { x, y, size, unit }, rgb, theme) {
  const inset = Math.round(size * 0.2);
  const inner = { x: x + inset, y: y + inset, size: size - 2 * inset, unit };
  ctx.fillStyle = `#${rgb}`;
  ctx.fillRect(inner.x, inner.y, inner.size, inner.size);
  drawDashes(ctx, { x: x + inset / 2, y: y + inset / 2, size: size - inset, unit }, `#${inkOn(theme.unknownRgb)}`);
  return inner;
}

function drawDashes(ctx, { x, y, size, unit }, ink) {
  ctx.strokeStyle = ink;
  ctx.lineWidth = unit;
  ctx.setLineDash([3 * unit, 2 * unit]);
  ctx.strokeRect(x, y, size, size);
  ctx.setLineDash([]);
}

/** A cell that is crossed out, or only tried to be. */
function drawCross(ctx, box, ink, tried) {
  const { x, y, size, unit } = box;
  const [low, high] = [size * 0.34, size * 0.68];
  if (tried) drawDashes(ctx, { x: x + size * 0.12, y: y + size * 0.12, size: size * 0.76, unit }, ink);
  ctx.globalAlpha = 0.5;
  ctx.strokeStyle = ink;
  ctx.lineWidth = Math.max(unit, size * 0.06);
  ctx.beginPath();
  ctx.moveTo(x + low, y + low);
  ctx.lineTo(x + high, y + high);
  ctx.moveTo(x + high, y + low);
  ctx.lineTo(x + low, y + high);
  ctx.stroke();
  ctx.globalAlpha = 1;
}

/** A guess: a dot in its color. */
function drawPencil(ctx, { x, y, size, unit }, { colors, theme }, color) {
  ctx.fillStyle = `#${colors[color].rgb}`;
  ctx.strokeStyle = `#${inkOn(theme.unknownRgb)}`;
  ctx.lineWidth = unit;
  ctx.beginPath();
  ctx.arc(x + size / 2, y + size / 2, size * 0.15, 0, 7);
  ctx.fill();
  ctx.stroke();
}

function drawLetter(ctx, { x, y, size }, char, ink) {
  ctx.globalAlpha = 0.62;
  drawText(ctx, char, { x: x + size / 2, y: y + size * 0.54, size: size * 0.5, weight: 600, ink });
  ctx.globalAlpha = 1;
}

/** A given cell has one corner folded. */
function drawCorner(ctx, { x, y, size }, ink, ground) {
  const side = Math.max(4, size * 0.36);
  ctx.fillStyle = ink;
  ctx.beginPath();
  ctx.moveTo(x + 1, y + 1);
  ctx.lineTo(x + side, y + 1);
  ctx.lineTo(x + 1, y + side);
  ctx.fill();
  ctx.strokeStyle = `#${ground}`;
  ctx.lineWidth = 1;
  ctx.stroke();
}
