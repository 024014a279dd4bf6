// The middle of the page: the board with what lies over it, the line under it, the keyboard on it.

import { fill, h } from '../dom.js';
import { Board } from '../board/board.js';
import { blockAt, clueElements } from '../board/clues.js';
import { Pointer } from '../board/pointer.js';
import { Spoken, cellText } from './spoken.js';
import { put, t } from '../texts.js';
import { button } from '../parts.js';

const COARSE = matchMedia('(pointer: coarse)');
const TOUCHED = 24; // pixels of a cell that a finger can touch (WCAG 2.5.8)
export const NO_NOTES = { cells: new Map(), lines: new Map() };

export class Stage {
  notes = NO_NOTES;
  preview = null; // {cells, bar}: another picture is shown in place of the work's, with a bar that says so
  /** @type {import('../model.js').Cell} */
  cursor = [0, 0];
  #end = null; // the cell at which a drag that is held on its line has come

  constructor(app) {
    this.app = app;
    this.board = new Board();
    this.spoken = new Spoken();
    this.live = h('div', { class: 'unseen', 'aria-live': 'polite' });
    this.bar = h('div', { class: 'stage-bar' });
    this.place = h('div', { class: 'status-place' });
    this.won = h('div', { class: 'win', role: 'status', hidden: true });
    this.size = h('span', { class: 'status-size' });
    this.time = h('span', { class: 'time' });
    this.spoken.grid.append(this.board.pane);
    this.element = h('main', { class: 'stage', id: 'stage' }, this.bar, this.spoken.grid, this.#status(), this.won, this.live);
    this.pointer = new Pointer(this.board, this.#listener());
    this.#listenToKeys();
    this.#listenToStore();
    addEventListener('studio-theme', () => this.refresh());
    addEventListener('resize', () => this.board.redraw());
  }

  #status() {
    const zoom = (factor) => () => {
      const { view } = this.board;
      view.zoom(factor, view.paneWidth / 2, view.paneHeight / 2);
      this.board.redraw();
    };
    this.zoomIn = zoom(1.25);
    this.zoomOut = zoom(0.8);
    this.fit = () => {
      this.board.view.turnFit();
      this.board.redraw();
    };
    return h('div', { class: 'status' }, this.place, this.time, this.size,
      this.zooms = h('span', { class: 'status-zoom' },
        button(t.zoomOut, this.zoomOut, { glyph: 'zoomOut', bare: true, kind: 'quiet' }),
        button(t.zoomIn, this.zoomIn, { glyph: 'zoomIn', bare: true, kind: 'quiet' }),
        button(t.zoomFit, this.fit, { glyph: 'fit', bare: true, kind: 'quiet' })));
  }

  /** Shows what changes in the work, and has the mode know of it. */
  #listenToStore() {
    const { app } = this;
    app.store.addEventListener('cells', (/** @type {CustomEvent} */ { detail }) => {
      if (detail.layer === 'cells') this.mark();
      const lines = app.mode?.touched?.(detail) ?? detail;
      this.touch(detail.at, lines);
    });
    app.store.addEventListener('work', (/** @type {CustomEvent} */ { detail }) => {
      this.preview = null;
      this.mark();
      this.refresh();
      app.mode?.refresh?.();
      if (!detail.fields) this.board.view.fit();
    });
    app.store.addEventListener('settled', (/** @type {CustomEvent} */ { detail }) => {
      this.board.measure();
      app.mode?.settled?.(detail);
    });
    app.settings.addEventListener('change', () => this.refresh());
  }

  // --- what is shown -------------------------------------------------------------------------

  /** Redraws everything, after a change of more than some cells. */
  refresh() {
    const { store, mode, settings } = this.app;
    if (!mode) return;
    const { work, clues } = store;
    const base = { width: work.width, height: work.height, colors: work.colors, clues, given: new Set(work.given.keys()), symbols: settings.symbols, roomy: 0, playing: false, done: null, least: 3 };
    this.scene = { ...base, ...mode.scene(), notes: this.notes.cells, lineNotes: this.notes.lines };
    if (COARSE.matches && this.scene.clues.rows.length) this.scene.least = TOUCHED;
    if (this.preview) Object.assign(this.scene, { cells: this.preview.cells, tints: this.preview.tints, playing: Boolean(this.preview.playing), done: null });
    this.cursor = [Math.min(this.cursor[0], work.width - 1), Math.min(this.cursor[1], work.height - 1)];
    this.board.show(this.scene);
    this.spoken.describe(this.scene, put(t.spoken.board, { mode: mode.label, width: work.width, height: work.height }));
    this.spoken.place(this.scene, this.cursor);
    this.size.textContent = put(t.size, work);
    if (this.place.hasChildNodes()) this.#tellPlace(this.board.hover);
    fill(this.bar, this.preview?.bar ?? mode.bar?.() ?? null);
    this.bar.hidden = !this.bar.childNodes.length;
  }

  /** Some cells changed; `lines` are the lines whose clues look different now. */
  touch(at, lines) {
    if (!this.scene) return;
    this.board.touch(at, lines);
    this.#tellPlace(this.board.hover);
  }

  /** Signs on cells and clues: {cells: Map, lines: Map}. Without them the old ones go. */
  mark(notes = NO_NOTES) {
    this.show(this.preview, notes);
  }

  /** Moves the board just so far that one of some signs is seen, unless one is already. */
  reveal({ cells, lines }) {
    const { view } = this.board;
    const { width } = this.scene;
    const [left, top, right, bottom] = view.seen;
    const places = [...cells.keys()].map((cell) => /** @type {const} */ ([cell % width, Math.floor(cell / width)]));
    const inside = ([x, y]) => left <= x && x <= right && top <= y && y <= bottom;
    if (places.some(inside)) return;
    for (const line of lines.keys()) {
      const [side, number] = line.split(' ');
      places.push(side === 'row' ? [(left + right) >> 1, number - 1] : [number - 1, (top + bottom) >> 1]);
    }
    if (places.length) view.reveal(...places[0]);
    this.board.redraw();
  }

  /** Shows another picture in place of the work's, with a bar above it, and perhaps other signs; null ends it. */
  show(preview, notes = this.notes) {
    if (preview === this.preview && notes === this.notes) return;
    [this.preview, this.notes] = [preview, notes];
    this.refresh();
  }

  /** Shows the work alone, without signs. */
  clear() {
    this.show(null, NO_NOTES);
  }

  say(text) {
    this.live.textContent = '';
    requestAnimationFrame(() => {
      this.live.textContent = text;
    });
  }

  /** What a solved puzzle says of itself, over the board; null takes it away. */
  win(parts) {
    fill(this.won, parts);
    this.won.hidden = !parts;
  }

  /** The clues of the line and column one is at, in full. */
  #tellPlace(cell) {
    const [x, y] = cell ?? this.board.cursor ?? (COARSE.matches ? this.cursor : [-1, -1]);
    const { scene } = this;
    const known = scene?.clues.rows.length && x >= 0 && y < scene.height && x < scene.width;
    fill(this.place, known ? [this.#clue('rows', y), this.#clue('columns', x)] : null);
  }

  #clue(side, number) {
    return h('span', { class: 'clue-now' }, h('i', { text: put(t.status[side], { number: number + 1 }) }), ' ', clueElements(this.scene, side, number));
  }

  // --- pointing ------------------------------------------------------------------------------

  #listener() {
    const { app } = this;
    const free = () => app.mode && !this.preview;
    return {
      press: (cell, how) => {
        this.cursor = cell;
        this.board.point(cell, null);
        if (free()) app.mode.press?.(cell, how);
        else app.mode?.pressPreview?.(cell);
      },
      drag: (cell, passed) => {
        if (free()) this.#end = app.mode.drag?.(cell, passed);
      },
      release: () => {
        this.#end = null;
        if (free()) app.mode.release?.();
        this.#tellPlace(this.board.hover);
      },
      abandon: () => {
        this.#end = null;
        if (free()) app.mode.abandon?.();
      },
      line: (line, point) => this.scene.clues.rows.length && app.mode?.line?.({ ...line, block: blockAt(this.board.view, this.scene, line, point) }),
      hover: (pointed) => {
        const cell = (pointed && this.#end) || pointed;
        this.board.point(cell);
        this.#tellPlace(cell);
        app.mode?.hover?.(cell);
      },
    };
  }

  // --- keys ----------------------------------------------------------------------------------

  #listenToKeys() {
    const { grid } = this.spoken;
    grid.addEventListener('keydown', (event) => {
      if (this.#arrow(event) || (!this.preview && this.app.mode.key?.(event, this.cursor))) event.preventDefault();
    });
    grid.addEventListener('focus', () => {
      if (grid.matches(':focus-visible')) this.moveTo(this.cursor);
    });
    grid.addEventListener('blur', () => this.board.point(null, null));
  }

  #arrow(event) {
    const { width, height } = this.scene;
    const [x, y] = this.cursor;
    const far = event.ctrlKey || event.metaKey;
    const targets = {
      ArrowLeft: [far ? 0 : x - 1, y], ArrowRight: [far ? width - 1 : x + 1, y],
      ArrowUp: [x, far ? 0 : y - 1], ArrowDown: [x, far ? height - 1 : y + 1],
      Home: [0, far ? 0 : y], End: [width - 1, far ? height - 1 : y],
      PageUp: [x, y - 5], PageDown: [x, y + 5],
    };
    const target = targets[event.key];
    if (!target || event.altKey) return false;
    /** @type {import('../model.js').Cell} */
    const to = [Math.min(Math.max(target[0], 0), width - 1), Math.min(Math.max(target[1], 0), height - 1)];
    if (!this.preview) this.app.mode.moveCursor?.(this.cursor, to, event.shiftKey);
    this.moveTo(to);
    return true;
  }

  moveTo(cell) {
    this.cursor = cell;
    const before = this.board.view.x + this.board.view.y * 1e6;
    this.board.view.reveal(...cell);
    if (before !== this.board.view.x + this.board.view.y * 1e6) this.board.redraw();
    this.board.point(null, cell);
    this.spoken.place(this.scene, cell);
    this.#tellPlace(cell);
  }

  /** Says what the cursor's cell has become. */
  sayCell() {
    this.spoken.place(this.scene, this.cursor);
    this.say(cellText(this.scene, ...this.cursor));
  }
}
