// The board as a part of a page: two canvases on top of each other. What changes often but is
// small (where one points, the cursor) has the upper one; on the lower one only what changed is
// redrawn, once a frame.
//
// A scene says what to draw, without where: {width, height, colors, clues, cells, pencil, given,
// symbols, playing, done, notes, lineNotes, tints, roomy, least}; for the last two see View.

import { framed, h } from '../dom.js';
import { span } from '../lines.js';
import { drawCells } from './cells.js';
import { drawClue } from './clues.js';
import { clipped, drawText, outlined } from './pen.js';
import { readTheme } from './theme.js';
import { View } from '../view.js';
import { SmallMap } from './map.js';

const MANY = 1500; // more changed cells than that, and everything in sight is drawn

export class Board {
  constructor() {
    this.view = new View();
    this.map = new SmallMap();
    this.base = h('canvas', { class: 'board-base', 'aria-hidden': 'true' });
    this.upper = h('canvas', { class: 'board-upper', 'aria-hidden': 'true' });
    this.pane = h('div', { class: 'board-pane' }, this.base, this.upper);
    this.ctx = this.base.getContext('2d', { alpha: false });
    this.upperCtx = this.upper.getContext('2d');
    /** @type {?import('../model.js').Cell} */
    this.hover = null;
    /** @type {?import('../model.js').Cell} */
    this.cursor = null;
    this.count = null; // {cell, text}: said beside a cell while one drags
    this.joy = 0; // 0 to 1: how far the wave has come over a solved board
    this.frame = framed(() => this.#draw());
    this.#forget();
    this.all = true;
    new ResizeObserver(() => this.fitPane()).observe(this.pane);
  }

  /** Called after the pane has another size. */
  resized() {}

  /** Shows a scene. */
  show(scene) {
    this.scene = { ...scene, theme: readTheme() };
    this.measure();
    this.redraw();
  }

  /** Makes room for clues that have become longer or shorter. */
  measure() {
    if (this.scene && this.view.measure(this.scene)) {
      this.view.settle();
      this.redraw();
    }
  }

  redraw() {
    this.all = true;
    this.frame();
  }

  /**
   * Cells that changed, and lines whose clues did.
   *
   * @param {ArrayLike<number> & Iterable<number>} at
   * @param {{rows?: Iterable<number>, columns?: Iterable<number>}} [lines]
   */
  touch(at, { rows = [], columns = [] } = {}) {
    if (at.length > MANY) this.all = true;
    else for (const cell of at) this.dirty.add(cell);
    for (const y of rows) this.dirtyRows.add(y);
    for (const x of columns) this.dirtyColumns.add(x);
    this.frame();
  }

  point(hover, cursor = this.cursor) {
    const lines = (one) => [one?.[0], one?.[1]];
    const [oldX, oldY] = lines(this.hover ?? this.cursor);
    this.hover = hover;
    this.cursor = cursor;
    const [x, y] = lines(hover ?? cursor);
    if (this.scene) this.scene.active = { columns: x, rows: y };
    if (x !== oldX || y !== oldY) {
      this.touch([], { rows: [oldY, y].filter(Number.isInteger), columns: [oldX, x].filter(Number.isInteger) });
    }
    this.frame();
  }

  #forget() {
    this.all = false;
    this.dirty = new Set();
    this.dirtyRows = new Set();
    this.dirtyColumns = new Set();
  }

  /** Shows all, or if not all has to be in sight, cells that can be read. */
  fit(whole) {
    this.view.fit(whole);
    this.redraw();
  }

  /** Takes the size that the pane has now. */
  fitPane() {
    const ratio = window.devicePixelRatio || 1;
    const width = Math.max(1, Math.round(this.pane.clientWidth * ratio));
    const height = Math.max(1, Math.round(this.pane.clientHeight * ratio));
    if (width === this.base.width && height === this.base.height && ratio === this.view.ratio) return;
    for (const canvas of [this.base, this.upper]) Object.assign(canvas, { width, height });
    if (this.scene) this.view.measure(this.scene);
    this.view.setPane(width, height, ratio);
    this.all = true;
    this.#draw(); // at once: a canvas of a new size is empty
    this.resized();
  }

  #draw() {
    if (!this.scene || this.base.width <= 1) return;
    this.map.note(this.all ? null : this.dirty);
    if (this.all) this.#drawAll();
    else this.#drawDirty();
    this.#forget();
    this.#drawUpper();
  }

  #drawAll() {
    const { ctx, view, scene } = this;
    const [x0, y0, x1, y1] = view.seen;
    ctx.fillStyle = scene.theme.ground;
    ctx.fillRect(0, 0, this.base.width, this.base.height);
    this.#inside(() => drawCells(ctx, view, scene, [x0, y0, x1, y1]));
    this.#beside(span(y0, y1 + 1), span(x0, x1 + 1));
  }

  #drawDirty() {
    const { ctx, view, scene } = this;
    const [x0, y0, x1, y1] = view.seen;
    const within = (x, y) => x >= x0 && x <= x1 && y >= y0 && y <= y1;
    if (this.dirty.size) {
      this.#inside(() => {
        for (const cell of this.dirty) {
          const [x, y] = [cell % scene.width, Math.floor(cell / scene.width)];
          if (within(x, y)) drawCells(ctx, view, scene, [x, y, x, y]);
        }
      });
    }
    this.#beside(
      [...this.dirtyRows].filter((y) => y >= y0 && y <= y1),
      [...this.dirtyColumns].filter((x) => x >= x0 && x <= x1),
    );
  }

  /** Draws within the part of the pane that belongs to cells. */
  #inside(draw) {
    const { ctx, view } = this;
    clipped(ctx, [view.edgeX - 1, view.edgeY - 1, this.base.width, this.base.height], draw);
  }

  #beside(rows, columns) {
    const { ctx, view, scene } = this;
    if (!scene.clues.rows.length) return; // a finished picture is shown without them
    const { edgeX, edgeY } = view;
    const { width, height } = this.base;
    if (rows.length) {
      clipped(ctx, [0, edgeY, edgeX - 1, height], () => rows.forEach((number) => drawClue(ctx, view, scene, { side: 'rows', number })));
    }
    if (columns.length) {
      clipped(ctx, [edgeX, 0, width, edgeY - 1], () => columns.forEach((number) => drawClue(ctx, view, scene, { side: 'columns', number })));
    }
  }

  #drawUpper() {
    const { upperCtx: ctx, view, scene } = this;
    ctx.clearRect(0, 0, this.upper.width, this.upper.height);
    const area = [view.edgeX - 2, view.edgeY - 2, this.upper.width, this.upper.height];
    clipped(ctx, area, () => {
      if (scene.playing) this.#tint(ctx, this.hover ?? this.cursor);
      if (this.hover) this.#frameCell(ctx, this.hover, 1, scene.theme.hover);
      if (this.cursor) this.#frameCell(ctx, this.cursor, 2.5, scene.theme.accent);
      if (this.joy) this.#wave(ctx);
    });
    if (!scene.tints) this.map.draw(ctx, view, scene);
    if (this.count) this.#tellCount(ctx, this.count);
  }

  /** The row and the column of a cell stand out. */
  #tint(ctx, cell) {
    if (!cell) return;
    const { view, scene } = this;
    ctx.fillStyle = scene.theme.accent;
    ctx.globalAlpha = 0.1;
    ctx.fillRect(view.x, view.top(cell[1]), scene.width * view.cell, view.cell);
    ctx.fillRect(view.left(cell[0]), view.y, view.cell, scene.height * view.cell);
    ctx.globalAlpha = 1;
  }

  tell(count) {
    this.count = count;
    this.frame();
  }

  /** The number of cells of a drag, above the finger that covers them. */
  #tellCount(ctx, { cell: [x, y], text }) {
    const { view, scene } = this;
    const size = Math.round(22 * view.ratio);
    const wide = size * (0.9 + 0.55 * text.length);
    const left = Math.min(Math.max(view.left(x) + view.cell / 2 - wide / 2, 0), this.upper.width - wide);
    const above = view.top(y) - 2.2 * size;
    const top = above > 0 ? above : view.top(y) + view.cell + size;
    ctx.fillStyle = scene.theme.accent;
    ctx.beginPath();
    ctx.roundRect(left, top, wide, 1.4 * size, 0.5 * size);
    ctx.fill();
    drawText(ctx, text, { x: left + wide / 2, y: top + 0.74 * size, size, weight: 700, ink: scene.theme.onAccent });
  }

  /** A light that goes over a solved board from corner to corner. */
  celebrate() {
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    const begin = performance.now();
    const step = (now) => {
      this.joy = Math.min(1, (now - begin) / 1400);
      if (this.joy === 1) this.joy = 0;
      else requestAnimationFrame(step);
      this.#drawUpper();
    };
    requestAnimationFrame(step);
  }

  #wave(ctx) {
    const { view, scene } = this;
    const [x0, y0, x1, y1] = view.seen;
    const reach = this.joy * 1.5 * (x1 - x0 + y1 - y0 + 8);
    for (let y = y0; y <= y1; y += 1) {
      for (let x = x0; x <= x1; x += 1) {
        const far = Math.abs(reach - (x - x0) - (y - y0));
        const color = scene.cells[y * scene.width + x];
        if (far > 6 || !color) continue;
        const glow = 1 - far / 6;
        const inset = (view.cell / 2) * (1 - glow);
        ctx.fillStyle = `rgb(255 214 92 / ${0.85 * glow})`;
        ctx.beginPath();
        ctx.roundRect(view.left(x) + inset, view.top(y) + inset, view.cell - 2 * inset, view.cell - 2 * inset, view.cell * 0.2);
        ctx.fill();
      }
    }
  }

  #frameCell(ctx, [x, y], width, color) {
    const { view } = this;
    outlined(ctx, [(width + 2) * view.ratio, width * view.ratio], color, () => ctx.strokeRect(view.left(x) + 0.5, view.top(y) + 0.5, view.cell, view.cell));
  }
}
