// Undo and redo without limit; what is kept as text is limited. What is kept is what changed, never whole works:
//
// {layer, at, before, after}   cells of one layer ("cells", "marks" or "pencil"): their numbers, old and new colors;
//                              with play: {before, after}, fields of the player's that changed with them
// {fields: {before, after}}    fields of a work that were replaced

const KEPT = 300_000; // characters of changes that are kept as text

const texts = new WeakMap(); // of changes: a change never changes

export class History {
  #done = [];
  #undone = [];

  push(change) {
    this.#done.push(change);
    this.#undone = [];
  }

  get canUndo() {
    return this.#done.length > 0;
  }

  get canRedo() {
    return this.#undone.length > 0;
  }

  /** The last change turned round, or null. */
  undo() {
    const change = this.#done.pop();
    if (!change) return null;
    this.#undone.push(change);
    return reversed(change);
  }

  /** The last change that was undone, or null. */
  redo() {
    const change = this.#undone.pop();
    if (!change) return null;
    this.#done.push(change);
    return change;
  }

  /** The newest changes as text, to go on with after a reload. */
  get text() {
    return `[[${newest(this.#done)}],[${newest(this.#undone)}]]`;
  }

  /** Takes over what `text` gave, in place of all that is here; nothing if it is no such text. */
  read(text) {
    [this.#done, this.#undone] = parsed(text) ?? [[], []];
  }
}

/** The last changes as text, as many as may be kept. */
function newest(changes) {
  let [from, left] = [changes.length, KEPT];
  for (; from > 0; from -= 1) {
    const text = textOf(changes[from - 1]);
    if (text === null || text.length > left) break;
    left -= text.length;
  }
  return changes.slice(from).map(textOf).join();
}

/** A change as text, made once; null where it is too long to be kept. */
function textOf(change) {
  if (!texts.has(change)) {
    const text = JSON.stringify(change, packed);
    texts.set(change, text.length > KEPT ? null : text);
  }
  return texts.get(change);
}

/** The changes of a text, or null. */
function parsed(text) {
  try {
    const lists = JSON.parse(text, unpacked);
    return lists.length === 2 && lists.every((changes) => changes.every(isChange)) ? lists : null;
  } catch {
    return null;
  }
}

const isPair = ({ before, after }) => [before, after].every((one) => one instanceof Object);

const isChange = ({ fields, layer, at, before, after, play }) => (fields
  ? isPair(fields)
  : (!play || isPair(play)) && ['cells', 'marks', 'pencil'].includes(layer) && at instanceof Uint32Array && [before, after].every((one) => one instanceof Uint8Array && one.length === at.length));

// JSON has neither maps nor arrays of bytes: they become objects with one key. Numbers are one text, or a large board would take seconds.

const TYPES = { Map, Uint8Array, Uint32Array };

function packed(key, value) {
  if (value instanceof Map) return { 'new Map': [...value] };
  return value instanceof Uint8Array || value instanceof Uint32Array ? { [`new ${value.constructor.name}`]: value.join() } : value;
}

function unpacked(key, value) {
  const [name] = value && typeof value === 'object' ? Object.keys(value) : [];
  const type = name?.startsWith('new ') ? TYPES[name.slice(4)] : null;
  if (!type) return value;
  return new type(type === Map ? value[name] : value[name].split(',').filter(Boolean)); // of an empty text nothing
}

function reversed(change) {
  if (change.fields) return { fields: { before: change.fields.after, after: change.fields.before } };
  const { before, after, play } = change;
  return { ...change, before: after, after: before, ...(play && { play: { before: play.after, after: play.before } }) };
}

/** Collects the cells of one stroke: each once, with the color that it had at first. */
export class Stroke {
  #before = new Map();
  #play = null; // fields of the player's, {before, after}

  constructor(layer, work) {
    this.layer = layer;
    this.work = work;
    this.array = work[layer];
  }

  /** Replaces fields of the player's. */
  lay(fields) {
    const { before, after } = (this.#play ??= { before: {}, after: {} });
    for (const [key, value] of Object.entries(fields)) {
      if (!(key in before)) before[key] = this.work[key];
      after[key] = value;
      this.work[key] = value;
    }
  }

  /** Sets cells to a color; the cells that really changed. */
  put(at, color) {
    return this.putEach(at, () => color);
  }

  putEach(at, colorOf) {
    const changed = [];
    for (const cell of at) {
      const color = colorOf(cell);
      if (this.array[cell] === color) continue;
      if (!this.#before.has(cell)) this.#before.set(cell, this.array[cell]);
      this.array[cell] = color;
      changed.push(cell);
    }
    return changed;
  }

  /** Takes everything back; the cells that changed by it. */
  revert() {
    const changed = [...this.#before.keys()];
    for (const [cell, color] of this.#before) this.array[cell] = color;
    this.#before.clear();
    Object.assign(this.work, this.#play?.before);
    this.#play = null;
    return changed;
  }

  /** The stroke as a change for the history, or null when nothing is different. */
  change() {
    const at = [...this.#before.keys()].filter((cell) => this.#before.get(cell) !== this.array[cell]);
    if (!at.length && !this.#play) return null;
    return {
      layer: this.layer,
      at: Uint32Array.from(at),
      before: Uint8Array.from(at, (cell) => this.#before.get(cell)),
      after: Uint8Array.from(at, (cell) => this.array[cell]),
      ...(this.#play && { play: this.#play }),
    };
  }
}
