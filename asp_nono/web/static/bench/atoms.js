// The atoms of an answer set, and which cells they speak of.

import { fill, h } from '../core/dom.js';
import { t } from '../strings.js';

const SHOWN = 400; // no more atoms are in the document at once

export class Atoms {
  constructor(app) {
    this.app = app;
    this.filter = h('input', { type: 'text', placeholder: t.bench.filter, 'aria-label': t.bench.filter, on: { input: () => this.#all() } });
    this.head = h('p', { class: 'hint', 'aria-live': 'polite', text: t.bench.atomsHint });
    this.list = h('ul', { class: 'plain atoms' });
    this.element = h('div', { class: 'extra' }, h('h3', { text: t.bench.atoms }), this.filter, this.head, this.list);
    this.show(null);
  }

  /** Shows the atoms of an answer, or none. */
  show(answer) {
    this.answer = answer;
    this.element.hidden = !answer;
    if (!answer) return;
    this.cells = new Map(); // for each atom its cells, as the page counts them
    for (const [place, atoms] of Object.entries(answer.cells)) {
      const [x, y] = place.split(',').map(Number);
      for (const atom of atoms) this.cells.set(atom, [...(this.cells.get(atom) ?? []), [x, y]]);
    }
    this.#all();
  }

  #all() {
    const wanted = this.filter.value.trim();
    const found = [...this.answer.atoms.keys()].filter((atom) => this.answer.atoms[atom].includes(wanted));
    this.head.textContent = found.length > SHOWN || this.answer.total > this.answer.atoms.length
      ? t.bench.cut(Math.min(SHOWN, found.length), this.answer.total) : t.bench.atomsHint;
    this.#list(found.slice(0, SHOWN));
  }

  /** The atoms that speak of a cell [column, row] from 0; null for all of them. */
  of(cell) {
    if (!this.answer) return;
    if (!cell) {
      this.#all();
      return;
    }
    const found = this.answer.cells[`${cell[0] + 1},${cell[1] + 1}`] ?? [];
    this.head.textContent = found.length ? t.bench.atomsOf(cell[0] + 1, cell[1] + 1) : `${t.bench.atomsOf(cell[0] + 1, cell[1] + 1)}: ${t.bench.noAtoms}`;
    this.#list(found);
  }

  #list(atoms) {
    fill(this.list, atoms.map((atom) =>
      h('li', {}, h('button', { type: 'button', class: 'atom', text: this.answer.atoms[atom], disabled: !this.cells.has(atom), on: { click: () => this.#mark(atom), focus: () => this.#mark(atom) } }))));
  }

  #mark(atom) {
    const { width } = this.app.store.work;
    const cells = this.cells.get(atom) ?? [];
    this.app.stage.mark({ cells: new Map(cells.map(([x, y]) => [(y - 1) * width + x - 1, { kind: 'atom' }])), lines: new Map() });
  }
}
