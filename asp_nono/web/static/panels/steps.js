// How the puzzle can be solved: all steps in a list; each can be looked at on the board.

import { fill, h } from '../../../page/static/dom.js';
import { cellsOf } from '../../../page/static/codec.js';
import { cellAt } from '../../../page/static/model.js';
import { stepNotes, stepText } from '../../../page/static/play/hints.js';
import { put } from '../../../page/static/texts.js';
import { t } from '../texts.js';
import { button, problem, section, Working } from '../../../page/static/parts.js';
import { Slot } from '../app/api.js';

export class StepsPanel {
  constructor(mode) {
    this.mode = mode;
    this.app = mode.app;
    this.slot = new Slot();
    this.body = h('div', { class: 'extra' });
    this.element = section(t.watch.stepsTitle, this.body);
    this.reset();
  }

  reset() {
    this.slot.cancel();
    this.steps = [];
    fill(this.body, button(t.watch.explain, () => this.explain(), { kind: 'wide' }));
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
    const sign = new Working(t.watch.explaining, () => this.stop());
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
    const text = end?.event === 'result' ? `${put(t.watch.steps, { count: this.steps.length })}. ${t.watch.outcome[end.outcome] ?? ''}` : '';
    fill(this.body, end?.event === 'error' ? problem(end.reason) : null,
      end?.event === 'stopped' ? h('p', { class: 'hint', text: put(t.play.stopped, { limit: end.reason }) }) : null,
      text ? h('p', { class: 'figure', text }) : null, end?.note ? h('p', { class: 'hint', text: end.note }) : null, this.list,
      button(t.watch.explain, () => this.explain(), { kind: 'small' }));
  }

  /** The board as it is after a step, with the step described above it. */
  show(number) {
    const { stage, store } = this.app;
    const { work } = store;
    const cells = this.start.slice();
    const numbers = new Map(work.colors.map(({ char }, color) => [char, color]));
    for (const step of this.steps.slice(0, number)) {
      for (const { cell, left } of step.cells) {
        if (left.length === 1) cells[cellAt(cell, work)] = numbers.get(left[0]);
      }
    }
    const step = this.steps[number - 1];
    stage.show({ cells, playing: true, bar: this.#bar(number, step) }, stepNotes(step, work));
    for (const [at, item] of [...this.list.children].entries()) item.classList.toggle('chosen', at === number - 1);
    stage.say(`${step.text}. ${step.reason}`);
  }

  #bar(number, step) {
    const turn = (label, glyph, to) => button(label, () => this.show(to), { glyph, bare: true, disabled: to < 1 || to > this.steps.length });
    return h('div', { class: 'notice step-bar' },
      turn(t.watch.stepBack, 'back', number - 1), h('strong', { class: 'figure', text: put(t.watch.stepBar, { number, count: this.steps.length }) }), turn(t.watch.stepNext, 'next', number + 1),
      button(t.watch.done, () => this.close(), { kind: 'small' }), stepText(step, this.app.store.work.colors));
  }

  close() {
    this.app.stage.clear();
  }
}

const stepLine = (step, number) => [h('span', { class: 'step-number', text: String(number) }), h('span', { class: 'grow', text: step.text }), h('em', { text: step.rule })];
