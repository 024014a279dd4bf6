// Mouse, pen and touch on the board. One finger or button works with the tool in hand; two
// fingers, the middle button, or the hand move the board; the wheel scrolls, with Ctrl it zooms.
//
// A drag on clues scrolls: along the lines the board, across them the clues. A long touch is a press
// with the right button.
//
// The listener gets press(cell, {erase, shift, touch}), drag(cells), release(), abandon(),
// hover(cell) and line(clue).
// `cells` are all that were passed since the last call, so that fast strokes have no holes.

import { lineCells } from './tools.js';

const LONG = 420; // milliseconds of a long touch
const STILL = 6; // pixels of the screen that a finger may move without meaning it

export class Pointer {
  #touches = new Map();
  #long = 0;
  #last = null;
  #panning = null;

  constructor(board, listener) {
    this.board = board;
    this.listener = listener;
    this.hand = false;
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
    if (this.#touches.size === 2) {
      this.#drop();
      return;
    }
    if (this.#touches.size > 2) return;
    if (event.button === 1 || this.hand) {
      this.#panning = { at: point };
      return;
    }
    const { view } = this.board;
    const cell = view.cellAt(...point);
    const line = cell ? null : view.lineAt(...point);
    if (line) this.#panning = { at: point, from: point, line };
    if (!cell) return;
    const touch = event.pointerType === 'touch';
    this.#last = cell;
    this.#from = point;
    this.listener.press(cell, { erase: event.button === 2, shift: event.shiftKey, touch });
    if (touch) this.#long = setTimeout(() => this.#pressLong(cell), LONG);
  }

  #from = [0, 0];

  #pressLong(cell) {
    if (!this.#last) return;
    this.listener.abandon();
    navigator.vibrate?.(12);
    this.listener.press(cell, { erase: true, touch: true });
  }

  /** Whether a pointer is still where it was, as far as a hand can tell. */
  #still(point, from) {
    const [x, y] = point;
    const [x0, y0] = from;
    return Math.hypot(x - x0, y - y0) < STILL * this.board.view.ratio;
  }

  #pan(point) {
    const { view } = this.board;
    const { at, from, line } = this.#panning;
    if (line && this.#still(point, from)) return;
    const [dx, dy] = [point[0] - at[0], point[1] - at[1]];
    if (line) Object.assign(this.#panning, { moved: true });
    if (!line) view.pan(dx, dy);
    else if (line.side === 'rows') [view.shift(dx, 0), view.pan(0, dy)];
    else [view.shift(0, dy), view.pan(dx, 0)];
    this.#panning.at = point;
    this.board.redraw();
  }

  #move(event) {
    const point = this.#at(event);
    const { view } = this.board;
    if (!this.#touches.has(event.pointerId)) {
      this.listener.hover(view.cellAt(...point));
      return;
    }
    if (this.#touches.size === 2) this.#pinch(event.pointerId, point);
    else if (this.#panning) this.#pan(point);
    else if (this.#last && !this.#still(point, this.#from)) this.#dragOn(event);
    this.#touches.set(event.pointerId, point);
  }

  #dragOn(event) {
    const { view } = this.board;
    const passed = event.getCoalescedEvents?.() ?? [];
    for (const step of passed.length ? passed : [event]) {
      const cell = view.cellAt(...this.#at(step), true);
      if (cell.join() === this.#last.join()) continue;
      clearTimeout(this.#long);
      this.listener.drag(cell, lineCells(view.width, this.#last, cell));
      this.#last = cell;
    }
    this.listener.hover(this.#last);
  }

  #pinch(id, point) {
    const old = this.#touches.get(id);
    const [other] = [...this.#touches].filter(([one]) => one !== id).map(([, at]) => at);
    const { view } = this.board;
    const apart = (one) => Math.hypot(one[0] - other[0], one[1] - other[1]);
    view.pan((point[0] - old[0]) / 2, (point[1] - old[1]) / 2);
    const change = apart(point) / Math.max(1, apart(old));
    this.#pinched = (this.#pinched ?? 1) * change;
    const wanted = view.cell * this.#pinched;
    if (Math.abs(Math.round(wanted) - view.cell) >= 1) {
      view.zoom(this.#pinched, (point[0] + other[0]) / 2, (point[1] + other[1]) / 2);
      this.#pinched = 1;
    }
    this.board.redraw();
  }

  #pinched = 1;

  #up(event, lost = false) {
    this.#touches.delete(event.pointerId);
    clearTimeout(this.#long);
    const { line, moved } = this.#panning ?? {};
    this.#panning = null;
    if (line && !moved && !lost) this.listener.line(line);
    this.#pinched = 1;
    if (!this.#last) return;
    this.#last = null;
    if (lost) this.listener.abandon();
    else this.listener.release();
  }

  /** A second finger came down: what the first one did was no stroke. */
  #drop() {
    clearTimeout(this.#long);
    this.#panning = null;
    if (!this.#last) return;
    this.#last = null;
    this.listener.abandon();
  }

  #wheel(event) {
    const { view } = this.board;
    if (event.ctrlKey || event.metaKey) {
      event.preventDefault();
      view.zoom(Math.exp(-event.deltaY / 240), ...this.#at(event));
    } else if (!view.fits) {
      event.preventDefault();
      const [dx, dy] = event.shiftKey ? [event.deltaY, event.deltaX] : [event.deltaX, event.deltaY];
      view.pan(-dx * view.ratio, -dy * view.ratio);
    } else return;
    this.board.redraw();
  }
}
