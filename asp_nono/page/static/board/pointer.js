// Mouse, pen and touch on the board. One finger or button works with the tool in hand; two
// fingers, the middle button, or the hand move the board; the wheel scrolls, with Ctrl it zooms.
// While a stroke is at the edge of what is seen, the board moves on under it.
//
// A drag on clues scrolls: along the lines the board, across them the clues. A finger or a pen that
// rests is a press with the right button.
//
// The listener gets press(cell, {erase, shift, touch}), drag(cell, passed), release(), abandon(),
// hover(cell) and line(clue, point). `passed` are all cells since the last call, so that fast strokes have
// no holes; drag() gives the cell at which the stroke ends, where that is not the pointer's.

import { lineCells } from './tools.js';

const STILL = 6; // pixels of the screen that a finger may move without meaning it
const EDGE = 26; // pixels of the screen from the edge at which a stroke moves the board

export class Pointer {
  patience = 400; // milliseconds after which a finger rests
  hand = false; // whether every drag moves the board
  #touches = new Map();
  #long = 0;
  #stroke = null; // {from, first, last, end}: the point and the cell where it began, the cells to which it and what it draws have come
  #panning = null; // {at, from, line, moved}
  #pinched = 1;
  #scrolling = 0;

  constructor(board, listener) {
    this.board = board;
    this.listener = listener;
    const on = (type, run, options) => board.pane.addEventListener(type, run, options);
    on('pointerdown', (event) => this.#down(event));
    on('pointermove', (event) => this.#move(event));
    on('pointerup', (event) => this.#up(event));
    on('pointercancel', (event) => this.#up(event, true));
    on('pointerleave', () => this.listener.hover(null));
    on('wheel', (event) => this.#wheel(event), { passive: false });
    on('contextmenu', (event) => event.preventDefault());
  }

  #at(event) {
    const box = this.board.pane.getBoundingClientRect();
    const { ratio } = this.board.view;
    return [(event.clientX - box.left) * ratio, (event.clientY - box.top) * ratio];
  }

  #down(event) {
    const point = this.#at(event);
    this.board.pane.setPointerCapture(event.pointerId);
    this.#touches.set(event.pointerId, point);
    if (this.#touches.size > 1) {
      this.#drop();
      return;
    }
    const { view } = this.board;
    const cell = view.cellAt(...point);
    if (event.button === 1 || this.hand || !cell) {
      this.#panning = { at: point, from: point, line: cell || this.hand ? null : view.lineAt(...point) };
      return;
    }
    const touch = event.pointerType !== 'mouse';
    this.#stroke = { from: point, first: cell, last: cell, end: cell };
    this.listener.press(cell, { erase: event.button === 2, shift: event.shiftKey, touch });
    if (touch) this.#long = setTimeout(() => this.#rest(cell), this.patience);
  }

  /** The stroke begins again, with the right button. */
  #rest(cell) {
    if (!this.#stroke) return;
    this.listener.abandon();
    navigator.vibrate?.(12);
    this.listener.press(cell, { erase: true, touch: true });
  }

  /** Whether a pointer is still where it was, as far as a hand can tell. */
  #still(/** @type {number[]} */ [x, y], /** @type {number[]} */ [x0, y0]) {
    return Math.hypot(x - x0, y - y0) < STILL * this.board.view.ratio;
  }

  #pan(point) {
    const { view } = this.board;
    const { at, from, line } = this.#panning;
    if (line && !this.#panning.moved && this.#still(point, from)) return;
    const [dx, dy] = [point[0] - at[0], point[1] - at[1]];
    if (!line) view.pan(dx, dy);
    else if (line.side === 'rows') [view.shift(dx, 0), view.pan(0, dy)];
    else [view.shift(0, dy), view.pan(dx, 0)];
    Object.assign(this.#panning, { at: point, moved: true });
    this.board.redraw();
  }

  #move(event) {
    const point = this.#at(event);
    if (!this.#touches.has(event.pointerId)) {
      this.listener.hover(this.board.view.cellAt(...point));
      return;
    }
    if (this.#touches.size === 2) this.#pinch(event.pointerId, point);
    else if (this.#panning) this.#pan(point);
    else if (this.#stroke && !this.#still(point, this.#stroke.from)) this.#dragOn(event, point);
    this.#touches.set(event.pointerId, point);
  }

  #dragOn(event, point) {
    const passed = event.getCoalescedEvents?.() ?? [];
    for (const step of passed.length ? passed : [event]) this.#reach(this.#at(step));
    this.listener.hover(this.#stroke.last);
    this.#scroll(point);
  }

  #reach(point) {
    const stroke = this.#stroke;
    const { view } = this.board;
    const cell = view.cellAt(...point, true);
    if (cell.join() === stroke.last.join()) return;
    clearTimeout(this.#long);
    stroke.end = this.listener.drag(cell, lineCells(view.width, stroke.last, cell)) ?? cell;
    stroke.last = cell;
  }

  /** Moves the board on in the directions in which the stroke goes, as long as its pointer is at the edge. */
  #scroll(point) {
    cancelAnimationFrame(this.#scrolling);
    this.#scrolling = requestAnimationFrame(() => {
      const { view } = this.board;
      if (!this.#stroke || view.fits) return;
      const { first, end } = this.#stroke;
      const [near, by] = [EDGE * view.ratio, Math.max(2, Math.round(view.cell / 5))];
      const [dx, dy] = [[view.edgeX, view.paneWidth], [view.edgeY, view.paneHeight]].map(([low, high], axis) => {
        if (end[axis] === first[axis]) return 0;
        return point[axis] < low + near ? by : point[axis] > high - near ? -by : 0;
      });
      const before = [view.x, view.y].join();
      view.pan(dx, dy);
      if (before === [view.x, view.y].join()) return;
      this.board.redraw();
      this.#reach(point);
      this.#scroll(point);
    });
  }

  #pinch(id, point) {
    const old = this.#touches.get(id);
    const [other] = [...this.#touches].filter(([one]) => one !== id).map(([, at]) => at);
    const { view } = this.board;
    const apart = (one) => Math.hypot(one[0] - other[0], one[1] - other[1]);
    view.pan((point[0] - old[0]) / 2, (point[1] - old[1]) / 2);
    this.#pinched *= apart(point) / Math.max(1, apart(old));
    if (Math.abs(Math.round(view.cell * this.#pinched) - view.cell) >= 1) {
      view.zoom(this.#pinched, (point[0] + other[0]) / 2, (point[1] + other[1]) / 2);
      this.#pinched = 1;
    }
    this.board.redraw();
  }

  #up(event, lost = false) {
    this.#touches.delete(event.pointerId);
    clearTimeout(this.#long);
    const { line, moved, from } = this.#panning ?? {};
    const [rest] = this.#touches.values();
    this.#panning = rest ? { at: rest, from: rest, line: null } : null; // the finger that stays moves the board
    if (line && !moved && !lost) this.listener.line(line, from);
    this.#pinched = 1;
    if (!this.#stroke) return;
    this.#stroke = null;
    if (lost) this.listener.abandon();
    else this.listener.release();
  }

  /** A second finger came down: what the first one did was no stroke. */
  #drop() {
    clearTimeout(this.#long);
    this.#panning = null;
    if (!this.#stroke) return;
    this.#stroke = null;
    this.listener.abandon();
  }

  #wheel(event) {
    const { view } = this.board;
    if (event.ctrlKey || event.metaKey) view.zoom(Math.exp(-event.deltaY / 240), ...this.#at(event));
    else if (view.fits) return;
    else {
      const [dx, dy] = event.shiftKey ? [event.deltaY, event.deltaX] : [event.deltaX, event.deltaY];
      view.pan(-dx * view.ratio, -dy * view.ratio);
    }
    event.preventDefault();
    this.board.redraw();
  }
}
