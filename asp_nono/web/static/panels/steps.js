// How the puzzle can be solved: all steps in a list; each can be looked at on the board.

import { fill, h } from '../../../page/static/dom.js';
import { cellsOf } from '../../../page/static/codec.js';
import { colorNamed } from '../messages.js';
import { t } from '../strings.js';
import { button, problem, section, Working } from '../app/parts.js';
import { Slot } from '../app/api.js';

export class StepsPanel {
  constructor(mode) {
    this.mode = mode;
    this.app = mode.app;
    this.slot = new Slot();
    this.body = h('div', { class: 'extra' });
    this.element = section(t.play.stepsTitle, this.body);
    this.reset();
  }

  reset() {
    this.slot.cancel();
    this.steps = [];
    fill(this.body, button(t.play.explain, () => this.explain(), { kind: 'wide' }));
  }

  stop() {
    if (!this.slot.busy) return;
    this.slot.cancel();
    this.#list(null);
  }

  async explain() {
    this.mode.interrupt();
    this.steps = [];
    this.start = cellsOf(this.mode.grid, this.app.store.work);
    const sign = new Working(t.play.explaining, () => this.stop());
    this.list = h('ol', { class: 'plain steps' });
    fill(this.body, sign.element, this.list);
    const end = await this.slot.run('explain', { puzzle: this.mode.puzzle, start: this.mode.grid, order: 'easiest', depth: 2, search: true }, (event) => {
      if (event.step) this.#add(event.step);
    });
    if (!end) return;
    this.#list(end);
  }

  #add(step) {
    const number = this.steps.push(step);
    this.list.append(h('li', {}, h('button', { type: 'button', class: 'step-button', on: { click: () => this.show(number) } }, stepLine(step, number))));
  }

  #list(end) {
    const text = end?.event === 'result' ? `${t.play.steps(this.steps.length)}. ${t.play.outcome[end.outcome] ?? ''}` : '';
    fill(this.body, end?.event === 'error' ? problem(end.reason) : null,
      end?.event === 'stopped' ? h('p', { class: 'hint', text: t.play.stopped(end.reason) }) : null,
      text ? h('p', { class: 'figure', text }) : null, this.list,
      button(t.play.explain, () => this.explain(), { kind: 'small' }));
  }

  /** The board as it is after a step, with the step described above it. */
  show(number) {
    const { stage, store } = this.app;
    const { work } = store;
    const cells = this.start.slice();
    const numbers = new Map(work.colors.map(({ char }, color) => [char, color]));
    for (const step of this.steps.slice(0, number)) {
      for (const { cell: [x, y], left } of step.cells) {
        if (left.length === 1) cells[(y - 1) * work.width + x - 1] = numbers.get(left[0]);
      }
    }
    const step = this.steps[number - 1];
    stage.notes = stepNotes(step, work);
    stage.show({ cells, playing: true, bar: this.#bar(number, step) });
    for (const [at, item] of [...this.list.children].entries()) item.classList.toggle('chosen', at === number - 1);
    stage.say(`${step.text}. ${step.reason}`);
  }

  #bar(number, step) {
    const turn = (label, glyph, to) => button(label, () => this.show(to), { glyph, bare: true, disabled: to < 1 || to > this.steps.length });
    return h('div', { class: 'notice step-bar' },
      turn(t.play.stepBack, 'back', number - 1), h('strong', { class: 'figure', text: t.play.stepBar(number, this.steps.length) }), turn(t.play.stepNext, 'next', number + 1),
      button(t.play.done, () => this.close(), { kind: 'small' }), stepText(step, this.app.store.work.colors));
  }

  close() {
    this.app.stage.notes = { cells: new Map(), lines: new Map() };
    this.app.stage.show(null);
  }
}

const stepLine = (step, number) => [h('span', { class: 'step-number', text: String(number) }), h('span', { class: 'grow', text: step.text }), h('em', { text: step.rule })];

// One step of an explanation: in words, and as signs on the board.


/** Signs for a step: its new cells, the cells and the clue that it rests on. */
export function stepNotes(step, { width }) {
  const number = ([x, y]) => (y - 1) * width + x - 1;
  const cells = new Map(step.because.map((cell) => [number(cell), { kind: 'because' }]));
  for (const { cell } of step.cells) cells.set(number(cell), { kind: 'fresh' });
  const lines = new Map(step.line ? [[step.line, { kind: 'look', blocks: step.blocks }]] : []);
  return { cells, lines };
}

/** A step in words, with the steps of its trials within. */
export function stepText(step, colors, number) {
  const names = new Map(colors.map(({ char, name }) => [char, colorNamed(name)]));
  const trial = ({ cell, color, steps }) =>
    h('details', { class: 'trial' }, h('summary', { text: t.play.tried(cell, names.get(color) ?? color) }),
      h('ol', {}, steps.map((inner) => h('li', {}, stepText(inner, colors)))));
  return h('div', { class: 'step' },
    h('p', { class: 'step-head' }, number ? h('span', { class: 'step-number', text: `${number}` }) : null, h('span', { text: step.text }), h('em', { text: step.rule })),
    h('p', { class: 'hint', text: step.reason }), step.trials.map(trial));
}
