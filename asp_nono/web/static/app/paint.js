// Painting: which tool is in hand, and what it does to the picture.

import { h } from '../../../page/static/dom.js';
import { isPicture, moved } from '../../../page/static/model.js';
import { fillCells, lineCells, mirrored, rectangleCells } from '../../../page/static/board/tools.js';
import { t } from '../texts.js';
import { CanvasTools, ToolBox } from '../panels/canvas_tools.js';
import { CheckPanel } from '../panels/check.js';
import { PalettePanel } from '../panels/palette.js';
import { button } from '../../../page/static/parts.js';

const SHAPED = new Set(['line', 'frame', 'block']); // tools drawn from one cell to another

export class PaintMode {
  id = 'paint';
  label = t.modes.paint;
  layer = 'cells';
  tool = 'pencil';
  #stroke = null; // {color, from, to, erase}

  constructor(app) {
    this.app = app;
    this.toolbox = new ToolBox(this);
    this.palette = new PalettePanel(app);
    this.canvas = new CanvasTools(this);
    this.check = new CheckPanel(app);
    this.tools = [this.toolbox.element, this.palette.element, this.canvas.element];
    this.panels = [this.check.element];
  }

  scene() {
    return { cells: this.app.store.work.cells, roomy: document.body.classList.contains('narrow') ? 3 : 8 }; // for blocks to come, so that the board stays where it is
  }

  enter() {
    this.refresh();
    this.check.wake();
  }

  leave() {
    this.app.store.end();
    this.check.sleep();
  }

  refresh() {
    this.palette.refresh();
  }

  settled({ design }) {
    if (design) this.check.changed();
  }

  choose(tool) {
    this.tool = tool;
    this.app.stage.pointer.hand = tool === 'hand';
    this.toolbox.refresh();
  }

  /** A word above the board where there is no picture to paint. */
  bar() {
    if (isPicture(this.app.store.work)) return null;
    const paint = () => {
      const { work } = this.app.store;
      this.app.store.set({ clues: null, cells: work.cells.map((color) => (color < work.colors.length ? color : 0)) });
    };
    return h('div', { class: 'notice' }, h('span', { text: t.paint.noPicture }), button(t.paint.paintAnyway, paint));
  }

  // --- strokes -------------------------------------------------------------------------------

  press([x, y], { erase = false } = {}) {
    const { store, stage } = this.app;
    const { work } = store;
    if (!isPicture(work)) {
      stage.say(t.paint.noPicture);
      return;
    }
    const at = y * work.width + x;
    if (this.tool === 'pick') {
      this.palette.choose(work.cells[at]);
      return;
    }
    this.#stroke = { color: this.#colorAt(work.cells[at], erase), from: [x, y], to: [x, y] };
    this.check.interrupt();
    store.begin('cells');
    if (this.tool === 'fill') this.#put(fillCells(work.cells, work.width, work.height, at));
    else if (this.tool === 'move') this.#stroke.picture = work.cells.slice();
    else if (SHAPED.has(this.tool)) this.#shape();
    else this.#put([at]);
  }

  /** The pencil takes back what it meets in its own color. */
  #colorAt(found, erase) {
    if (erase || this.tool === 'eraser') return 0;
    const { color } = this.palette;
    return this.tool === 'pencil' && found === color ? 0 : color;
  }

  drag(cell, passed) {
    if (!this.#stroke) return;
    this.#stroke.to = cell;
    if (this.tool === 'move') this.#shift();
    else if (SHAPED.has(this.tool)) this.#shape();
    else if (this.tool !== 'fill') this.#put(passed);
  }

  release() {
    const stroke = this.#stroke;
    this.#stroke = null;
    if (!stroke) return;
    const { store } = this.app;
    if (!stroke.picture) {
      store.end();
      return;
    }
    store.cancel();
    const [dx, dy] = offset(stroke);
    if (dx || dy) store.set(moved(store.work, dx, dy));
  }

  abandon() {
    if (!this.#stroke) return;
    this.#stroke = null;
    this.app.store.cancel();
  }

  #put(at) {
    const { work } = this.app.store;
    this.app.store.put(mirrored(at, work.width, work.height, this.canvas.symmetry.value), this.#stroke.color);
  }

  #shape() {
    const { store } = this.app;
    const { from, to } = this.#stroke;
    store.rewind();
    if (this.tool === 'line') this.#put(lineCells(store.work.width, from, to));
    else this.#put(rectangleCells(store.work.width, from, to, this.tool === 'block'));
  }

  #shift() {
    const { store } = this.app;
    const { cells } = moved({ ...store.work, cells: this.#stroke.picture }, ...offset(this.#stroke));
    store.putEach(cells.keys(), (cell) => cells[cell]);
  }

  // --- keys ----------------------------------------------------------------------------------

  key(event, cell) {
    if (event.key === ' ' || event.key === 'Enter') this.#keyPress(cell);
    else if (event.key === 'Escape' && this.#stroke) this.abandon();
    else if (event.key === 'Backspace' || event.key === 'Delete') {
      this.press(cell, { erase: true });
      this.release();
    } else return this.#nudge(event);
    this.app.stage.sayCell();
    return true;
  }

  /** Space sets a cell; with a shape it sets one end, and the next time the other. */
  #keyPress(cell) {
    const waits = SHAPED.has(this.tool) || this.tool === 'move';
    if (this.#stroke && waits) this.release();
    else {
      this.press(cell);
      if (!waits) this.release();
    }
  }

  #nudge({ altKey, key }) {
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key];
    if (!altKey || !step) return false;
    this.app.store.set(moved(this.app.store.work, ...step));
    return true;
  }

  /** The cursor goes from a cell to another; with Shift it paints on its way. */
  moveCursor(from, to, shift) {
    if (this.#stroke) this.drag(to, [to[1] * this.app.store.work.width + to[0]]);
    else if (shift) this.#trail(from, to);
  }

  #trail(from, to) {
    const { store } = this.app;
    if (!isPicture(store.work)) return;
    const color = this.tool === 'eraser' ? 0 : this.palette.color;
    const cells = mirrored(lineCells(store.work.width, from, to), store.work.width, store.work.height, this.canvas.symmetry.value);
    store.paint('cells', cells, color);
  }
}

const offset = ({ from, to }) => [to[0] - from[0], to[1] - from[1]];
