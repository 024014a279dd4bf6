// States that the player keeps, to come back to. They stay with the puzzle, in its files too.

import { fill, h } from '../dom.js';
import { rowsOf } from '../codec.js';
import { locale, put, t } from '../texts.js';
import { button, toast } from '../parts.js';

export class StatesPanel {
  constructor(mode) {
    this.mode = mode;
    this.app = mode.app;
    this.list = h('ul', { class: 'plain states' });
    const keep = button(t.play.keep, () => this.keep(), { glyph: 'add', bare: true, kind: 'quiet' });
    this.element = h('div', { class: 'states-box' }, h('div', { class: 'row-head' }, h('h2', { text: t.play.statesTitle }), keep), this.list);
  }

  refresh() {
    const { states } = this.app.store.work;
    fill(this.list, states.length ? states.map((state, number) => this.#item(state, number)) : h('li', { class: 'hint', text: t.play.noStates }));
  }

  #item(state, number) {
    const title = state.id || put(t.play.stateOf, { number: number + 1 });
    return h('li', { class: 'row' },
      button(title, () => this.restore(state), { kind: 'line', 'aria-label': put(t.play.restore, { title }) }),
      button(put(t.play.forget, { title }), () => this.forget(number), { glyph: 'trash', bare: true, kind: 'quiet' }));
  }

  keep() {
    const { store } = this.app;
    const { work } = store;
    const id = put(t.play.state, { at: new Date().toLocaleTimeString(locale) });
    store.setTexts({ states: [...work.states, { kind: 'saved', id, picture: rowsOf(work, work.marks) }] });
    this.refresh();
    toast(put(t.play.kept, { title: id }));
  }

  restore(state) {
    this.mode.interrupt();
    this.app.stage.show(null);
    this.mode.show(state.picture);
  }

  forget(number) {
    const { store } = this.app;
    store.setTexts({ states: store.work.states.filter((_, other) => other !== number) });
    this.refresh();
  }
}
