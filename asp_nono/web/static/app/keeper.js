// Works are kept in the browser as they change, so that no reload, crash or closed tab loses one.
//
// IndexedDB has all works. What a closing page could not write there in time lies in localStorage
// and is put right at the next start. A work that another tab has open is not opened twice.

import { debounced } from '../../../page/static/dom.js';
import { fromStored, toStored } from '../../../page/static/codec.js';
import { isEmpty } from '../../../page/static/model.js';
import { RELOADING, Records } from './records.js';

const PAUSE = 200;
const LATE = 'studio.late';
const LAST = 'studio.last';

export class Keeper extends EventTarget {
  #pending = false;
  #paused = false;

  constructor(store) {
    super();
    this.store = store;
    this.mode = 'paint';
    this.records = new Records('works');
    this.later = debounced(() => this.save(), PAUSE);
    store.addEventListener('settled', () => this.touch());
    addEventListener('pagehide', () => this.#flush());
    document.addEventListener('visibilitychange', () => document.hidden && this.#flush());
  }

  /** Something is new: it will be kept soon. */
  touch() {
    if (this.#paused) return;
    this.#pending = true;
    this.later();
  }

  #record() {
    const { store } = this;
    const { work } = store;
    const empty = isEmpty(work) && !store.played && !work.texts.title && work.colors.length === 2;
    const histories = Object.fromEntries(Object.entries(store.histories).map(([layer, { text }]) => [layer, text]));
    return { id: store.id, when: Date.now(), mode: this.mode, empty, title: work.texts.title ?? '', size: [work.width, work.height], stored: toStored(work, store.clues), histories };
  }

  async save() {
    if (!this.#pending) return;
    this.#pending = false;
    this.#remember(LAST, this.store.id);
    await this.#put(this.#record());
  }

  async #put(record) {
    if (await this.records.there) await this.records.put(record).catch(() => this.dispatchEvent(new Event('full')));
    else this.#remember(LATE, JSON.stringify(record));
  }

  /** The page may be gone in a moment, so this must not wait for anything. */
  #flush() {
    if (!this.#pending) return;
    this.#remember(LATE, JSON.stringify(this.#record()));
    this.save();
  }

  #remember(key, value) {
    try {
      localStorage.setItem(key, value);
      if (key === LAST) sessionStorage.setItem(key, value);
    } catch {
      this.dispatchEvent(new Event('full'));
    }
  }

  /** Puts the work on the table that this tab, or else the last one, had there; whether there was one. */
  async restore() {
    await this.#settleLate();
    const own = sessionStorage.getItem(LAST);
    const id = own ?? localStorage.getItem(LAST);
    return id ? this.openWork(id, own ? RELOADING : 0) : false;
  }

  async #settleLate() {
    try {
      const late = JSON.parse(localStorage.getItem(LATE));
      const kept = late && (await this.#get(late.id));
      if (late && (!kept || kept.when < late.when)) await this.#put(late);
      if (await this.records.there) localStorage.removeItem(LATE);
    } catch {
      localStorage.removeItem(LATE);
    }
  }

  async #get(id) {
    if (await this.records.there) return this.records.get(id);
    const late = JSON.parse(localStorage.getItem(LATE));
    return late?.id === id ? late : undefined;
  }

  /** Opens a work that was kept; false if there is none, or another tab has it, also after some patience. */
  async openWork(id, patience = 0) {
    await this.save();
    if (!(await this.records.claim(id, patience))) return false;
    await this.#settleLate();
    const record = await this.#get(id);
    if (!record) {
      await this.claim(this.store.id);
      return false;
    }
    this.#paused = true;
    this.mode = record.mode;
    this.store.load(fromStored(record.stored), id, record.histories);
    this.#paused = false;
    this.#remember(LAST, id);
    return true;
  }

  /** Puts another puzzle on the table as a work of its own; the one before stays kept. */
  async begin(work) {
    await this.save();
    const id = crypto.randomUUID();
    await this.claim(id);
    this.store.load(work, id);
  }

  /** Takes a work for this tab; see `Records`. */
  claim(id) {
    return this.records.claim(id);
  }

  /** All works that were kept and show something, the newest first. */
  async list() {
    return (await this.records.list()).filter((one) => !one.empty);
  }

  /** Deletes a work that no tab has open; what was deleted, for `putBack`, or null. */
  async remove(id) {
    return id === this.store.id ? null : this.records.remove(id);
  }

  putBack(record) {
    return this.#put(record);
  }
}
