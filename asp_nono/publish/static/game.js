// The state of a game: marks, pencil marks, their history, the time, and keeping it all.
//
// Events: "change" {at, lines} after cells changed, "settled" after a stroke, an undo or a restart, "solved".

import { DoneClues, restOf } from '../../page/static/solved.js';
import { History, Stroke } from '../../page/static/history.js';
import { clueOf, isClue } from '../../page/static/clues.js';
import { h } from '../../page/static/dom.js';
import { UNKNOWN, filled } from '../../page/static/model.js';
import { linesOf } from '../../page/static/lines.js';

const PREFIX = 'asp-nono '; // of the names under which a game is kept
const FIRST = 0x30; // the character of color 0 in what is kept

export class Game extends EventTarget {
  history = new History();
  seconds = 0;
  hints = 0;
  checks = 0;
  solved = false;
  #stroke = null;
  #timer = 0;

  /** @param work as of model.js, with clues of its own; @param key where it is kept */
  constructor(work, key, settings) {
    super();
    this.work = work;
    this.clues = work.clues;
    this.marks = work.marks;
    this.key = key;
    this.settings = settings;
    this.pencil = work.pencil;
    this.lines = linesOf(work, work.clues);
    this.fixed = new Set();
    for (const [at, colors] of work.given) if (colors.length === 1) this.fixed.add(at);
    this.#restore();
    this.#crossEmpty();
    for (const at of this.fixed) [this.marks[at]] = work.given.get(at);
    this.done = new DoneClues(work, this.clues);
    this.solved = this.isSolved();
    addEventListener('storage', (event) => event.key === PREFIX + key && this.#adopt());
  }

  /** Another tab with this puzzle has gone on: so does this one, or each would undo the marks of the other. */
  #adopt() {
    this.cancel();
    const won = this.solved;
    this.marks.fill(UNKNOWN);
    this.pencil.fill(UNKNOWN);
    this.#restore();
    for (const at of this.fixed) [this.marks[at]] = this.work.given.get(at);
    this.solved = this.isSolved();
    this.#changed([...this.marks.keys()]);
    this.dispatchEvent(new Event('settled'));
    if (this.solved && !won) this.dispatchEvent(new Event('solved'));
  }

  // --- strokes ---------------------------------------------------------------------------------

  /** The marks, or the pencil marks. */
  layer(name) {
    return this[name];
  }

  begin(layer) {
    this.end();
    this.#stroke = new Stroke(layer, this[layer]);
  }

  put(at, color) {
    this.#changed(this.#stroke.put(at.filter((cell) => !this.fixed.has(cell)), color));
  }

  rewind() {
    if (this.#stroke) this.#changed(this.#stroke.revert());
  }

  cancel() {
    this.rewind();
    this.#stroke = null;
  }

  end() {
    const stroke = this.#stroke;
    if (!stroke) return;
    if (stroke.layer === 'marks' && this.settings.autoCross) this.#crossRest(stroke);
    this.#stroke = null;
    const change = stroke.change();
    if (!change) return;
    this.history.push(change);
    this.#settled();
  }

  /** One stroke that sets cells [cell, color]. */
  set(cells) {
    this.begin('marks');
    const colors = new Map(cells);
    this.#changed(this.#stroke.putEach([...colors.keys()].filter((at) => !this.fixed.has(at)), (at) => colors.get(at)));
    this.end();
  }

  /** Crosses out the unknown cells of lines that a stroke has finished. */
  #crossRest(stroke) {
    this.#changed(stroke.put(restOf(this.work, this.clues, stroke.change()?.at ?? []), 0));
  }

  /** Lines without a block are finished before anything is filled. */
  #crossEmpty() {
    if (!this.settings.autoCross) return;
    const empty = this.lines.filter(({ clue }) => !clue.length).flatMap((line) => this.cells(line));
    for (const at of empty) this.marks[at] = 0;
  }

  #changed(at) {
    if (!at.length) return;
    this.dispatchEvent(new CustomEvent('change', { detail: { at, lines: this.done.forget(at) } }));
  }

  #settled() {
    this.keep();
    const solved = this.isSolved();
    const won = solved && !this.solved;
    if (won) this.marks.forEach((color, at) => color === UNKNOWN && (this.marks[at] = 0));
    this.solved = solved;
    this.dispatchEvent(new Event('settled'));
    if (!won) return;
    this.keep();
    this.dispatchEvent(new Event('solved'));
  }

  // --- history ---------------------------------------------------------------------------------

  undo() {
    this.end();
    this.#apply(this.history.undo());
  }

  redo() {
    this.end();
    this.#apply(this.history.redo());
  }

  #apply(change) {
    if (!change) return;
    change.at.forEach((cell, number) => {
      this[change.layer][cell] = change.after[number];
    });
    this.#changed([...change.at]);
    this.#settled();
  }

  restart() {
    this.begin('marks');
    this.put([...this.marks.keys()], UNKNOWN);
    const { settings } = this;
    this.settings = { ...settings, autoCross: false };
    this.end();
    Object.assign(this, { settings, seconds: 0, hints: 0, checks: 0 });
    this.#crossEmpty();
    this.keep();
  }

  // --- what the clues say ----------------------------------------------------------------------

  cells({ start, step, length }) {
    return Array.from({ length }, (_, p) => start + p * step);
  }

  /** Whether the filled cells of a line are what its clue says. */
  isDone({ clue, start, step, length }, cells = this.filled) {
    return isClue(clueOf(cells, start, step, length), clue);
  }

  /** The marks with everything that is unknown as background. */
  get filled() {
    return filled(this.marks);
  }

  /** Whether the filled cells are right; blanks need no cross. Any solution counts. */
  isSolved() {
    return this.fits(this.filled);
  }

  /** Whether a picture is a solution. */
  fits(cells) {
    return this.lines.every((line) => this.isDone(line, cells))
      && [...this.work.given].every(([at, colors]) => colors.includes(cells[at]));
  }

  /** A picture as a canvas, some pixels for each cell. */
  drawn(cells, unit = 1) {
    const { width, height, colors } = this.work;
    const canvas = h('canvas', { width: width * unit, height: height * unit });
    const ctx = canvas.getContext('2d');
    cells.forEach((color, at) => {
      ctx.fillStyle = `#${colors[color].rgb}`;
      ctx.fillRect((at % width) * unit, Math.floor(at / width) * unit, unit, unit);
    });
    return canvas;
  }

  // --- time and keeping ------------------------------------------------------------------------

  /** Counts the seconds while the page is seen and the puzzle open. */
  run(tick) {
    clearInterval(this.#timer);
    this.#timer = setInterval(() => {
      if (document.hidden || this.solved) return;
      this.seconds += 1;
      if (this.seconds % 15 === 0) this.keep();
      tick();
    }, 1000);
  }

  keep() {
    const coded = (cells) => String.fromCodePoint(...Array.from(cells, (color) => (color === UNKNOWN ? 0x2e : FIRST + color)));
    const { seconds, hints, checks, history: { text: history } } = this;
    const rows = (layer) => Array.from({ length: this.work.height }, (_, y) =>
      coded(layer.subarray(y * this.work.width, (y + 1) * this.work.width)));
    const solved = this.isSolved();
    store(this.key, { marks: rows(this.marks), pencil: rows(this.pencil), seconds, hints, checks, solved, history });
  }

  #restore() {
    const kept = stored(this.key);
    if (!kept) return;
    const read = (rows, into) => [...rows.join('')].forEach((char, at) => {
      const color = char.codePointAt(0) - FIRST;
      if (at < into.length && color >= 0 && color < this.work.colors.length) into[at] = color;
    });
    read(kept.marks, this.marks);
    read(kept.pencil, this.pencil);
    this.history.read(kept.history);
    for (const name of ['seconds', 'hints', 'checks']) this[name] = Number(kept[name]) || 0;
  }
}

/** What is kept under a name; null where nothing is, or nothing can be. */
export function stored(key) {
  try {
    return JSON.parse(localStorage.getItem(PREFIX + key));
  } catch {
    return null;
  }
}

export function store(key, value) {
  try {
    localStorage.setItem(PREFIX + key, JSON.stringify(value));
  } catch {
    // a private window, or no room: the game goes on without being kept
  }
}
