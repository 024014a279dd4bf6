// The tools to paint with.

import { h, icon } from '../../../page/static/dom.js';
import { t } from '../texts.js';
import { button, dialog, field, form, icons, select } from '../../../page/static/parts.js';
import { flipped, isPicture, resized, sideOf, turned } from '../../../page/static/model.js';

/** The tools, and the keys that choose them. */
export const TOOLS = { pencil: 'P', eraser: 'E', line: 'L', frame: 'R', block: 'B', fill: 'F', pick: 'I', move: 'M', hand: 'H' };

export class ToolBox {
  constructor(mode) {
    this.mode = mode;
    this.buttons = Object.entries(TOOLS).map(([name, key]) =>
      h('button', {
        type: 'button', class: 'tool', 'aria-pressed': 'false', 'aria-label': t.toolNames[name],
        title: `${t.toolNames[name]} (${key})`, 'data-tool': name,
        on: { click: () => mode.choose(name) },
      }, icon(icons[name])));
    this.element = h('div', { class: 'toolbox', role: 'group', 'aria-label': t.tools }, this.buttons);
    this.refresh();
  }

  refresh() {
    for (const one of this.buttons) {
      one.setAttribute('aria-pressed', String(one.dataset.tool === this.mode.tool));
    }
  }
}

// What is done to the whole canvas: its size, turns, symmetry while painting.

export class CanvasTools {
  constructor(mode) {
    this.mode = mode;
    const { app } = mode;
    const change = (run) => () => {
      if (isPicture(app.store.work)) app.store.set(run(app.store.work));
    };
    const bare = (label, glyph, run) => button(label, run, { glyph, bare: true, kind: 'tool' });
    this.symmetry = select(Object.entries(t.symmetry), 'none');
    this.element = h('div', { class: 'canvas-tools' },
      h('div', { class: 'row-head' }, h('h2', { text: t.canvas.title })),
      h('div', { class: 'toolbox', role: 'group', 'aria-label': t.canvas.title },
        bare(t.canvas.size, 'size', () => this.resize()),
        bare(t.canvas.flipAcross, 'flipAcross', change((work) => flipped(work, true))),
        bare(t.canvas.flipDown, 'flipDown', change((work) => flipped(work, false))),
        bare(t.canvas.turn, 'turn', change(turned))),
      field(t.canvas.symmetry, this.symmetry));
  }

  /** A new size, with the picture kept where one says. */
  async resize() {
    const { store } = this.mode.app;
    const change = await dialog(t.canvas.size, (close) => sizeForm(store.work, close));
    if (change) store.set(resized(store.work, change));
  }
}

const PLACES = [[0, 0], [1, 0], [2, 0], [0, 1], [1, 1], [2, 1], [0, 2], [1, 2], [2, 2]];

function sizeForm(work, close) {
  const number = (value) => h('input', { type: 'number', min: '1', max: '1000', value, required: true, class: 'short' });
  const [width, height] = [number(work.width), number(work.height)];
  const anchors = PLACES.map(([x, y], place) => {
    const dot = h('input', { type: 'radio', name: 'anchor', 'aria-label': t.canvas.anchors[place], value: place });
    dot.checked = x === 1 && y === 1;
    return dot;
  });
  const submit = () => {
    const [columns, rows] = [sideOf(width.value), sideOf(height.value)];
    if (!columns || !rows) return;
    const [x, y] = PLACES[anchors.findIndex((dot) => dot.checked)];
    close(margins(columns - work.width, rows - work.height, x, y));
  };
  return form(submit, {},
    h('div', { class: 'row' }, field(t.canvas.columns, width), field(t.canvas.rows, height)),
    h('fieldset', { class: 'anchors' }, h('legend', { text: t.canvas.keep }), anchors),
    h('p', { class: 'hint', text: t.canvas.sizeHint }),
    h('footer', {}, h('button', { type: 'submit', class: 'button main', text: t.canvas.resize })));
}

/** How much is added on each side when the picture stays at a place: 0 first, 1 middle, 2 last. */
function margins(wider, higher, x, y) {
  const before = (more, place) => [0, Math.trunc(more / 2), more][place];
  const [left, top] = [before(wider, x), before(higher, y)];
  return { left, right: wider - left, top, bottom: higher - top };
}
