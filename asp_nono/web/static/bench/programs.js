// The programs of the bench: each has a name, and is kept in this browser as it changes.
//
// The program that was changed last lies in localStorage, too, where a closing page can still write.

import { debounced } from '../../../page/static/dom.js';
import { RELOADING, Records } from '../app/records.js';

const PAUSE = 200;
const LATE = 'studio.program';
const LAST = 'studio.program.last'; // its id, for this tab

export class Programs extends EventTarget {
  #changed = false; // whether the current one has been changed since it was taken

  constructor(template, name) {
    super();
    this.template = template;
    this.name = name;
    this.records = new Records('programs');
    this.current = this.#made(name, template);
    this.later = debounced(() => this.#put(this.current), PAUSE);
  }

  #made(name, text, { link = undefined, exercise = undefined, facts = undefined } = {}) {
    return { id: crypto.randomUUID(), when: Date.now(), name, text, link, exercise, facts };
  }

  /** Goes on with the program that this tab, or else the last one, had; with the template if there is none. */
  async start() {
    const late = this.#late();
    const kept = late && (await this.records.get(late.id));
    if (late && (!kept || kept.when < late.when)) await this.#put(late);
    const own = sessionStorage.getItem(LAST);
    const id = own ?? late?.id;
    if (!id || !(await this.open(id, own ? RELOADING : 0))) await this.begin(this.name, this.template);
  }

  #late() {
    try {
      return JSON.parse(localStorage.getItem(LATE));
    } catch {
      return null;
    }
  }

  /** Those that were kept, the newest first; the one of this tab is among them. */
  async list() {
    const others = (await this.records.list()).filter(({ id }) => id !== this.current.id);
    return [this.current, ...others];
  }

  /** Opens a program; whether it is there and no other tab has it. */
  async open(id, patience = 0) {
    const record = (await this.records.get(id)) ?? (this.#late()?.id === id ? this.#late() : null);
    if (!record || !(await this.records.claim(id, patience))) return false;
    this.#take(record);
    return true;
  }

  /** Goes on with a program that a link has brought before, or begins with it. */
  async arrive({ name, text, exercise, facts }, link) {
    const kept = (await this.list()).find((one) => one.link === link);
    if (kept && (kept.id === this.current.id || (await this.open(kept.id)))) return;
    await this.begin(name, text, { link, exercise, facts });
  }

  /** Begins another program, perhaps that of a link, with what came with it; the one before stays kept. */
  async begin(name, text, more = {}) {
    const made = this.#made(name, text, more);
    await this.records.claim(made.id);
    this.#take(made);
    if (text !== this.template) this.change({});
  }

  #take(record) {
    this.later.cancel();
    if (this.#changed) this.#put(this.current);
    this.#changed = false;
    this.current = record;
    this.#remember(sessionStorage, LAST, record.id);
  }

  /** Its text or its name is another one. */
  change(parts) {
    this.current = { ...this.current, ...parts, when: Date.now() };
    this.#changed = true;
    this.#remember(localStorage, LATE, JSON.stringify(this.current));
    this.later();
  }

  #remember(storage, key, value) {
    try {
      storage.setItem(key, value);
    } catch {
      this.dispatchEvent(new Event('full'));
    }
  }

  async #put(record) {
    if (await this.records.there) await this.records.put(record).catch(() => this.dispatchEvent(new Event('full')));
  }

  /** Deletes the program of this tab and goes on with the newest that no other tab has; a function that takes it back. */
  async remove() {
    const gone = this.current;
    this.#changed = false;
    const others = (await this.list()).slice(1);
    let found = false;
    for (const { id } of others) found ||= await this.open(id);
    if (!found) await this.begin(this.name, this.template);
    if (this.#late()?.id === gone.id) localStorage.removeItem(LATE);
    await this.records.remove(gone.id);
    return async () => {
      await this.#put(gone);
      if (!(await this.open(gone.id))) await this.begin(gone.name, gone.text, gone); // nothing can be kept here
    };
  }
}
