// A work: a puzzle as somebody makes and plays it. Values here are replaced, never changed,
// save for the three arrays of cells, which Store alone writes to.
//
// cells   Uint8Array, row by row: the designer's picture, a color's number for each cell
// marks   the same for the player, UNKNOWN where nothing is known
// pencil  the player's guesses, which count for nothing, UNKNOWN where there is none
// trial   the marks as they were before the player began to try something, or null
// struck  the blocks that the player has crossed out, by names of solved.js
// spent   what the player has needed: {seconds, hints, checks}
// clues   null while they follow from the picture; else {rows, columns}, each clue a list of
//         blocks {length, color}; the length of a blotted block is null
// given   Map from a cell to the colors that it may have
// states  pictures kept with the puzzle: {kind, id, notes, picture}, picture as rows of text

/**
 * @typedef {[number, number]} Cell column and row, from 0
 * @typedef {{name: string, char: string, rgb: string}} Color
 * @typedef {{length: ?number, color: number}} Block
 * @typedef {{rows: Block[][], columns: Block[][]}} Clues
 * @typedef {{seconds: number, hints: number, checks: number}} Spent
 * @typedef {{
 *   width: number, height: number, colors: Color[], texts: Record<string, string>, notes: unknown[],
 *   cells: Uint8Array, marks: Uint8Array, pencil: Uint8Array, trial: ?Uint8Array, struck: string[], spent: Spent, clues: ?Clues, given: Map<number, number[]>, states: any[],
 * }} Work
 */

export const UNKNOWN = 255;
export const MAX_SIDE = 1000;
export const MAX_COLORS = 200;

/** @type {Color} */
export const WHITE = Object.freeze({ name: 'white', char: '.', rgb: 'ffffff' });
/** @type {Color} */
export const BLACK = Object.freeze({ name: 'black', char: '#', rgb: '000000' });

export const TEXTS = [
  'title', 'author', 'author_id', 'copyright', 'license', 'source', 'id', 'collection', 'description',
];

/** What a player has besides marks, in the beginning. */
export const blankPlay = () => ({ trial: null, struck: [], spent: { seconds: 0, hints: 0, checks: 0 } });

/**
 * @param {number} width
 * @param {number} height
 * @param {Color[]} [colors]
 * @returns {Work}
 */
export function blankWork(width, height, colors = [WHITE, BLACK]) {
  return {
    width,
    height,
    colors,
    texts: {},
    notes: [],
    cells: new Uint8Array(width * height),
    marks: new Uint8Array(width * height).fill(UNKNOWN),
    pencil: new Uint8Array(width * height).fill(UNKNOWN),
    ...blankPlay(),
    clues: null,
    given: new Map(),
    states: [],
  };
}

/** Marks with everything that is unknown as background. */
export const filled = (marks) => marks.map((color) => (color === UNKNOWN ? 0 : color));

/**
 * Whether the clues follow from the picture.
 *
 * @param {Work} work
 */
export const isPicture = (work) => work.clues === null;

/** A cell's place as the server counts it: column and row, from 1. */
export const placeOf = (at, { width }) => [(at % width) + 1, Math.floor(at / width) + 1];

/** The cell at a place of the server's. */
export const cellAt = ([x, y], { width }) => (y - 1) * width + x - 1;

export const isEmpty = (work) => isPicture(work) && !work.cells.some((color) => color);

/** Fields of a work of a new size, every cell taken from place(x, y) of the old one, or empty. */
function rearranged(work, width, height, place) {
  const { cells, marks, pencil, given } = blankWork(width, height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const [oldX, oldY] = place(x, y);
      if (oldX < 0 || oldY < 0 || oldX >= work.width || oldY >= work.height) continue;
      const old = oldY * work.width + oldX;
      const now = y * width + x;
      cells[now] = work.cells[old];
      marks[now] = work.marks[old];
      pencil[now] = work.pencil[old];
      if (work.given.has(old)) given.set(now, work.given.get(old));
    }
  }
  return { width, height, cells, marks, pencil, given, states: [], trial: null, struck: [] };
}

/** The canvas with rows and columns added at its edges, or cut off where a number is negative. */
export function resized(work, { left = 0, top = 0, right = 0, bottom = 0 }) {
  const width = work.width + left + right;
  const height = work.height + top + bottom;
  return rearranged(work, width, height, (x, y) => [x - left, y - top]);
}

/** The picture pushed over the edge, where it comes in again on the other side. */
export function moved(work, dx, dy) {
  const { width, height } = work;
  const wrap = (value, side) => ((value % side) + side) % side;
  return rearranged(work, width, height, (x, y) => [wrap(x - dx, width), wrap(y - dy, height)]);
}

export function flipped(work, across) {
  const { width, height } = work;
  return rearranged(work, width, height, (x, y) =>
    across ? [width - 1 - x, y] : [x, height - 1 - y],
  );
}

/** A quarter turn to the right. */
export function turned(work) {
  return rearranged(work, work.height, work.width, (x, y) => [y, work.height - 1 - x]);
}

/** The colors and cells of a work without one color of blocks; its cells become background. */
export function withoutColor(work, gone) {
  const renumber = (color) => (color === gone ? 0 : color > gone && color !== UNKNOWN ? color - 1 : color);
  const forget = (color) => (color === gone ? UNKNOWN : renumber(color));
  const block = ({ length, color }) => ({ length, color: renumber(color) });
  const keep = (clue) => clue.filter(({ color }) => color !== gone).map(block);
  const given = new Map();
  for (const [cell, colors] of work.given) {
    const left = colors.filter((color) => color !== gone).map(renumber);
    if (left.length) given.set(cell, left);
  }
  return {
    colors: work.colors.filter((_, number) => number !== gone),
    cells: work.cells.map(renumber),
    marks: work.marks.map(forget),
    pencil: work.pencil.map(forget),
    clues: work.clues && { rows: work.clues.rows.map(keep), columns: work.clues.columns.map(keep) },
    given,
    states: [],
    trial: null,
    struck: [],
  };
}

/** The size of a canvas that a person typed, or null if it is none. */
export function sideOf(text) {
  const value = Number(text);
  return Number.isInteger(value) && value >= 1 && value <= MAX_SIDE ? value : null;
}
