// Facts of a puzzle for clingo, as `asp-nono facts --deductions none` writes them, without comments.
// Lines are row(Y) and column(X); everything counts from 1.

import { givenOf } from './codec.js';
import { linesOf, places } from './lines.js';
import { cellAt, placeOf } from './model.js';

const term = ({ side, number }) => `${side === 'rows' ? 'row' : 'column'}(${number + 1})`;

const cellOf = ({ side, number }, position) => (side === 'rows' ? `(${position + 1},${number + 1})` : `(${number + 1},${position + 1})`);

/** The facts of a line; where its blocks may lie is what an empty line leaves them. */
export function* factsOfLine(line, colors) {
  const { clue, length } = line;
  const name = term(line);
  yield `line(${name},${length}).`;
  for (let p = 0; p < length; p += 1) yield `at(${name},${p + 1},${cellOf(line, p)}).`;
  const found = places(clue, Array.from({ length: colors }, () => new Uint8Array(length).fill(1)));
  for (const [at, block] of clue.entries()) {
    const number = at + 1;
    const starts = found[at].map(([start]) => start + 1);
    const ends = found[at].map(([start, size]) => start + size);
    yield block.length === null ? `blot(${name},${number},${block.color}).` : `block(${name},${number},${block.length},${block.color}).`;
    yield `window(${name},${number},${Math.min(...starts)},${Math.max(...starts)}).`;
    if (block.length === null) yield `reach(${name},${number},${Math.min(...ends)},${Math.max(...ends)}).`;
    for (const [start, size] of found[at]) yield `place(${name},${number},${start + 1},${start + size}).`;
  }
}

/** The facts of a line for the 2008 program, which has those of rows and columns apart. */
export function* classicOfLine({ side, number, clue }) {
  const [kind, line] = [side === 'rows' ? 'r' : 'c', number + 1];
  yield `b${kind}(${line},${clue.length}).`;
  for (const [at, { length, color }] of clue.entries()) {
    yield `l${kind}(${line},${at + 1},${length}).`;
    yield `c${kind}(${line},${at + 1},${color}).`;
  }
}

/** Constraints: these cells have one of these colors. */
function* within(known, work) {
  const others = work.colors.map((_, color) => color).slice(1);
  for (const [at, left] of known) {
    const [x, y] = placeOf(at, work);
    for (const color of others) if (!left.includes(color)) yield `:- fill(${x},${y},${color}).`;
    if (!left.includes(0)) yield `:- ${others.map((color) => `not fill(${x},${y},${color})`).join(', ')}.`;
  }
}

/** Constraints: cells [at, color] have these colors. */
export const held = (known, work) => [...within(known.map(([at, color]) => [at, [color]]), work)];

/** The facts of a puzzle, with constraints for the given cells and for cells [cell, color] that are known. */
export function factsOf(work, clues, known = []) {
  const { width, height, colors } = work;
  const lines = linesOf(work, clues);
  const facts = lines.flatMap((line) => [...factsOfLine(line, colors.length)]);
  facts.push(`open(1..${width},1..${height}).`, `possible(1..${width},1..${height},1..${colors.length - 1}).`);
  const blotted = [...clues.rows, ...clues.columns].flat().some(({ length }) => length === null);
  if (!blotted) facts.push(`#const rows = ${height}. #const columns = ${width}. #const colors = ${colors.length - 1}.`, ...lines.flatMap((line) => [...classicOfLine(line)]));
  facts.push(...within(givenOf(work), work), ...held(known, work));
  return `${facts.join('\n')}\n`;
}

/** The picture of an answer set. */
export function pictureOf(set, size) {
  const { width, height } = size;
  const cells = new Uint8Array(width * height);
  for (const atom of set) {
    const [x, y, color] = /^fill\((\d+),(\d+),(\d+)\)$/.exec(atom)?.slice(1).map(Number) ?? [];
    if (x <= width && y <= height) cells[cellAt([x, y], size)] = color;
  }
  return cells;
}
