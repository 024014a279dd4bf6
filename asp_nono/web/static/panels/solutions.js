// Leafing through all solutions, with the cells marked in which each differs from the picture.

import { fill, h } from '../core/dom.js';
import { cellsOf } from '../core/codec.js';
import { isPicture } from '../core/model.js';
import { t } from '../strings.js';
import { button } from '../app/parts.js';
import { Extra } from './extra.js';

const PAGE = 20n; // so many solutions are fetched at once

export class Solutions extends Extra {
  constructor(panel) {
    super(panel, t.solutions.ask);
  }

  reset() {
    super.reset();
    this.pictures = new Map(); // by number
    this.total = null;
    this.last = null; // the number of the last one when it is known
  }

  async run() {
    this.pictures.clear();
    await this.#fetch(0n);
    if (this.pictures.size) this.turnTo(0n);
  }

  async #fetch(first) {
    const end = await this.ask('solutions', { first: String(first), most: Number(PAGE) }, t.solutions.working, (event) => {
      if (event.event !== 'progress') return;
      if (event.picture) this.pictures.set(BigInt(event.index), event.picture);
      else this.total = event.exact && event.number !== null ? BigInt(event.number) : null;
    });
    if (!end) return;
    if (end.exact && end.number !== null && end.number !== undefined) this.total = BigInt(end.number);
    if (end.event === 'stopped' && !this.pictures.size) fill(this.element, h('p', { class: 'problem', text: t.check.undecided(end.message) }));
    else this.#idle();
  }

  async turnTo(number) {
    if (number < 0n || (this.total !== null && number >= this.total)) return;
    if (!this.pictures.has(number)) await this.#fetch(number - (number % PAGE));
    if (!this.pictures.has(number)) return;
    this.number = number;
    this.#show();
  }

  #show() {
    const { stage, store } = this.app;
    const cells = cellsOf(this.pictures.get(this.number), store.work);
    const own = isPicture(store.work);
    const differs = own ? [...cells.keys()].filter((cell) => cells[cell] !== store.work.cells[cell]) : [];
    const text = t.solutions.number(this.number + 1n, this.total, own ? differs.length : null);
    stage.notes = { cells: new Map(differs.map((cell) => [cell, { kind: 'differs' }])), lines: new Map() };
    stage.show({ cells, bar: this.#bar(text, cells) });
    stage.say(text);
    this.#idle();
  }

  #bar(text, cells) {
    const turn = (label, glyph, by) => button(label, () => this.turnTo(this.number + by), { glyph, bare: true, disabled: this.#beyond(this.number + by) });
    return h('div', { class: 'notice' },
      turn(t.solutions.back, 'back', -1n), h('span', { class: 'figure', text }), turn(t.solutions.next, 'next', 1n),
      button(t.solutions.take, () => this.take(cells), { kind: 'small' }),
      button(t.solutions.done, () => this.close(), { kind: 'small' }));
  }

  #beyond(number) {
    return number < 0n || (this.total !== null && number >= this.total);
  }

  #idle() {
    const jump = h('input', { type: 'number', min: '1', class: 'short', 'aria-label': t.solutions.jump });
    const go = (event) => {
      event.preventDefault();
      if (/^\d+$/.test(jump.value)) this.turnTo(BigInt(jump.value) - 1n);
    };
    fill(this.element, h('p', { class: 'hint', text: this.total === null ? t.solutions.unknown : t.solutions.total(this.total) }),
      h('form', { class: 'row', on: { submit: go } }, jump, h('button', { type: 'submit', class: 'button small', text: t.solutions.go })));
  }

  /** Makes a solution the picture. */
  take(cells) {
    const { stage, store } = this.app;
    stage.show(null);
    if (isPicture(store.work)) store.show('cells', cells);
    else store.set({ clues: null, cells });
  }

  close() {
    this.stop();
    this.app.stage.notes = { cells: new Map(), lines: new Map() };
    this.app.stage.show(null);
    this.reset();
  }
}
