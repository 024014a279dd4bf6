// What this browser keeps: records of one kind in IndexedDB, each open in one tab at a time.

/** Milliseconds in which the page that was there before a reload gives its record back. */
export const RELOADING = 2000;

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

/** Records of a kind, by their ids; those of this tab are claimed. Where nothing can be kept, `there` is false. */
export class Records {
  #release = () => {};

  constructor(kind) {
    this.kind = kind;
    this.there = database.then(Boolean);
  }

  async #store(mode) {
    return (await database).transaction(this.kind, mode).objectStore(this.kind);
  }

  async get(id) {
    return (await this.there) ? finished((await this.#store('readonly')).get(id)).catch(() => undefined) : undefined;
  }

  /** @throws when there is no room */
  async put(record) {
    await finished((await this.#store('readwrite')).put(record));
  }

  /** All of them, the newest first. */
  async list() {
    if (!(await this.there)) return [];
    const all = await finished((await this.#store('readonly')).getAll()).catch(() => []);
    return all.sort((one, other) => other.when - one.when);
  }

  /** Takes a record for this tab; whether no other tab has it, or gives it back within some milliseconds. */
  async claim(id, patience = 0) {
    if (!navigator.locks) return true;
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
    const free = !navigator.locks || (await navigator.locks.request(`studio:${id}`, { ifAvailable: true }, Boolean));
    if (!free || !(await this.there)) return null;
    const record = await this.get(id);
    await finished((await this.#store('readwrite')).delete(id));
    return record ?? null;
  }
}
