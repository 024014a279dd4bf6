// Suggestions that make a picture unique, each to see on the board and to accept with one click.

import { fill, h } from '../core/dom.js';
import { isPicture } from '../core/model.js';
import { t } from '../strings.js';
import { button, checkbox, field, select, toast, working } from '../app/parts.js';
import { Extra } from './extra.js';

const SECONDS = 60;
const NAMED = 3; // cells of a change that are told; the board shows all

export class Repairs extends Extra {
  constructor(panel) {
    super(panel, t.repairs.ask);
    this.wishes = { aim: 'unique', symmetric: false, outline: false };
  }

  reset() {
    super.reset();
    this.found = [];
    this.element.hidden = !isPicture(this.app.store.work);
  }

  async run() {
    this.found = [];
    const end = await this.ask('repair', { seconds: SECONDS, ...this.wishes }, t.repairs.working, (event) => {
      if (event.repairs) this.#list(event, working(t.repairs.working, () => this.#enough()));
    });
    if (end) this.#list(end, null);
  }

  /** What was found so far is good enough. */
  #enough() {
    this.stop();
    this.#list({ repairs: this.found }, null);
  }

  #list(told, sign) {
    const first = !this.found.length;
    this.found = (told.repairs ?? []).filter(({ changes }) => changes.length);
    const proven = told.smallest ? t.repairs.smallest : '';
    const text = this.found.length ? `${t.repairs.found(this.found.length)} ${proven}` : sign ? '' : t.repairs.none;
    fill(this.element,
      text ? h('p', { class: 'figure', text }) : null,
      told.event === 'stopped' ? h('p', { class: 'hint', text: t.repairs.limit(told.message) }) : null,
      h('ol', { class: 'plain repairs' }, this.found.map((repair) => this.#item(repair))),
      sign ?? this.#again());
    if (first && this.found.length) this.point(this.found[0]);
  }

  #item(repair) {
    const show = () => this.point(repair);
    const line = h('button', { type: 'button', class: 'button line', on: { click: show, mouseenter: show, focus: show } },
      h('span', { text: t.repairs.one(repair.changes.slice(0, NAMED).map(([x, y]) => t.cell(x, y)), repair.changes.length) }),
      h('small', { text: t.repairs.about(repair) }));
    return h('li', {}, line, button(t.repairs.accept, () => this.accept(repair), { kind: 'small main', 'data-action': 'accept' }));
  }

  /** What a repair should keep, and another search with it. */
  #again() {
    const { wishes } = this;
    const wish = (key) => checkbox(t.repairs[key], wishes[key], (on) => {
      wishes[key] = on;
    });
    return h('details', {}, h('summary', { text: t.repairs.wishes }),
      field(t.repairs.aim, select(Object.entries(t.repairs.aims), wishes.aim, (aim) => {
        wishes.aim = aim;
      })), wish('symmetric'), wish('outline'), button(t.repairs.again, () => this.run(), { kind: 'small' }));
  }

  /** The cells that a repair changes, with the number of the colour that each gets. */
  #changes({ changes }) {
    const numbers = new Map(this.app.store.work.colors.map(({ char }, number) => [char, number]));
    return new Map(changes.map(([x, y, , after]) => [this.cellNumber([x, y]), numbers.get(after)]));
  }

  /** Shows what a repair would change: each cell with the colour that it would get. */
  point(repair) {
    const notes = [...this.#changes(repair)].map(([cell, color]) => [cell, { kind: 'change', color }]);
    this.app.stage.show(null);
    this.app.stage.mark({ cells: new Map(notes), lines: new Map() });
  }

  accept(repair) {
    const { store } = this.app;
    const changes = this.#changes(repair);
    this.stop();
    store.begin('cells');
    store.putEach(changes.keys(), (cell) => changes.get(cell));
    store.end();
    toast(t.repairs.accepted, { label: t.undo, run: () => store.undo('cells') });
  }
}
