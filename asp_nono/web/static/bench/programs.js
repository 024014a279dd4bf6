// The programs of the bench: each has a name, and is kept in this browser as it changes.

import { Records } from '../app/records.js';

export class Programs extends Records {
  constructor(template, name) {
    super('programs', 'studio.program');
    this.template = template;
    this.name = name;
    this.current = this.#made(crypto.randomUUID(), name, template);
  }

  #made(id, name, text, { link = undefined, exercise = undefined, facts = undefined } = {}) {
    return { id, when: Date.now(), name, text, link, exercise, facts };
  }

  /** Goes on with the program that this tab, or else the last one, had; with the template if there is none. */
  async start() {
    if (!(await this.restore())) await this.begin(this.name, this.template);
  }

  /** Those that were kept, the newest first; the one of this tab is among them. */
  async list() {
    const others = (await super.list()).filter(({ id }) => id !== this.current.id);
    return [this.current, ...others];
  }

  /** Goes on with a program that a link has brought before, or begins with it. */
  async arrive({ name, text, exercise, facts }, link) {
    const kept = (await this.list()).find((one) => one.link === link);
    if (kept && (kept.id === this.current.id || (await this.open(kept.id)))) return;
    await this.begin(name, text, { link, exercise, facts });
  }

  /** Begins another program, perhaps that of a link, with what came with it; the one before stays kept. */
  async begin(name, text, more = {}) {
    this.current = this.#made(await this.fresh(), name, text, more);
    if (text !== this.template) this.change({});
  }

  /** Its text or its name is another one. */
  change(parts) {
    this.current = { ...this.current, ...parts, when: Date.now() };
    this.touch();
  }

  /** Deletes the program of this tab and goes on with the newest that no other tab has; a function that takes it back. */
  async removeCurrent() {
    const gone = this.current;
    const others = (await this.list()).slice(1);
    let found = false;
    for (const { id } of others) found ||= await this.open(id);
    if (!found) await this.begin(this.name, this.template);
    await this.remove(gone.id);
    return async () => {
      await this.put(gone);
      if (!(await this.open(gone.id))) await this.begin(gone.name, gone.text, gone); // nothing can be kept here
    };
  }
}
