// The clues beside the grid, drawn on a canvas, or as elements where one is shown in full.

import { contrast, inkOn } from '../palette.js';
import { h } from '../dom.js';
import { drawPattern } from './cells.js';

const READABLE = 4.5; // letters that are smaller are not drawn; a page at 400 % shows them four times as large

/** Draws the clue of one row at its place, over whatever was there. */
export function drawRowClue(ctx, view, scene, y) {
  const [top, size] = [view.top(y), view.cell];
  const right = view.edgeX;
  const note = scene.lineNotes.get(`row ${y + 1}`);
  const from = Math.max(0, right - view.gutterWidth());
  const whole = isWhole(scene, 'rows', y);
  ctx.fillStyle = ground(scene, 'rows', y, note);
  ctx.fillRect(from, top, right - from, size);
  const letters = view.letters();
  drawEdge(ctx, view, scene.theme, from, top, right - from, 'row', y);
  if (letters < READABLE * view.ratio) return;
  const clue = scene.clues.rows[y];
  if (!clue.length) drawBlock(ctx, view, scene, { length: 0, color: 0 }, right + view.shiftX - letters * 0.75, top + size / 2, {});
  let at = right;
  for (const { number, middle, next } of along(view, scene, { side: 'rows', number: y })) {
    const style = { ...styleOf(scene, 'rows', y, number, note), whole };
    drawBlock(ctx, view, scene, clue[number], middle, top + size / 2, style);
    at = next;
  }
  if (at < -letters * 0.3) drawCut(ctx, view, scene.theme, 0, top, 'row');
  if (note) drawFlag(ctx, view, scene.theme, note, { x: Math.max(letters * 0.5, at), y: top + size / 2, arrow: '▸' });
}

/** Draws the clue of one column at its place, over whatever was there. */
export function drawColumnClue(ctx, view, scene, x) {
  const [left, size] = [view.left(x), view.cell];
  const bottom = view.edgeY;
  const note = scene.lineNotes.get(`column ${x + 1}`);
  const from = Math.max(0, bottom - view.gutterHeight());
  const whole = isWhole(scene, 'columns', x);
  ctx.fillStyle = ground(scene, 'columns', x, note);
  ctx.fillRect(left, from, size, bottom - from);
  const letters = view.letters();
  drawEdge(ctx, view, scene.theme, left, from, bottom - from, 'column', x);
  if (letters < READABLE * view.ratio) return;
  const clue = scene.clues.columns[x];
  const across = left + size / 2;
  if (!clue.length) drawBlock(ctx, view, scene, { length: 0, color: 0 }, across, bottom + view.shiftY - letters * 0.8, {});
  let at = bottom;
  for (const { number, middle, next } of along(view, scene, { side: 'columns', number: x })) {
    drawBlock(ctx, view, scene, clue[number], across, middle, { ...styleOf(scene, 'columns', x, number, note), whole });
    at = next;
  }
  if (at < -letters * 0.3) drawCut(ctx, view, scene.theme, left, 0, 'column');
  if (note) drawFlag(ctx, view, scene.theme, note, { x: across, y: Math.max(letters * 0.5, at), arrow: '▾' });
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

const ground = ({ theme, active }, side, number, note) => {
  if (note) return theme.noteGround;
  return active && active[side] === number ? theme.activeGround : theme.gutter;
};

/** Whether every block of a clue is done: the eye need not go there any more. */
const isWhole = (scene, side, number) => Boolean(scene.done && scene.done.of(side, number).every(Boolean));

/** A bar where a clue goes on beyond the edge of the pane. */
function drawCut(ctx, view, theme, left, top, axis) {
  const [unit, inset] = [Math.round(3 * view.ratio), Math.round(view.cell * 0.2)];
  ctx.fillStyle = theme.accent;
  if (axis === 'row') ctx.fillRect(left, top + inset, unit, view.cell - 2 * inset);
  else ctx.fillRect(left + inset, top, view.cell - 2 * inset, unit);
}

const styleOf = (scene, side, number, block, note) => ({
  done: scene.done?.of(side, number)[block],
  strong: note?.blocks?.includes(block + 1),
});

function drawEdge(ctx, view, theme, left, top, length, axis, number) {
  const thick = number % 5 === 0;
  ctx.fillStyle = thick ? theme.edgeStrong : theme.edge;
  const unit = Math.max(1, Math.round(view.ratio));
  if (axis === 'row') ctx.fillRect(left, top, length, unit);
  else ctx.fillRect(left, top, unit, length);
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
function drawBlock(ctx, view, scene, block, x, y, /** @type {any} */ { done, strong, whole }) {
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
  ctx.fillStyle = done && !chip ? theme.faint : ink;
  ctx.font = `${strong ? 800 : 500} ${Math.round(letters)}px system-ui, sans-serif`;
  ctx.textAlign = 'center';
  ctx.textBaseline = 'middle';
  ctx.fillText(text, x, y + letters * 0.05);
  if (done || strong) drawLine(ctx, view, x, done ? y : y + letters * 0.55, letters * text.length * 0.66, done ? ink : theme.ink);
  ctx.globalAlpha = 1;
}

function drawLine(ctx, view, x, y, wide, color) {
  ctx.fillStyle = color;
  const unit = Math.max(1, Math.round(view.ratio * 1.2));
  ctx.fillRect(Math.round(x - wide / 2), Math.round(y - unit / 2), Math.round(wide), unit);
}

/** A sign beside a clue: "!" where it clashes, an arrowhead toward the board where to look. */
function drawFlag(ctx, view, theme, note, { x, y, arrow }) {
  ctx.fillStyle = note.kind === 'clash' ? theme.bad : theme.accent;
  ctx.font = `800 ${Math.round(view.letters())}px system-ui, sans-serif`;
  ctx.textAlign = 'center';
  ctx.textBaseline = 'middle';
  ctx.fillText(note.kind === 'clash' ? '!' : arrow, x, y);
}
