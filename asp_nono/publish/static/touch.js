// Fingers, mouse and pen. One finger on the cells draws along a row or a column; two fingers, or
// one on the clues, move the board; pinching zooms. Long clues can be pushed along their line. A
// finger that rests crosses out.
//
// The listener gets press(cell, other), where `other` asks for the other tool, reach(cells),
// release(), abandon() and point(cell).

const EDGE = 26; // pixels from the edge at which a stroke moves the board

export class Touch {
  patience = 380; // milliseconds after which a finger rests
  #touches = new Map();
  #from = null; // the cell where the stroke began
  #axis = null; // 0 along a row, 1 along a column, once that is clear
  #pan = false;
  #clues = null; // the side whose clues a finger holds
  #rest = 0;
  #last = null; // where the finger of a stroke is
  #pinched = 1;

  constructor(board, listener) {
    this.board = board;
    this.listener = listener;
    const on = (type, run, options) => board.pane.addEventListener(type, run, options);
    on('pointerdown', (event) => this.#down(event));
    on('pointermove', (event) => this.#move(event));
    on('pointerup', (event) => this.#up(event, false));
    on('pointercancel', (event) => this.#up(event, true));
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
    const cell = this.board.view.cellAt(...point);
    this.#pan = !cell || event.button === 1;
    this.#clues = this.board.view.lineAt(...point)?.side;
    if (this.#pan) return;
    this.board.keyed = false;
    this.#from = cell;
    this.#axis = null;
    this.#last = point;
    this.listener.press(cell, event.button === 2);
    if (event.pointerType !== 'mouse') this.#rest = setTimeout(() => this.#rested(cell), this.patience);
    this.#show(cell, 1);
  }

  /** The stroke begins anew, with the other tool. */
  #rested(cell) {
    this.#rest = 0;
    navigator.vibrate?.(12);
    this.listener.abandon();
    this.listener.press(cell, true);
  }

  #move(event) {
    const point = this.#at(event);
    const old = this.#touches.get(event.pointerId);
    if (!old) {
      if (event.pointerType === 'mouse') this.listener.point(this.board.view.cellAt(...point));
      return;
    }
    if (this.#touches.size === 2) this.#pinch(event.pointerId, point, old);
    else if (this.#pan) this.#carry(point[0] - old[0], point[1] - old[1]);
    else if (this.#from) {
      this.#last = point;
      this.#stroke();
      this.#scroll();
    }
    this.#touches.set(event.pointerId, point);
  }

  /** Moves the board, or long clues along their lines. */
  #carry(dx, dy) {
    const { view } = this.board;
    if (this.#clues === 'rows') view.shift(dx, 0);
    if (this.#clues === 'columns') view.shift(0, dy);
    view.pan(this.#clues === 'rows' ? 0 : dx, this.#clues === 'columns' ? 0 : dy);
    this.board.redraw();
  }

  /** Draws from the first cell to the finger, along the row or column that it left it by. */
  #stroke() {
    const { view } = this.board;
    const cell = view.cellAt(...this.#last, true);
    const apart = [cell[0] - this.#from[0], cell[1] - this.#from[1]];
    if (this.#axis === null) {
      if (!apart[0] && !apart[1]) return;
      this.#axis = Math.abs(apart[0]) >= Math.abs(apart[1]) ? 0 : 1;
      clearTimeout(this.#rest);
    }
    const end = [...this.#from];
    end[this.#axis] = cell[this.#axis];
    const count = Math.abs(apart[this.#axis]) + 1;
    const sign = Math.sign(apart[this.#axis]);
    const cells = Array.from({ length: count }, (_, step) => {
      const one = [...this.#from];
      one[this.#axis] += step * sign;
      return one[1] * view.width + one[0];
    });
    this.listener.reach(cells, end);
    this.#show(end, count);
  }

  #show(cell, count) {
    const { view } = this.board;
    const place = { x: view.left(cell[0]) + view.cell / 2, y: view.top(cell[1]) + view.cell / 2 };
    this.board.bubble = count > 1 ? { ...place, text: String(count) } : null;
    this.board.redraw();
  }

  /** While a stroke is at the edge of what is seen, the board moves on under it. */
  #scroll() {
    if (this.#scrolling) return;
    const step = () => {
      this.#scrolling = false;
      if (!this.#from || this.#axis === null || this.board.view.fits) return;
      const { view } = this.board;
      const near = EDGE * view.ratio;
      const edges = [[view.edgeX, view.paneWidth], [view.edgeY, view.paneHeight]][this.#axis];
      const at = this.#last[this.#axis];
      const by = at < edges[0] + near ? 1 : at > edges[1] - near ? -1 : 0;
      if (!by) return;
      const before = [view.x, view.y].join();
      const shift = by * Math.max(2, Math.round(view.cell / 5));
      view.pan(this.#axis ? 0 : shift, this.#axis ? shift : 0);
      if (before === [view.x, view.y].join()) return;
      this.#stroke();
      this.#scroll();
    };
    this.#scrolling = true;
    requestAnimationFrame(step);
  }

  #scrolling = false;

  #pinch(id, point, old) {
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

  #up(event, lost) {
    clearTimeout(this.#rest);
    this.#touches.delete(event.pointerId);
    this.#pan = this.#touches.size > 0; // the finger that stays moves the board
    this.#clues = null;
    this.#pinched = 1;
    if (!this.#from) return;
    this.#from = null;
    this.board.bubble = null;
    if (lost) this.listener.abandon();
    else this.listener.release();
    this.board.redraw();
  }

  /** A second finger came down: what the first one did was no stroke. */
  #drop() {
    clearTimeout(this.#rest);
    if (!this.#from) return;
    this.#from = null;
    this.board.bubble = null;
    this.listener.abandon();
  }

  #wheel(event) {
    const { view } = this.board;
    event.preventDefault();
    if (event.ctrlKey || event.metaKey) view.zoom(Math.exp(-event.deltaY / 240), ...this.#at(event));
    else {
      const [dx, dy] = event.shiftKey ? [event.deltaY, event.deltaX] : [event.deltaX, event.deltaY];
      view.pan(-dx * view.ratio, -dy * view.ratio);
    }
    this.board.redraw();
  }
}
