// What the clues say of a player's marks: which are crossed out, and whether all is done.

import { clueOf, linesOf } from './clues.js';
import { doneBlocks } from './done.js';
import { UNKNOWN } from './model.js';

/** Which blocks of which clues are done, worked out line by line when it is asked. */
export class DoneClues {
  #known = { rows: new Map(), columns: new Map() };

  constructor(work, clues) {
    Object.assign(this, { work, clues });
  }

  /** For each block of a clue whether it is done. */
  of(side, number) {
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
    const lines = linesOf(at, this.work.width);
    for (const side of ['rows', 'columns']) for (const number of lines[side]) this.#known[side].delete(number);
    return lines;
  }
}

/** Whether the marks are a solution: every cell known and every clue right. Any solution counts. */
export function isSolved({ marks, width, height }, clues) {
  if (marks.includes(UNKNOWN)) return false;
  const right = (clue, found) =>
    clue.length === found.length &&
    clue.every(({ length, color }, number) => color === found[number].color && [null, found[number].length].includes(length));
  return (
    clues.rows.every((clue, y) => right(clue, clueOf(marks, y * width, 1, width))) &&
    clues.columns.every((clue, x) => right(clue, clueOf(marks, x, width, height)))
  );
}
