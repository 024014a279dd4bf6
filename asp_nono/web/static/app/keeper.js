// Works are kept in the browser as they change, so that no reload, crash or closed tab loses one.
//
// IndexedDB has all works. What a closing page could not write there in time lies in localStorage
// and is put right at the next start. A work that another tab has open is not opened twice.

import { debounced } from '../../../page/static/dom.js';
import { fromStored, toStored } from '../../../page/static/codec.js';
import { isEmpty } from '../../../page/static/model.js';

const PAUSE = 200;
const LATE = 'studio.late';
const LAST = 'studio.last';

export class Keeper extends EventTarget {
  #pending = false;
  #paused = false;
  #release = () => {};

  constructor(store) {
    super();
    this.store = store;
    this.mode = 'paint';
    this.database = open();
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
    return { id: store.id, when: Date.now(), mode: this.mode, empty, title: work.texts.title ?? '', size: [work.width, work.height], stored: toStored(work, store.clues) };
  }

  async save() {
    if (!this.#pending) return;
    this.#pending = false;
    this.#remember(LAST, this.store.id);
    await this.#put(this.#record());
  }

  async #put(record) {
    const database = await this.database;
    if (!database) return this.#remember(LATE, JSON.stringify(record));
    return finished(database.transaction('works', 'readwrite').objectStore('works').put(record)).catch(() =>
      this.dispatchEvent(new Event('full')),
    );
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
    const id = sessionStorage.getItem(LAST) ?? localStorage.getItem(LAST);
    return id ? this.openWork(id) : false;
  }

  async #settleLate() {
    try {
      const late = JSON.parse(localStorage.getItem(LATE));
      const kept = late && (await this.#get(late.id));
      if (late && (!kept || kept.when < late.when)) await this.#put(late);
      if (await this.database) localStorage.removeItem(LATE);
    } catch {
      localStorage.removeItem(LATE);
    }
  }

  async #get(id) {
    const database = await this.database;
    if (!database) {
      const late = JSON.parse(localStorage.getItem(LATE));
      return late?.id === id ? late : undefined;
    }
    return finished(database.transaction('works').objectStore('works').get(id)).catch(() => undefined);
  }

  /** Opens a work that was kept; false if there is none, or another tab has it. */
  async openWork(id) {
    const record = await this.#get(id);
    if (!record || !(await this.claim(id))) return false;
    await this.save();
    this.#paused = true;
    this.mode = record.mode;
    this.store.load(fromStored(record.stored), id);
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

  /** Takes a work for this tab; whether no other tab has it. */
  async claim(id) {
    if (!navigator.locks) return true;
    const release = await new Promise((resolve) => {
      navigator.locks.request(`studio:${id}`, { ifAvailable: true }, (lock) => {
        if (!lock) return resolve(null);
        return new Promise((done) => resolve(done));
      });
    });
    if (!release) return false;
    this.#release();
    this.#release = release;
    return true;
  }

  /** All works that were kept and show something, the newest first. */
  async list() {
    const database = await this.database;
    if (!database) return [];
    const all = await finished(database.transaction('works').objectStore('works').getAll()).catch(() => []);
    return all.filter((one) => !one.empty).sort((one, other) => other.when - one.when);
  }

  /** Deletes a work that no tab has open; what was deleted, for `putBack`, or null. */
  async remove(id) {
    const free = navigator.locks ? await navigator.locks.request(`studio:${id}`, { ifAvailable: true }, Boolean) : id !== this.store.id;
    const database = free && (await this.database);
    if (!database) return null;
    const record = await this.#get(id);
    await finished(database.transaction('works', 'readwrite').objectStore('works').delete(id));
    return record;
  }

  putBack(record) {
    return this.#put(record);
  }
}

function open() {
  return new Promise((resolve) => {
    let request;
    try {
      request = indexedDB.open('studio', 1);
    } catch {
      resolve(null);
      return;
    }
    request.onupgradeneeded = () => request.result.createObjectStore('works', { keyPath: 'id' });
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => resolve(null);
    request.onblocked = () => resolve(null);
  });
}

const finished = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
