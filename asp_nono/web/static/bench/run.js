// The atoms of an answer set, and the cells that they are about.

import { fill, h } from '../../../page/static/dom.js';
import { lineOf } from '../messages.js';
import { numeral, put } from '../../../page/static/texts.js';
import { t } from '../texts.js';
import { cellsOf } from '../../../page/static/codec.js';
import { UNKNOWN, cellAt } from '../../../page/static/model.js';
import { button, problem, Working } from '../../../page/static/parts.js';
import { Slot } from '../app/api.js';
import { sentence } from '../app/errors.js';

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
      ? put(t.bench.cut, { shown: Math.min(SHOWN, found.length), total: this.answer.total }) : this.cells.size ? t.bench.atomsHint : '';
    this.#list(found.slice(0, SHOWN));
  }

  /** The atoms about a cell [column, row] from 0; null for all of them. */
  of(cell) {
    if (!this.answer) return;
    if (!cell) {
      this.#all();
      return;
    }
    const found = this.answer.cells[`${cell[0] + 1},${cell[1] + 1}`] ?? [];
    const head = put(t.bench.atomsOf, { column: cell[0] + 1, row: cell[1] + 1 });
    this.head.textContent = found.length ? head : `${head}: ${t.bench.noAtoms}`;
    this.#list(found);
  }

  #list(atoms) {
    fill(this.list, atoms.map((atom) =>
      h('li', {}, h('button', { type: 'button', class: 'atom', text: this.answer.atoms[atom], disabled: !this.cells.has(atom), on: { click: () => this.#mark(atom), focus: () => this.#mark(atom) } }))));
  }

  #mark(atom) {
    const cells = this.cells.get(atom) ?? [];
    this.app.stage.mark({ cells: new Map(cells.map((place) => [cellAt(place, this.app.store.work), { kind: 'atom' }])), lines: new Map() });
  }
}

// What a program answers to the puzzle on the board.

export class RunPanel {
  constructor(mode) {
    this.mode = mode;
    this.app = mode.app;
    this.slot = new Slot();
    this.atoms = new Atoms(this.app);
    this.head = h('div', { class: 'run-head', 'aria-live': 'polite' });
    this.warned = h('ul', { class: 'plain warnings' });
    this.picks = h('div', { class: 'row wrap answers', role: 'group', 'aria-label': t.bench.answers });
    this.message = h('p', { class: 'message' });
    this.sizes = h('div', { class: 'wide-table' });
    this.element = h('div', { class: 'run-result' }, this.head, this.warned, this.picks, this.message, this.atoms.element, this.sizes);
    this.clear();
  }

  clear() {
    this.slot.cancel();
    this.answers = [];
    this.number = 0;
    for (const part of [this.head, this.warned, this.picks, this.sizes]) fill(part);
    this.message.textContent = '';
    this.atoms.show(null);
    this.app.stage.clear();
  }

  async run(body) {
    this.clear();
    this.program = this.mode.editor.value;
    this.sign = new Working(t.bench.running, () => this.#cancel());
    fill(this.head, this.sign.element);
    const end = await this.slot.run('run', body, (event) => this.#hear(event));
    if (!end) return;
    if (end.event === 'error') this.#failed(end);
    else this.#finish(end);
  }

  #cancel() {
    this.slot.cancel();
    fill(this.head, h('p', { class: 'hint', text: t.bench.cancelled }));
  }

  #failed(end) {
    const { editor } = this.mode;
    fill(this.head, problem(sentence(end)), end.line ? button(put(t.bench.goTo, { line: end.line }), () => editor.goTo(end.line), { kind: 'small' }) : null);
    if (end.line) this.#note(new Map([[end.line, end.reason]]));
  }

  /** Marks lines of the program that was run, unless it has been edited since. */
  #note(notes) {
    const { editor } = this.mode;
    if (editor.value === this.program) editor.note(notes);
  }

  #hear(event) {
    if (event.stage === 'grounded') {
      this.sign.tell(figures({ ...event, solving: undefined }));
      this.#warn(event.warnings);
    } else if (event.stage === 'answer') {
      this.answers.push(event.answer);
      this.#listAnswers();
      if (this.answers.length === 1) this.show(1);
      else this.#tell();
    } else if (event.stage === 'sizes') this.#showSizes(event.sizes);
  }

  #finish(end) {
    const found = put(end.exhausted ? t.bench.foundAll : t.bench.found, { count: this.answers.length });
    fill(this.head,
      h('p', { class: 'figure', text: end.event === 'stopped' ? `${put(t.bench.stopped, { limit: end.reason })} ${found}` : end.reason || found }),
      end.rules === undefined || end.rules === null ? null : h('p', { class: 'hint', text: figures(end) }));
    if (end.warnings) this.#warn(end.warnings);
    this.app.say(found);
  }

  /** Warnings stand in the list and, where they have a line, beside it. */
  #warn(warnings) {
    this.#note(new Map(warnings.filter(({ line }) => line).map(({ line, reason }) => [line, reason])));
    fill(this.warned, warnings.map((one) =>
      h('li', { class: 'row' }, one.line ? button(placeOf(one), () => this.mode.editor.goTo(one.line), { kind: 'small' }) : null, h('span', { text: one.reason }))));
  }

  #listAnswers() {
    fill(this.picks, this.answers.map(({ right }, at) => {
      const [mark, kind, said] = right === null ? [] : right ? ['✓', 'good', t.bench.right] : ['✗', 'bad', put(t.bench.wrong, { why: '' })];
      const label = put(t.bench.answer, { number: at + 1, count: this.answers.length });
      return h('button', { type: 'button', class: `button small answer ${kind ?? ''}`, 'aria-pressed': String(at + 1 === this.number), on: { click: () => this.show(at + 1) }, text: [mark, at + 1].join(' ').trim(), 'aria-label': [label, said].filter(Boolean).join(', ') });
    }));
  }

  /** Puts an answer set on the board. */
  show(number) {
    const answer = this.answers[number - 1];
    const { stage, store } = this.app;
    this.number = number;
    this.#listAnswers();
    this.#tell();
    const cells = answer.picture ? cellsOf(answer.picture, store.work) : new Uint8Array(store.work.cells.length).fill(UNKNOWN);
    const line = lineOf(answer.wrong_message?.values.line);
    stage.show({ cells, bar: null }, { cells: new Map(), lines: new Map(line ? [[line, { kind: 'clash' }]] : []) });
    this.atoms.show(answer);
  }

  #tell() {
    const { right, picture, wrong, costs } = this.answers[this.number - 1];
    const said = right ? t.bench.right : picture ? put(t.bench.wrong, { why: wrong }) : t.bench.noPicture;
    const answer = put(t.bench.answer, { number: this.number, count: this.answers.length });
    const best = costs?.length ? put(t.bench.least, { costs: costs.join(' ') }) : '';
    this.message.textContent = [answer, right === null ? best : said].filter(Boolean).join(': ');
  }

  #showSizes(sizes) {
    const most = Math.max(1, ...sizes.map(({ instances }) => instances));
    const row = ({ line, file, text, instances, literals, time_instantiate: taken }) => {
      const bar = h('span', { class: 'bar' });
      bar.style.width = `${(100 * instances) / most}%`;
      return h('tr', {}, h('td', { class: 'rule' }, h('small', { text: placeOf({ line, file }) }), h('code', { text })),
        h('td', { class: 'number' }, String(instances), bar), h('td', { class: 'number', text: String(literals) }), h('td', { class: 'number', text: taken === null ? '–' : duration(taken / 1e9) }));
    };
    fill(this.sizes, h('h3', { text: t.bench.sizesTitle }), h('table', { class: 'sizes' },
      h('thead', {}, h('tr', {}, t.bench.sizesHead.map((text) => h('th', { scope: 'col', text })))), h('tbody', {}, sizes.map(row))));
  }
}

/** Where something is in a program. */
const placeOf = ({ file, line }) => [file, line && put(t.bench.line, { number: line })].filter(Boolean).join(', ');

/** How large a ground program is, and what grounding and solving took. */
const figures = ({ rules, atoms, grounding, solving }) => [
  put(t.bench.ground, { rules, atoms }), put(t.bench.grounding, { time: duration(grounding) }),
  solving === undefined ? '' : put(t.bench.solving, { time: duration(solving) }),
].filter(Boolean).join(' · ');

function duration(seconds) {
  if (seconds < 0.001) return t.bench.time.short;
  if (seconds >= 1) return put(t.bench.time.seconds, { time: numeral(seconds, 2, 2) });
  const digits = seconds < 0.01 ? 1 : 0;
  return put(t.bench.time.milliseconds, { time: numeral(seconds * 1000, digits, digits) });
}
