// The clues as lines of text, each with what is wrong with it.

import { fill, h } from '../../../page/static/dom.js';
import { readClue, unequalTotals, writeClue } from '../../../page/static/clues.js';
import { isPicture } from '../../../page/static/model.js';
import { colorNamed, put } from '../../../page/static/texts.js';
import { t } from '../texts.js';
import { button, section } from '../../../page/static/parts.js';

export class ClueEditor {
  constructor(app) {
    this.app = app;
    this.lists = { rows: h('ol', { class: 'clue-lines' }), columns: h('ol', { class: 'clue-lines' }) };
    this.note = h('div', { class: 'extra' });
    this.element = section(t.clues.title, this.note,
      h('div', { class: 'clue-sides' }, Object.entries(t.clues.sides).map(([side, title]) => h('div', {}, h('h3', { text: title }), this.lists[side]))));
  }

  refresh() {
    const { store } = this.app;
    const { work, clues } = store;
    for (const side of ['rows', 'columns']) this.#fill(side, clues[side], side === 'rows' ? work.width : work.height);
    const example = work.colors.slice(1, 3).map(({ char }, number) => `${number + 2}${char}`).join(' ');
    const sums = unequalTotals(clues, work.colors).map(({ name, rows, columns }) => h('p', { class: 'problem', text: put(t.clues.words.sums, { color: colorNamed(name), rows, columns }) }));
    fill(this.note,
      h('p', { class: 'hint', text: work.colors.length > 2 ? put(t.clues.hintColors, { example }) : t.clues.hintPlain }),
      isPicture(work) ? h('p', { class: 'hint', text: t.clues.own }) : null,
      !isPicture(work) && work.cells.some((color) => color) ? button(t.clues.follow, () => store.set({ clues: null }), { kind: 'small' }) : null,
      sums);
  }

  /** Lines that are there already are kept, with the cursor in them. */
  #fill(side, clues, length) {
    const list = this.lists[side];
    while (list.children.length > clues.length) list.lastChild.remove();
    while (list.children.length < clues.length) list.append(this.#line(side, list.children.length));
    clues.forEach((clue, number) => {
      const input = list.children[number].querySelector('input');
      input.value = writeClue(clue, this.app.store.work.colors);
      input.dataset.length = length;
      this.#judge(input);
    });
  }

  #line(side, number) {
    const id = `clue-${side}-${number}`;
    const input = h('input', {
      type: 'text', 'aria-label': put(t.clues.line[side], { number: number + 1 }), 'aria-describedby': id, autocomplete: 'off', spellcheck: 'false',
      on: { input: () => this.#judge(input), change: () => this.#take(side, number, input), keydown: (event) => this.#step(event, side, number) },
    });
    return h('li', {}, h('span', { class: 'clue-number', 'aria-hidden': 'true', text: String(number + 1) }), input, h('small', { class: 'clue-mistake', id, role: 'alert' }));
  }

  /** Enter and the arrows go from line to line. */
  #step(event, side, number) {
    const by = { Enter: 1, ArrowDown: 1, ArrowUp: -1 }[event.key];
    const next = by && this.lists[side].children[number + by]?.querySelector('input');
    if (!next) return;
    event.preventDefault();
    next.focus();
    next.select();
  }

  #judge(input) {
    const read = readClue(input.value, this.app.store.work.colors, Number(input.dataset.length));
    input.setAttribute('aria-invalid', String(Boolean(read.mistake)));
    input.nextSibling.textContent = read.mistake ? put(t.clues.words[read.mistake], read.values) : '';
    return read;
  }

  #take(side, number, input) {
    const { store } = this.app;
    const { clue } = this.#judge(input);
    if (!clue || JSON.stringify(clue) === JSON.stringify(store.clues[side][number])) return;
    const clues = { rows: [...store.clues.rows], columns: [...store.clues.columns] };
    clues[side][number] = clue;
    store.set({ clues });
  }

  focus(side, number) {
    const input = this.lists[side].children[number]?.querySelector('input');
    input?.focus();
    input?.select();
  }
}
