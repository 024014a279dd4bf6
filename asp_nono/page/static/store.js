// The one work on the table, its clues and its history. Everything that changes a work goes
// through here, and everybody who shows something of it listens here.
//
// The marks and the pencil marks of the player have one history.
//
// Events: "cells" {at, layer, rows, columns} after cells of a layer changed ("rows" and "columns"
// are the lines with new clues), "work" {fields} after anything else, "settled" after a stroke,
// an undo or a change of fields has ended: {design} is not of the player, with {play} there is
// more new of the player than cells.

import { cluesOf, updateClues } from './clues.js';
import { History, Stroke } from './history.js';
import { UNKNOWN, isPicture } from './model.js';

export class Store extends EventTarget {
  #stroke = null;

  constructor(work, /** @type {string} */ id = crypto.randomUUID()) {
    super();
    this.histories = { cells: new History(), marks: new History() };
    this.load(work, id);
  }

  /**
   * Puts another work on the table, with its histories as text if they were kept.
   *
   * @param {import('./model.js').Work} work
   * @param {string} id
   */
  load(work, id = crypto.randomUUID(), kept = {}) {
    this.work = work;
    this.id = id;
    this.clues = work.clues ?? cluesOf(work);
    for (const [layer, history] of Object.entries(this.histories)) history.read(kept[layer]);
    this.#tell('work', { fields: null });
    this.#tell('settled', { design: true });
  }

  #tell(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }

  // --- strokes -------------------------------------------------------------------------------

  /** The layer of the stroke that has begun, or null. */
  get drawing() {
    return this.#stroke?.layer ?? null;
  }

  /** The cells that the stroke has changed. */
  get stroked() {
    return this.#stroke?.change()?.at ?? [];
  }

  begin(layer) {
    this.end();
    this.#stroke = new Stroke(layer, this.work);
  }

  put(at, color) {
    this.#changed(this.#stroke.layer, this.#stroke.put(at, color));
  }

  putEach(at, colorOf) {
    this.#changed(this.#stroke.layer, this.#stroke.putEach(at, colorOf));
  }

  /** Replaces fields of the player's, as a part of the stroke. */
  lay(fields) {
    this.#stroke.lay(fields);
  }

  /** Takes back what the stroke has done so far; it goes on. */
  rewind() {
    this.#changed(this.#stroke.layer, this.#stroke.revert());
  }

  end() {
    if (!this.#stroke) return;
    const change = this.#stroke.change();
    this.#stroke = null;
    if (!change) return;
    this.histories[change.layer === 'cells' ? 'cells' : 'marks'].push(change);
    this.#settle(change);
  }

  #settle({ layer, play }) {
    this.#tell('settled', { design: layer === 'cells', play: Boolean(play) });
  }

  cancel() {
    if (!this.#stroke) return;
    this.rewind();
    this.#stroke = null;
  }

  /** One stroke that sets cells to a color. */
  paint(layer, at, color) {
    this.begin(layer);
    this.put(at, color);
    this.end();
  }

  /** One stroke that makes a layer equal to a picture. */
  show(layer, picture) {
    this.begin(layer);
    this.putEach(this.work[layer].keys(), (cell) => picture[cell]);
    this.end();
  }

  #changed(layer, at) {
    if (!at.length) return;
    const design = layer === 'cells' && isPicture(this.work);
    const lines = design ? updateClues(this.clues, this.work, at) : { rows: [], columns: [] };
    if (design) this.work.struck = []; // they were of other clues
    this.#tell('cells', { at, layer, ...lines });
  }

  // --- fields --------------------------------------------------------------------------------

  /** Replaces fields of the work, as one step that can be undone. */
  set(fields) {
    this.end();
    const before = Object.fromEntries(Object.keys(fields).map((key) => [key, this.work[key]]));
    this.histories.cells.push({ fields: { before, after: fields } });
    this.#replace(fields);
  }

  /** Replaces texts, which no history keeps: what is typed has its own undo. */
  setTexts(fields) {
    Object.assign(this.work, fields);
    this.#tell('work', { fields: Object.keys(fields) });
    this.#tell('settled', { design: false });
  }

  /** Sets a text of the puzzle; an empty one is none. */
  setText(key, value) {
    const texts = { ...this.work.texts, [key]: value.trim() };
    if (!texts[key]) delete texts[key];
    this.setTexts({ texts });
  }

  #replace(fields) {
    const fresh = ([key, value]) => [key, value instanceof Uint8Array ? value.slice() : value]; // strokes must not change what the history has
    Object.assign(this.work, Object.fromEntries(Object.entries(fields).map(fresh)));
    if ('width' in fields || 'colors' in fields) this.#fitMarks();
    if ('clues' in fields || 'cells' in fields) this.work.struck = [];
    this.clues = this.work.clues ?? cluesOf(this.work);
    this.#tell('work', { fields: Object.keys(fields) });
    this.#tell('settled', { design: true });
  }

  /** With another size or other colors the history of the marks names cells and colors that are others now. */
  #fitMarks() {
    const { colors, marks, pencil } = this.work;
    this.histories.marks.read('');
    for (const layer of [marks, pencil]) layer.forEach((color, at) => color >= colors.length && (layer[at] = UNKNOWN));
  }

  // --- history -------------------------------------------------------------------------------

  undo(layer) {
    this.end();
    this.#apply(this.histories[layer].undo());
  }

  redo(layer) {
    this.end();
    this.#apply(this.histories[layer].redo());
  }

  #apply(change) {
    if (!change) return;
    if (change.fields) {
      this.#replace(change.fields.after);
      return;
    }
    const array = this.work[change.layer];
    change.at.forEach((cell, number) => {
      array[cell] = change.after[number];
    });
    Object.assign(this.work, change.play?.after);
    this.#changed(change.layer, change.at);
    this.#settle(change);
  }

  /** Whether the player has marked anything. */
  get played() {
    return this.work.marks.some((color) => color !== UNKNOWN);
  }
}
