// What the clues say of a player's marks: which blocks are done, and whether all is.
//
// A block is crossed out only when it is painted and no arrangement of the clue that agrees with
// the cells puts it anywhere else. What merely looks like the block is not enough.

import { agrees, clueOf, isClue, linesThrough } from '../clues.js';
import { givenOf } from '../codec.js';
import { cellsAlong, linesOf, places } from '../lines.js';
import { UNKNOWN, filled } from '../model.js';

/**
 * For every block whether it is done; all false where the line cannot be filled.
 *
 * @param {{length: ?number, color: number}[]} clue
 * @param {ArrayLike<number>} line the color of each cell, or UNKNOWN
 */
export function doneBlocks(clue, line) {
  const colors = Math.max(0, ...clue.map(({ color }) => color)) + 1;
  const may = Array.from({ length: colors }, (_, color) =>
    Uint8Array.from(line, (cell) => Number(cell === color || cell === UNKNOWN)));
  return places(clue, may, 2).map((found, number) => {
    if (found.length !== 1) return false;
    const [[start, length]] = found;
    for (let at = start; at < start + length; at += 1) if (line[at] !== clue[number].color) return false;
    return true;
  });
}

/**
 * The unknown cells of the lines through some cells whose filled cells are what their clues say.
 *
 * @param {import('../model.js').Work} work
 * @param {import('../model.js').Clues} clues
 */
export function restOf(work, clues, at) {
  const touched = linesThrough(at, work.width);
  const cells = filled(work.marks);
  const finished = linesOf(work, clues).filter(({ side, number, clue, start, step, length }) =>
    touched[side].has(number) && isClue(clueOf(cells, start, step, length), clue));
  return finished.flatMap(cellsAlong).filter((cell) => work.marks[cell] === UNKNOWN);
}

/** A block of a clue, as the player's crossing out names it. */
export const struckKey = (side, number, block) => `${side} ${number} ${block}`;

/** Which blocks of which clues are done, computed line by line on demand. */
export class DoneClues {
  #known = { rows: new Map(), columns: new Map() };

  /**
   * @param {import('../model.js').Work} work
   * @param {import('../model.js').Clues} clues
   * @param {() => boolean} shows whether blocks are crossed out that the player has not crossed out
   */
  constructor(work, clues, shows) {
    this.work = work;
    this.clues = clues;
    this.shows = shows;
  }

  /** For each block of a clue whether it is done, or the player has crossed it out. */
  of(side, number) {
    const known = this.shows() ? this.#of(side, number) : [];
    const isStruck = (block) => this.work.struck.includes(struckKey(side, number, block));
    return this.clues[side][number].map((_, block) => Boolean(known[block]) || isStruck(block));
  }

  #of(side, number) {
    const known = this.#known[side];
    if (!known.has(number)) known.set(number, doneBlocks(this.clues[side][number], this.#line(side, number)));
    return known.get(number);
  }

  #line(side, number) {
    const { marks, width, height } = this.work;
    if (side === 'rows') return marks.subarray(number * width, (number + 1) * width);
    return Uint8Array.from({ length: height }, (_, y) => marks[y * width + number]);
  }

  /** Forgets the lines of cells that changed; these lines. */
  forget(at) {
    const lines = linesThrough(at, this.work.width);
    for (const side of ['rows', 'columns']) for (const number of lines[side]) this.#known[side].delete(number);
    return lines;
  }
}

/** Whether a picture is a solution: it has the clues, and what is given. */
export const fits = (work, clues, cells) =>
  agrees({ ...work, cells }, clues) && [...givenOf(work)].every(([at, colors]) => colors.includes(cells[at]));

/**
 * Whether the marks are a solution when all unknown cells are background. Any solution counts.
 *
 * @param {import('../model.js').Work} work
 * @param {import('../model.js').Clues} clues
 */
export const isSolved = (work, clues) =>
  work.marks.some((color) => color !== UNKNOWN) && fits(work, clues, filled(work.marks));
