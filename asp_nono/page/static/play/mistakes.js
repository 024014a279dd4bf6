// Mistakes without the goal: by line logic, and by a salted hash of each line of the only solution.

import { UNKNOWN } from '../model.js';
import { arrangements, cellsAlong, colorAt, domainOf, lineOf, linesOf, solveLine, sweep } from '../lines.js';
import { sha256 } from '../sha256.js';

const MOST = 20_000; // arrangements of one line whose hashes are compared

export class Mistakes {
  #known = null; // what follows from the clues, whatever the player has marked

  /** @param hashes with salt, rows and columns, or null where the puzzle is not known to be unique */
  constructor(work, clues, hashes) {
    this.work = work;
    this.hashes = hashes;
    this.lines = linesOf(work, clues);
  }

  /** What line logic derives from the clues alone; null if they clash. */
  get known() {
    if (!this.#known) {
      const domain = domainOf(this.work);
      this.#known = sweep(domain, this.lines, this.work) ? { clash: true } : { domain };
    }
    return this.#known.domain ?? null;
  }

  /** Takes over what more line logic has derived from the clues. */
  learn(domain) {
    this.#known = { domain };
  }

  /** {cells, lines} that are wrong, and `open`: on how many lines some marks could not be judged. */
  of(marks) {
    const domain = this.known;
    const cells = [];
    marks.forEach((color, at) => {
      if (color !== UNKNOWN && domain && !domain[color][at]) cells.push(at);
    });
    const found = { cells, lines: [], open: 0 };
    for (const line of this.lines) {
      const judged = this.#judge(line, marks, domain);
      if (judged === false) found.lines.push(line);
      if (judged === null) found.open += 1;
    }
    return found;
  }

  /** Whether the marks of a line are right; null if that is not known. */
  #judge(line, marks, domain) {
    const places = cellsAlong(line);
    const open = places.filter((at) => marks[at] !== UNKNOWN && (!domain || colorAt(domain, at) === UNKNOWN));
    if (!open.length) return true; // the clues alone decide its marks
    const may = lineOf(domain ?? domainOf(this.work), line);
    places.forEach((at, p) => marks[at] !== UNKNOWN && may.forEach((cells, color) => {
      if (color !== marks[at]) cells[p] = 0;
    }));
    if (!solveLine(line.clue, may)) return false;
    const hash = this.hashes?.[line.side][line.number];
    return hash ? this.#matches(line, may, hash) : null;
  }

  /** Whether some arrangement of a line has a hash; null if there are too many arrangements. */
  #matches({ clue, side, number }, may, hash) {
    const head = `${this.hashes.salt} ${side} ${number} `;
    let tried = 0;
    for (const cells of arrangements(clue, may)) {
      if (sha256(head + cells.join()) === hash) return true;
      tried += 1;
      if (tried === MOST) return null;
    }
    return false;
  }
}
