// Which blocks of a clue are done, from the cells of its line alone.
//
// A block is crossed out only when it is painted and no arrangement of the clue that agrees with
// the cells puts it anywhere else. What merely looks like the block is not enough.

import { UNKNOWN } from './model.js';
import { clueOf, linesOf } from './clues.js';

/**
 * For every block whether it is done; all false where the line cannot be filled.
 *
 * @param {{length: ?number, color: number}[]} clue
 * @param {ArrayLike<number>} line the color of each cell, or UNKNOWN
 */
export function doneBlocks(clue, line) {
  const before = reach(clue, line);
  const mirrored = reach([...clue].reverse(), Array.from(line).reverse());
  const size = line.length;
  const after = (number, place) => mirrored[clue.length - number - 1][size - place];
  return clue.map((block, number) => {
    const ways = placesOf(clue, line, number, before, after);
    if (ways.length !== 1) return false;
    const [start, length] = ways[0];
    for (let at = start; at < start + length; at += 1) if (line[at] !== block.color) return false;
    return true;
  });
}

/** reach[b][p]: whether the first b blocks fit into the first p cells, all others background. */
function reach(clue, line) {
  const size = line.length;
  const table = [new Uint8Array(size + 1)];
  table[0][0] = 1;
  for (let p = 1; p <= size; p += 1) table[0][p] = table[0][p - 1] & mayBe(line[p - 1], 0);
  clue.forEach((block, number) => {
    const gap = number > 0 && clue[number - 1].color === block.color;
    table.push(nextRow(table[number], line, block, gap));
  });
  return table;
}

/** One row of that table: the block ends at p, or the cell before p is background. */
function nextRow(last, line, block, gap) {
  const size = line.length;
  const row = new Uint8Array(size + 1);
  let run = 0;
  for (let p = 1; p <= size; p += 1) {
    run = mayBe(line[p - 1], block.color) ? run + 1 : 0;
    if (row[p - 1] && mayBe(line[p - 1], 0)) row[p] = 1;
    const least = block.length ?? 1;
    const most = block.length ?? run;
    for (let length = least; length <= most && length <= run && !row[p]; length += 1) {
      if (startsAt(last, line, p - length, gap)) row[p] = 1;
    }
  }
  return row;
}

const mayBe = (cell, color) => (cell === color || cell === UNKNOWN ? 1 : 0);

/** Whether a block may start there, as far as what lies before it is concerned. */
function startsAt(last, line, start, gap) {
  if (!gap) return last[start] === 1;
  return start > 0 && mayBe(line[start - 1], 0) === 1 && last[start - 1] === 1;
}

/** Where a block can be, as [start, length]; not more than two of its places. */
function placesOf(clue, line, number, before, after) {
  const block = clue[number];
  const size = line.length;
  const gapBefore = number > 0 && clue[number - 1].color === block.color;
  const gapAfter = number + 1 < clue.length && clue[number + 1].color === block.color;
  const ways = [];
  for (let start = 0; start < size && ways.length < 2; start += 1) {
    if (!startsAt(before[number], line, start, gapBefore)) continue;
    const most = block.length ?? size - start;
    for (let length = 1; length <= most && start + length <= size; length += 1) {
      if (!mayBe(line[start + length - 1], block.color)) break;
      if (block.length !== null && length < block.length) continue;
      if (endsAt(line, start + length, gapAfter, (place) => after(number, place))) {
        ways.push([start, length]);
      }
    }
  }
  return ways;
}

/** Whether the blocks after one that ends before `end` fit into what is left. */
function endsAt(line, end, gap, after) {
  if (!gap) return after(end) === 1;
  return end < line.length && mayBe(line[end], 0) === 1 && after(end + 1) === 1;
}

// What the clues say of a player's marks: which are crossed out, and whether all is done.


/** Which blocks of which clues are done, computed line by line on demand. */
export class DoneClues {
  #known = { rows: new Map(), columns: new Map() };

  /**
   * @param {import('./model.js').Work} work
   * @param {import('./model.js').Clues} clues
   */
  constructor(work, clues) {
    this.work = work;
    this.clues = clues;
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

/**
 * Whether the marks are a solution when all unknown cells are background. Any solution counts.
 *
 * @param {import('./model.js').Work} work
 * @param {import('./model.js').Clues} clues
 */
export function isSolved(work, clues) {
  const { width, height } = work;
  if (work.marks.every((color) => color === UNKNOWN)) return false; // nobody has begun
  const marks = work.marks.map((color) => (color === UNKNOWN ? 0 : color));
  const right = (clue, found) =>
    clue.length === found.length &&
    clue.every(({ length, color }, number) => color === found[number].color && [null, found[number].length].includes(length));
  return (
    clues.rows.every((clue, y) => right(clue, clueOf(marks, y * width, 1, width))) &&
    clues.columns.every((clue, x) => right(clue, clueOf(marks, x, width, height)))
  );
}
