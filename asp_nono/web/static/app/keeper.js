// Works are kept in the browser as they change; a work that another tab has open is not opened twice.

import { fromStored, toStored } from '../../../page/static/codec.js';
import { isEmpty } from '../../../page/static/model.js';
import { Records } from './records.js';

export class Keeper extends Records {
  #paused = false;

  constructor(store) {
    super('works', 'studio');
    this.store = store;
    this.mode = 'paint';
    store.addEventListener('settled', () => this.#paused || this.touch());
  }

  record() {
    const { store } = this;
    const { work } = store;
    const empty = isEmpty(work) && !store.played && !work.texts.title && work.colors.length === 2;
    const histories = Object.fromEntries(Object.entries(store.histories).map(([layer, { text }]) => [layer, text]));
    return { id: store.id, when: Date.now(), mode: this.mode, empty, title: work.texts.title ?? '', size: [work.width, work.height], stored: toStored(work, store.clues), histories };
  }

  take(record) {
    this.#paused = true;
    this.mode = record.mode;
    this.store.load(fromStored(record.stored), record.id, record.histories);
    this.#paused = false;
  }

  /** Puts another puzzle on the table as a work of its own; the one before stays kept. */
  async begin(work) {
    this.store.load(work, await this.fresh());
  }

  /** All works that were kept and show something, the newest first. */
  async list() {
    return (await super.list()).filter((one) => !one.empty);
  }
}
