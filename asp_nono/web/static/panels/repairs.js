// Suggestions that make a picture unique, each to see on the board and to accept with one click.

import { fill, h } from '../core/dom.js';
import { cellsOf } from '../core/codec.js';
import { isPicture } from '../core/model.js';
import { t } from '../strings.js';
import { button, toast, working } from '../app/parts.js';
import { Extra } from './extra.js';

export class Repairs extends Extra {
  constructor(panel) {
    super(panel, t.repairs.ask);
    this.found = [];
  }

  reset() {
    super.reset();
    this.found = [];
    this.element.hidden = !isPicture(this.app.store.work);
  }

  async run() {
    this.found = [];
    const end = await this.ask('repair', {}, t.repairs.working, (event) => {
      if (event.repair) this.#add(event.repair);
    });
    if (!end) return;
    for (const repair of end.repairs ?? []) this.#add(repair);
    this.#list(null, end.event === 'stopped' ? end.message : '');
    if (this.found.length) this.point(this.found[0]);
  }

  #add({ picture, text }) {
    const { work } = this.app.store;
    const cells = cellsOf(picture, work);
    const changed = [...cells.keys()].filter((cell) => cells[cell] !== work.cells[cell]);
    if (this.found.some((one) => one.cells.every((color, cell) => color === cells[cell]))) return;
    this.found.push({ cells, changed, text });
    this.#list(working(t.repairs.working, () => this.#list(null, '')), '');
  }

  #list(sign, limit) {
    if (!sign) this.stop();
    const items = this.found.map((repair) =>
      h('li', {},
        button(this.describe(repair), () => this.point(repair), { kind: 'line', on: { click: () => this.point(repair), mouseenter: () => this.point(repair), focus: () => this.point(repair) } }),
        button(t.repairs.accept, () => this.accept(repair), { kind: 'small main' })));
    fill(this.element,
      h('p', { class: 'figure', text: this.found.length ? t.repairs.found(this.found.length) : sign ? '' : t.repairs.none }),
      limit ? h('p', { class: 'hint', text: t.repairs.limit(limit) }) : null,
      h('ol', { class: 'plain repairs' }, items), sign);
  }

  describe({ changed, text }) {
    const { width } = this.app.store.work;
    return text ?? t.repairs.one(changed.slice(0, 4).map((cell) => t.cell((cell % width) + 1, Math.floor(cell / width) + 1)), changed.length);
  }

  /** Shows what a repair would change: each cell with the colour that it would get. */
  point({ cells, changed }) {
    const notes = changed.map((cell) => [cell, { kind: 'change', color: cells[cell] }]);
    this.app.stage.show(null);
    this.app.stage.mark({ cells: new Map(notes), lines: new Map() });
  }

  accept({ cells, changed }) {
    const { store } = this.app;
    this.stop();
    store.begin('cells');
    store.putEach(changed, (cell) => cells[cell]);
    store.end();
    toast(t.repairs.accepted, { label: t.undo, run: () => store.undo('cells') });
  }
}
