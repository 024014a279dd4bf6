// What a player does with the marks of a work: given cells stay, and a stroke ends with what
// follows from it.

import { givenOf } from './codec.js';
import { UNKNOWN } from './model.js';
import { DoneClues, isSolved, restOf } from './solved.js';

export class Game {
  fixed = new Set(); // cells that are given, in one color

  /**
   * @param {import('./store.js').Store} store
   * @param {() => boolean} crosses whether the rest of a finished line is to be crossed out
   */
  constructor(store, crosses) {
    this.store = store;
    this.crosses = crosses;
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
    this.done = new DoneClues(work, clues);
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

  /** The marks, or the pencil marks. */
  layer(name) {
    return this.work[name];
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
   * Ends a stroke; if one wants that, it also crosses out what is left of the lines that it has finished.
   * If all filled cells are right, it fills in the background, so that one undo takes back both.
   */
  end() {
    const { store, marks } = this;
    if (store.drawing === 'marks') {
      if (this.crosses()) store.put(restOf(this.work, this.clues, store.stroked), 0);
      if (this.isSolved) store.put([...marks.keys()].filter((at) => marks[at] === UNKNOWN), 0);
    }
    store.end();
  }

  /** One stroke that sets cells to a color. */
  paint(at, color) {
    this.begin();
    this.put(at, color);
    this.end();
  }

  /** One stroke that sets cells [cell, color]. */
  set(cells) {
    this.begin();
    for (const [at, color] of cells) this.put([at], color);
    this.end();
  }
}
