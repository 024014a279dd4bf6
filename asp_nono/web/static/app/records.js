// What this browser keeps: records of one kind in IndexedDB, each open in one tab at a time. The one on
// the table of a tab is kept as it changes, so that no reload, crash or closed tab loses it.
//
// What a closing page could not write in time lies in localStorage and is put right at the next start.

import { debounced } from '../../../page/static/dom.js';
import { kept } from '../../../page/static/kept.js';

const PAUSE = 200; // milliseconds without a change before the record is kept
const RELOADING = 2000; // milliseconds in which the page that was there before a reload gives its record back

const KINDS = ['works', 'programs'];

/** @type {Promise<?IDBDatabase>} */
const database = new Promise((resolve) => {
  let request;
  try {
    request = indexedDB.open('studio', 2);
  } catch {
    resolve(null);
    return;
  }
  request.onupgradeneeded = () => {
    const there = request.result.objectStoreNames;
    for (const kind of KINDS) if (!there.contains(kind)) request.result.createObjectStore(kind, { keyPath: 'id' });
  };
  request.onsuccess = () => {
    request.result.onversionchange = () => request.result.close();
    resolve(request.result);
  };
  request.onerror = () => resolve(null);
  request.onblocked = () => resolve(null);
});

const finished = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/** Records of a kind, {id, when}, by their ids. The event "full" says that there is no room for one. */
export class Records extends EventTarget {
  /** @type {any} */
  current = null;
  #pending = false; // whether what is on the table is newer than what is kept of it
  #release = () => {};

  /** @param {string} name begins the names of what lies in localStorage */
  constructor(kind, name) {
    super();
    this.kind = kind;
    this.late = `${name}.late`;
    this.last = `${name}.last`;
    this.there = database.then(Boolean);
    this.later = debounced(() => this.save(), PAUSE);
    addEventListener('pagehide', () => this.#flush());
    document.addEventListener('visibilitychange', () => document.hidden && this.#flush());
  }

  /** The record on the table, as it is now. */
  record() {
    return this.current;
  }

  /** Puts a record on the table. */
  take(record) {
    this.current = record;
  }

  async #store(mode) {
    return (await database).transaction(this.kind, mode).objectStore(this.kind);
  }

  /** Something is new on the table: it will be kept soon. */
  touch() {
    this.#pending = true;
    this.later();
  }

  async save() {
    if (!this.#pending) return;
    this.#pending = false;
    const record = this.record();
    this.#remember(this.last, record.id);
    await this.put(record);
  }

  async put(record) {
    if (!(await this.there)) this.#remember(this.late, JSON.stringify(record));
    else await finished((await this.#store('readwrite')).put(record)).catch(() => this.dispatchEvent(new Event('full')));
  }

  /** The page may be gone in a moment, so this must not wait for anything. */
  #flush() {
    if (!this.#pending) return;
    this.#remember(this.late, JSON.stringify(this.record()));
    this.save();
  }

  #remember(key, value) {
    try {
      localStorage.setItem(key, value);
      if (key === this.last) sessionStorage.setItem(key, value);
    } catch {
      this.dispatchEvent(new Event('full'));
    }
  }

  async #settleLate() {
    if (!(await this.there)) return;
    const late = kept(this.late);
    const before = late && (await this.get(late.id));
    if (late && (!before || before.when < late.when)) await this.put(late);
    localStorage.removeItem(this.late);
  }

  async get(id) {
    if (await this.there) return finished((await this.#store('readonly')).get(id)).catch(() => undefined);
    const late = kept(this.late);
    return late?.id === id ? late : undefined;
  }

  /** All of them, the newest first. */
  async list() {
    if (!(await this.there)) return [];
    const all = await finished((await this.#store('readonly')).getAll()).catch(() => []);
    return all.sort((one, other) => other.when - one.when);
  }

  /** Puts the record on the table that this tab, or else the last one, had there; whether there was one. */
  async restore() {
    await this.#settleLate();
    const own = sessionStorage.getItem(this.last);
    const id = own ?? localStorage.getItem(this.last);
    return id ? this.open(id, own ? RELOADING : 0) : false;
  }

  /** Puts a record on the table; false if there is none, or another tab has it, also after some patience. */
  async open(id, patience = 0) {
    await this.save();
    if (!(await this.claim(id, patience))) return false;
    await this.#settleLate();
    const record = await this.get(id);
    if (!record) {
      await this.claim(this.record().id);
      return false;
    }
    this.save(); // what was done while this waited
    this.take(record);
    this.#remember(this.last, id);
    return true;
  }

  /** The id of a record that begins in this tab; the one before stays kept. */
  async fresh() {
    await this.save();
    const id = crypto.randomUUID();
    await this.claim(id);
    this.save();
    sessionStorage.setItem(this.last, id);
    return id;
  }

  /** Takes a record for this tab; whether no other tab has it, or gives it back within some milliseconds. */
  async claim(id, patience = 0) {
    const release = await new Promise((resolve) => {
      const how = patience ? { signal: AbortSignal.timeout(patience) } : { ifAvailable: true };
      navigator.locks.request(`studio:${id}`, how, (lock) => {
        if (!lock) return resolve(null);
        return new Promise((done) => resolve(done));
      }).catch(() => resolve(null));
    });
    if (!release) return false;
    this.#release();
    this.#release = release;
    return true;
  }

  /** Deletes a record that no tab has open; what was deleted, or null. */
  async remove(id) {
    if (!(await navigator.locks.request(`studio:${id}`, { ifAvailable: true }, Boolean))) return null;
    const record = await this.get(id);
    if (await this.there) await finished((await this.#store('readwrite')).delete(id));
    if (kept(this.late)?.id === id) localStorage.removeItem(this.late);
    return record ?? null;
  }
}
