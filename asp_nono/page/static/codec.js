// Works as our own JSON (docs/formats.md, "JSON") and back. Nothing of a puzzle is lost on the way.

import { agrees, cluesOf } from './clues.js';
import { BLACK, MAX_COLORS, MAX_SIDE, TEXTS, UNKNOWN, WHITE, blankPlay, blankWork } from './model.js';

const FORMAT = 'asp-nono puzzles';

/** A file of our own format that holds some puzzles. */
export const fileOf = (puzzles) => ({ format: FORMAT, version: 1, puzzles });

/** A work as a puzzle of that format; the player's marks are not in it. */
export function toPuzzle(work, clues = work.clues ?? cluesOf(work)) {
  const { width, height, colors } = work;
  const puzzle = { ...work.texts };
  if (work.notes.length) puzzle.notes = work.notes;
  Object.assign(puzzle, { width, height, colors });
  const names = colors.map((color) => color.name);
  puzzle.rows = clues.rows.map((clue) => clue.map((block) => writeBlock(block, names)));
  puzzle.columns = clues.columns.map((clue) => clue.map((block) => writeBlock(block, names)));
  if (!work.clues || hasPicture(work)) puzzle.goal = rowsOf(work, work.cells);
  const given = givenOf(work);
  if (given.size) puzzle.given = givenRows(work, given);
  if (work.states.length) puzzle.saved = work.states;
  return puzzle;
}

/** Whether a work with clues of its own has a picture that fits them. */
const hasPicture = (work) => work.cells.some((color) => color) && agrees(work, work.clues);

/** The cells that the puzzle fixes. Where there is a picture they have the picture's colors. */
export function givenOf(work) {
  if (work.clues) return work.given;
  return new Map([...work.given.keys()].map((cell) => [cell, [work.cells[cell]]]));
}

function writeBlock({ length, color }, names) {
  const shown = length ?? '?';
  return names.length === 2 ? shown : { length: shown, color: names[color] };
}

/**
 * A picture as rows of text; UNKNOWN is written as "?".
 *
 * @param {Pick<import('./model.js').Work, 'width' | 'height' | 'colors'>} work
 * @param {ArrayLike<number>} cells
 */
export function rowsOf({ width, height, colors }, cells) {
  const chars = colors.map((color) => color.char);
  return written({ width, height }, (at) => (cells[at] === UNKNOWN ? '?' : chars[cells[at]]));
}

/** Rows of text, with what `text` gives for each cell. */
const written = ({ width, height }, text) => Array.from({ length: height }, (_, y) =>
  Array.from({ length: width }, (__, x) => text(y * width + x)).join(''));

function givenRows({ width, height, colors }, given) {
  return written({ width, height }, (at) => {
    const choice = given.get(at);
    if (!choice) return '?';
    const chars = choice.map((color) => colors[color].char).join('');
    return choice.length === 1 ? chars : `[${chars}]`;
  });
}

/** The cells of rows of text, each as the list of its colors; null where every color may be. */
export function readRows(rows, colors) {
  const numbers = new Map(colors.map((color, number) => [color.char, number]));
  return rows.map((row) => {
    const cells = [];
    let choice = null;
    for (const char of row) {
      if (char === '[') choice = [];
      else if (char === ']') [choice] = [null, cells.push(choice)];
      else if (choice) choice.push(numbers.get(char));
      else cells.push(char === '?' ? null : [numbers.get(char)]);
    }
    return cells;
  });
}

/**
 * A picture from rows of text: cells with one color have it, all others are UNKNOWN.
 *
 * @param {string[]} rows
 * @param {Pick<import('./model.js').Work, 'width' | 'height' | 'colors'>} size
 */
export function cellsOf(rows, { width, height, colors }) {
  const cells = new Uint8Array(width * height).fill(UNKNOWN);
  readRows(rows, colors).flat().forEach((choice, at) => {
    if (choice?.length === 1) [cells[at]] = choice;
  });
  return cells;
}

/**
 * The work for a puzzle of that format, which the server or this page has written.
 *
 * @param {any} puzzle
 * @returns {import('./model.js').Work}
 * @throws {RangeError} if it is larger, or has more colors, than the studio takes
 */
export function fromPuzzle(puzzle) {
  const colors = puzzle.colors ?? [WHITE, BLACK];
  const [width, height] = [puzzle.columns.length, puzzle.rows.length];
  if (Math.max(width, height) > MAX_SIDE || Math.min(width, height) < 1) throw new RangeError('size');
  if (colors.length > MAX_COLORS) throw new RangeError('colors');
  const work = blankWork(width, height, colors);
  const names = new Map(colors.map((color, number) => [color.name, number]));
  const clues = {
    rows: puzzle.rows.map((clue) => clue.map((block) => readBlock(block, names))),
    columns: puzzle.columns.map((clue) => clue.map((block) => readBlock(block, names))),
  };
  if (puzzle.goal) work.cells = cellsOf(puzzle.goal, work);
  const blotted = [...clues.rows, ...clues.columns].flat().some((block) => block.length === null);
  work.clues = puzzle.goal && !blotted ? null : clues;
  for (const key of TEXTS) if (puzzle[key]) work.texts[key] = puzzle[key];
  work.notes = puzzle.notes ?? [];
  work.states = puzzle.saved ?? [];
  if (puzzle.given) readRows(puzzle.given, colors).flat().forEach((choice, at) => choice && work.given.set(at, choice));
  return work;
}

function readBlock(block, names) {
  if (typeof block !== 'object') return { length: block === '?' ? null : block, color: 1 };
  return { length: block.length === '?' ? null : block.length, color: names.get(block.color) };
}

const LAYERS = ['marks', 'pencil', 'trial'];

/** What the player has of a work, as it is kept in the browser. */
export function playOf(work) {
  const layers = LAYERS.filter((name) => work[name]).map((name) => [name, rowsOf(work, work[name])]);
  return { ...Object.fromEntries(layers), struck: work.struck, spent: work.spent };
}

/** Gives a work what was kept of its player. */
export function takePlay(work, /** @type {any} */ { struck, spent, ...layers }) {
  Object.assign(work, blankPlay(), struck && { struck }, spent && { spent });
  for (const name of LAYERS) if (layers[name]) work[name] = cellsOf(layers[name], work);
}

/** A work as it is kept in the browser, with what its player has. */
export const toStored = (work, clues) => ({ puzzle: toPuzzle(work, clues), ...playOf(work) });

export function fromStored({ puzzle, ...play }) {
  const work = fromPuzzle(puzzle);
  takePlay(work, play);
  return work;
}
