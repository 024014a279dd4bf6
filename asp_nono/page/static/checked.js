// A puzzle of a stranger, as JSON that nobody has checked: by the rules of asp_nono/puzzle.py.

import { readRows } from './codec.js';
import { MAX_COLORS, MAX_SIDE, TEXTS, WHITE, BLACK } from './model.js';

const RESERVED = /^[\s|[\]?/\\\p{Cs}]$/u;
const ROW = /^(?:[^[\]]|\[[^[\]]+\])*$/u;
const LONGEST = 1000; // characters of a text; the rest is cut off
const MOST = 4_000_000; // colors of cells that line logic keeps apart

/** Why a puzzle is none: a key of the texts of `link`, and perhaps the line with the fault. */
export class NoPuzzle extends Error {
  constructor(fault, line = null) {
    super(fault);
    this.line = line;
  }
}

const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

function demand(sound, fault, line = null) {
  if (!sound) throw new NoPuzzle(fault, line);
}

/** What a player needs of a puzzle, copied key by key: clues, colors, given cells and texts. */
export function checked(data) {
  demand(isObject(data), 'noPuzzle');
  const colors = colorsOf(data.colors ?? [WHITE, BLACK]);
  const { rows, columns } = data;
  demand(Array.isArray(rows) && Array.isArray(columns), 'noPuzzle');
  const sides = [rows.length, columns.length];
  demand(Math.min(...sides) > 0, 'noPuzzle');
  demand(Math.max(...sides) <= MAX_SIDE && rows.length * columns.length * colors.length <= MOST, 'large');
  demand([undefined, rows.length].includes(data.height) && [undefined, columns.length].includes(data.width), 'noPuzzle');
  const puzzle = { colors, rows: cluesOf(rows, 'rows', columns.length, colors), columns: cluesOf(columns, 'columns', rows.length, colors) };
  if (data.given !== undefined) puzzle.given = givenOf(data.given, puzzle);
  for (const key of TEXTS) if (typeof data[key] === 'string') puzzle[key] = [...data[key].slice(0, 2 * LONGEST)].slice(0, LONGEST).join('');
  return puzzle;
}

/** The notes, and the saved pictures, that a studio keeps beside a puzzle. */
export function keptBeside(data, puzzle) {
  const kept = {};
  if (data.notes !== undefined) kept.notes = notesOf(data.notes);
  if (data.saved === undefined) return kept;
  demand(Array.isArray(data.saved) && data.saved.every(isObject), 'noPuzzle');
  kept.saved = data.saved.map(({ kind = 'saved', id = '', notes = [], picture }) => {
    demand(['saved', 'solution'].includes(kind) && typeof id === 'string', 'noPuzzle');
    return { kind, id, notes: notesOf(notes), picture: givenOf(picture, puzzle) };
  });
  return kept;
}

function notesOf(notes) {
  demand(Array.isArray(notes) && notes.every((note) => typeof note === 'string'), 'noPuzzle');
  return notes;
}

function colorsOf(colors) {
  demand(Array.isArray(colors) && colors.length > 1 && colors.length <= MAX_COLORS, 'noPuzzle');
  for (const color of colors) {
    demand(isObject(color) && ['name', 'char', 'rgb'].every((key) => typeof color[key] === 'string'), 'noPuzzle');
    demand(color.name && [...color.char].length === 1 && !RESERVED.test(color.char) && /^[0-9a-f]{6}$/.test(color.rgb), 'noPuzzle');
  }
  for (const key of ['name', 'char']) demand(new Set(colors.map((color) => color[key])).size === colors.length, 'noPuzzle');
  return colors.map(({ name, char, rgb }) => ({ name, char, rgb }));
}

function cluesOf(clues, side, length, colors) {
  const names = colors.slice(1).map(({ name }) => name);
  return clues.map((clue, number) => {
    const line = { side, number };
    demand(Array.isArray(clue) && clue.length <= length, 'clue', line);
    const blocks = clue.map((block) => (isObject(block) ? { length: block.length, color: block.color } : { length: block, color: names[0] }));
    let cells = 0;
    blocks.forEach((block, place) => {
      demand(block.length === '?' || (Number.isInteger(block.length) && block.length > 0), 'clue', line);
      demand(names.includes(block.color), 'clue', line);
      cells += (block.length === '?' ? 1 : block.length) + Number(block.color === blocks[place - 1]?.color);
    });
    demand(cells <= length, 'clue', line);
    return blocks;
  });
}

function givenOf(rows, { colors, rows: { length: height }, columns: { length: width } }) {
  demand(Array.isArray(rows) && rows.length === height && rows.every((row) => typeof row === 'string' && ROW.test(row)), 'noPuzzle');
  const known = (choice) => choice === null || (!choice.includes(undefined) && new Set(choice).size === choice.length);
  for (const row of readRows(rows, colors)) demand(row.length === width && row.every(known), 'noPuzzle');
  return rows;
}
