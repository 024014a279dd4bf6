// The clues beside the grid, drawn on a canvas, or as elements where one is shown in full.

import { contrast, inkOn } from '../palette.js';
import { h } from '../dom.js';
import { nameOf } from '../lines.js';
import { drawPattern } from './cells.js';
import { drawText } from './pen.js';

const READABLE = 4.5; // letters that are smaller are not drawn; a page at 400 % shows them four times as large

/** Draws the clue of a line at its place, over whatever was there. */
export function drawClue(ctx, view, scene, line) {
  const { theme } = scene;
  const { edge, from, start, empty, arrow, area, point } = layOut(view, line);
  const note = scene.lineNotes.get(nameOf(line));
  ctx.fillStyle = ground(scene, line, note);
  ctx.fillRect(...area(from, start, edge - from, view.cell));
  ctx.fillStyle = line.number % 5 === 0 ? theme.edgeStrong : theme.edge;
  ctx.fillRect(...area(from, start, edge - from, Math.max(1, Math.round(view.ratio))));
  const letters = view.letters();
  if (letters < READABLE * view.ratio) return;
  const clue = scene.clues[line.side][line.number];
  const done = scene.done?.of(line.side, line.number) ?? [];
  const whole = done.length > 0 && done.every(Boolean); // the eye need not go there any more
  if (!clue.length) drawBlock(ctx, view, scene, { length: 0, color: 0 }, point(empty), {});
  let at = edge;
  for (const { number, middle, next } of along(view, scene, line)) {
    drawBlock(ctx, view, scene, clue[number], point(middle), { done: done[number], strong: note?.blocks?.includes(number + 1), whole });
    at = next;
  }
  if (at < -letters * 0.3) drawCut(ctx, view, theme, area, start);
  if (note) drawFlag(ctx, view, theme, note, point(Math.max(letters * 0.5, at)), arrow);
}

/**
 * The place of a clue: it reaches along its line to `edge`, and lies across from `start` on. `area`
 * and `point` are rectangles and points of the pane, from places along the line and across.
 */
function layOut(view, { side, number }) {
  const letters = view.letters();
  if (side === 'rows') {
    const start = view.top(number);
    return {
      edge: view.edgeX, from: Math.max(0, view.edgeX - view.gutterWidth()), start, empty: view.edgeX + view.shiftX - letters * 0.75, arrow: '▸',
      area: (...box) => box, point: (x) => [x, start + view.cell / 2],
    };
  }
  const start = view.left(number);
  return {
    edge: view.edgeY, from: Math.max(0, view.edgeY - view.gutterHeight()), start, empty: view.edgeY + view.shiftY - letters * 0.8, arrow: '▾',
    area: (y, x, height, width) => [x, y, width, height], point: (y) => [start + view.cell / 2, y],
  };
}

/** The blocks of a clue that are seen, from the last on: the middle of each along its line, and where the next one ends. */
function* along(view, scene, { side, number: line }) {
  const letters = view.letters();
  const clue = scene.clues[side][line];
  let at = side === 'rows' ? view.edgeX + view.shiftX - letters * 0.45 : view.edgeY + view.shiftY - letters * 0.5;
  for (let number = clue.length - 1; number >= 0 && at >= -letters; number -= 1) {
    const long = side === 'rows' ? letters * blockText(clue[number], scene).length * 0.6 : letters * 0.6;
    const [middle, next] = [at - long / 2, at - long - letters * 0.6];
    yield { number, middle, next };
    at = next;
  }
}

/** The block of a clue that is nearest to a point; null where the clue has none. */
export function blockAt(view, scene, line, [x, y]) {
  const far = ({ middle }) => Math.abs(middle - (line.side === 'rows' ? x : y));
  return [...along(view, scene, line)].sort((one, other) => far(one) - far(other))[0]?.number ?? null;
}

const ground = ({ theme, active }, { side, number }, note) => {
  if (note) return theme.noteGround;
  return active && active[side] === number ? theme.activeGround : theme.gutter;
};

/** A bar where a clue goes on beyond the edge of the pane. */
function drawCut(ctx, view, theme, area, start) {
  const [unit, inset] = [Math.round(3 * view.ratio), Math.round(view.cell * 0.2)];
  ctx.fillStyle = theme.accent;
  ctx.fillRect(...area(0, start + inset, unit, view.cell - 2 * inset));
}

function blockText({ length, color }, { symbols, colors }) {
  const number = length === null ? '?' : String(length);
  return symbols === 'letters' && color ? number + colors[color].char : number;
}

/** Whether numbers have to show their color. */
const isColored = (colors) => colors.length > 2 || colors[1].rgb !== '000000';

/** A clue in full, as elements; blocks that are done have a class of that name. */
export function clueElements(scene, side, number) {
  const clue = scene.clues[side][number];
  const done = scene.done?.of(side, number) ?? [];
  if (!clue.length) return [h('b', { text: '0' })];
  return clue.flatMap((block, place) => {
    const one = h('b', { class: `block${done[place] ? ' done' : ''}`, text: blockText(block, scene) });
    const { rgb } = scene.colors[block.color];
    if (isColored(scene.colors)) Object.assign(one.style, { backgroundColor: `#${rgb}`, color: `#${inkOn(rgb)}` });
    return [one, ' '];
  });
}

/** One number: in color on a chip where the puzzle has colors, struck through when it is done. */
function drawBlock(ctx, view, scene, block, /** @type {number[]} */ [x, y], /** @type {any} */ { done, strong, whole }) {
  const { theme, colors } = scene;
  const text = blockText(block, scene);
  const letters = Math.min(view.letters(), (view.cell * 0.84) / (text.length * 0.6 + 0.15)); // no wider than a column
  const chip = block.color && isColored(colors);
  const rgb = colors[block.color]?.rgb;
  let ink = block.color ? theme.ink : theme.faint;
  if (chip) {
    const wide = Math.min(view.cell * 0.9, Math.max(letters * 0.95, letters * (text.length * 0.6 + 0.3)));
    ctx.globalAlpha = whole ? 0.25 : done ? 0.4 : 1;
    ctx.fillStyle = `#${rgb}`;
    ctx.fillRect(Math.round(x - wide / 2), Math.round(y - letters * 0.52), Math.round(wide), Math.round(letters * 1.04));
    if (scene.symbols === 'patterns' && !done) drawPattern(ctx, { x: x - wide / 2, y: y - letters * 0.52, width: wide, height: letters * 1.04, unit: view.ratio }, block.color, `#${inkOn(rgb)}`);
    if (contrast(rgb, theme.gutterRgb) < 1.6) {
      ctx.strokeStyle = theme.faint;
      ctx.lineWidth = 1;
      ctx.strokeRect(Math.round(x - wide / 2) + 0.5, Math.round(y - letters * 0.52) + 0.5, Math.round(wide) - 1, Math.round(letters * 1.04) - 1);
    }
    ctx.globalAlpha = 1;
    ink = done ? theme.ink : `#${inkOn(rgb)}`;
  }
  ctx.globalAlpha = whole ? 0.45 : done ? 0.7 : 1;
  drawText(ctx, text, { x, y: y + letters * 0.05, size: letters, weight: strong ? 800 : 500, ink: done && !chip ? theme.faint : ink });
  if (done || strong) drawLine(ctx, view, x, done ? y : y + letters * 0.55, letters * text.length * 0.66, done ? ink : theme.ink);
  ctx.globalAlpha = 1;
}

function drawLine(ctx, view, x, y, wide, color) {
  ctx.fillStyle = color;
  const unit = Math.max(1, Math.round(view.ratio * 1.2));
  ctx.fillRect(Math.round(x - wide / 2), Math.round(y - unit / 2), Math.round(wide), unit);
}

/** A sign beside a clue: "!" where it clashes, an arrowhead toward the board where to look. */
function drawFlag(ctx, view, theme, note, /** @type {number[]} */ [x, y], arrow) {
  const [sign, ink] = note.kind === 'clash' ? ['!', theme.bad] : [arrow, theme.accent];
  drawText(ctx, sign, { x, y, size: view.letters(), weight: 800, ink });
}
