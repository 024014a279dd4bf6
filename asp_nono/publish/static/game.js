// A game on a published page is kept on this device, and goes on where another tab has gone on.

import { h } from '../../page/static/dom.js';
import { playOf, takePlay } from '../../page/static/codec.js';

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
    const kept = stored(table.id);
    if (!kept?.play) return false;
    table.cancel();
    takePlay(table.work, kept.play);
    Object.assign(table.work, { states: kept.states });
    table.load(table.work, table.id, { marks: kept.history });
    return true;
  }

  keep(solved) {
    const { id, work, histories } = this.store;
    const chars = work.colors.map(({ char }) => char);
    store(id, { solved, play: playOf(work), states: work.states, history: histories.marks.text, chars });
  }
}

/** A picture as a canvas, some pixels for each cell. */
export function drawn({ width, height, colors }, cells, unit = 1) {
  const canvas = h('canvas', { width: width * unit, height: height * unit });
  const ctx = canvas.getContext('2d');
  cells.forEach((color, at) => {
    ctx.fillStyle = `#${colors[color].rgb}`;
    ctx.fillRect((at % width) * unit, Math.floor(at / width) * unit, unit, unit);
  });
  return canvas;
}

/** What is kept under a name; null where nothing is, or nothing can be. */
export function stored(key) {
  try {
    return JSON.parse(localStorage.getItem(keptAs(key)));
  } catch {
    return null;
  }
}

export function store(key, value) {
  try {
    localStorage.setItem(keptAs(key), JSON.stringify(value));
  } catch {
    // a private window, or no room: the game goes on without being kept
  }
}
