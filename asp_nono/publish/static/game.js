// A game on a published page is kept on this device, and goes on where another tab has gone on.

import { mosaic } from '../../page/static/dom.js';
import { playOf, takePlay } from '../../page/static/codec.js';
import { keep, kept } from '../../page/static/kept.js';

const PREFIX = 'asp-nono '; // of the names under which things are kept

/** The name under which a thing is kept. */
export const keptAs = (key) => PREFIX + key;

export class Kept {
  /** @param {import('../../page/static/store.js').Store} table with the key as the id of its work */
  constructor(table) {
    this.store = table;
    this.there = this.#restore();
    addEventListener('storage', (event) => event.key === keptAs(table.id) && this.#restore());
  }

  /** Takes what is kept, so that two tabs do not undo the marks of each other; whether there is anything. */
  #restore() {
    const { store: table } = this;
    const game = stored(table.id);
    if (!game?.play) return false;
    table.cancel();
    takePlay(table.work, game.play);
    Object.assign(table.work, { states: game.states });
    table.load(table.work, table.id, { marks: game.history });
    return true;
  }

  keep(solved) {
    const { id, work, histories } = this.store;
    const chars = work.colors.map(({ char }) => char);
    store(id, { solved, play: playOf(work), states: work.states, history: histories.marks.text, chars });
  }
}

/** A picture as a canvas, some pixels for each cell. */
export const drawn = (work, cells, unit = 1) => mosaic(work, cells, (color) => `#${work.colors[color].rgb}`, { unit });

export const stored = (key) => kept(keptAs(key));
export const store = (key, value) => keep(keptAs(key), value);
