// What a player does with the marks of a work: given cells stay, and a stroke ends with what
// follows from it.

import { givenOf } from '../codec.js';
import { UNKNOWN } from '../model.js';
import { DoneClues, isSolved, restOf, struckKey } from './solved.js';

export class Game {
  fixed = new Set(); // cells that are given, in one color

  /**
   * @param {import('../store.js').Store} store
   * @param {import('../settings.js').Settings} settings with `autoCross`, whether the rest of a finished line is to be
   *   crossed out, and `crossOut`, whether done blocks are
   */
  constructor(store, settings) {
    this.store = store;
    this.settings = settings;
    this.take();
  }

  /** Begins with the work that the store has now: what is given is known, and nothing changes it. */
  take() {
    const { work, clues } = this.store;
    this.fixed.clear();
    for (const [at, colors] of givenOf(work)) {
      if (colors.length !== 1) continue;
      this.fixed.add(at);
      [work.marks[at]] = colors;
    }
    this.done = new DoneClues(work, clues, () => this.settings.get('crossOut'));
  }

  get work() {
    return this.store.work;
  }

  get clues() {
    return this.store.clues;
  }

  get marks() {
    return this.work.marks;
  }

  get isSolved() {
    return isSolved(this.work, this.clues);
  }

  // --- strokes -------------------------------------------------------------------------------

  /** Those of some cells that the player may change. */
  free(at) {
    return [...at].filter((cell) => !this.fixed.has(cell));
  }

  begin(layer = 'marks') {
    this.store.begin(layer);
  }

  put(at, color) {
    this.store.put(this.free(at), color);
  }

  rewind() {
    this.store.rewind();
  }

  cancel() {
    this.store.cancel();
  }

  /**
   * Ends a stroke; if one wants that, it also crosses out the remaining cells of the lines that it has finished.
   * If all filled cells are right, it fills in the background, so that one undo takes back both.
   */
  end() {
    const { store, marks } = this;
    if (store.drawing === 'marks') {
      if (this.settings.get('autoCross')) store.put(restOf(this.work, this.clues, store.stroked), 0);
      if (this.isSolved) {
        store.put([...marks.keys()].filter((at) => marks[at] === UNKNOWN), 0);
        if (this.trying) store.lay({ trial: null });
      }
    }
    store.end();
  }

  /** One stroke that sets cells to a color. */
  paint(at, color) {
    this.begin();
    this.put(at, color);
    this.end();
  }

  /** Makes all cells unknown again; nothing is tried any more. */
  clear() {
    this.begin();
    this.put(this.marks.keys(), UNKNOWN);
    if (this.trying) this.store.lay({ trial: null });
    this.end();
  }

  // --- trials --------------------------------------------------------------------------------

  /** Whether what is marked now is only tried. */
  get trying() {
    return this.work.trial !== null;
  }

  /** The cells that are tried. */
  get tried() {
    const { trial } = this.work;
    return [...this.marks.keys()].filter((at) => this.marks[at] !== trial[at]);
  }

  /** From here on marks are only tried, until they are kept or dropped. */
  beginTrial() {
    this.#lay({ trial: this.marks.slice() });
  }

  keepTrial() {
    this.#lay({ trial: null });
  }

  dropTrial() {
    const { store } = this;
    const { trial } = this.work;
    store.begin('marks');
    store.putEach(this.tried, (at) => trial[at]);
    store.lay({ trial: null });
    store.end();
  }

  /** Crosses out a block of a clue, or takes that back. */
  strike({ side, number, block }) {
    const { struck } = this.work;
    const key = struckKey(side, number, block);
    this.#lay({ struck: struck.includes(key) ? struck.filter((one) => one !== key) : [...struck, key] });
  }

  /** One stroke that replaces fields of the player's. */
  #lay(fields) {
    this.store.begin('marks');
    this.store.lay(fields);
    this.store.end();
  }
}
