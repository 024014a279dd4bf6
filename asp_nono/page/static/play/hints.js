// Hints of three strengths, errors found without giving anything away, and reasons.
//
// They come from a supplier: the server, or line logic in the page. It has ask(kind, {tell}) or
// ask(kind, {cell}), a promise of an answer of the server's shape (docs/json.md), or of null when
// stopped; `kinds`, what it can be asked: "hint", "errors" and "why"; and stop(). An answer with the
// state "error" has holds(): whether the error is still there after an undo.

import { fill, h } from '../dom.js';
import { cellAt } from '../model.js';
import { button, problem, section, Working } from '../parts.js';
import { colorNamed, lineNamed, put, t } from '../texts.js';

const NO_CELLS = new Map();

export class HintPanel {
  constructor(mode, supplier) {
    this.mode = mode;
    this.app = mode.app;
    this.supplier = supplier;
    this.card = h('div', { class: 'card-text', 'aria-live': 'polite' });
    this.choosing = false; // whether the next cell that is pressed is the one to explain
    const hint = (tell) => button(t.play.hint[tell], () => this.hint(tell), { kind: 'small', 'data-hint': tell });
    this.element = section(t.play.hintTitle,
      h('div', { class: 'row wrap' }, hint('where'), hint('rule'), hint('cells'), button(t.play.apply, () => this.apply(), { kind: 'small', 'data-action': 'step' })),
      h('div', { class: 'row wrap' }, button(t.play.errors, () => this.errors('whether'), { kind: 'small' }),
        supplier.kinds.includes('why') ? button(t.play.why, () => this.choose(), { kind: 'small' }) : null),
      this.card);
  }

  reset() {
    this.choosing = false;
    fill(this.card);
  }

  stop() {
    this.supplier.stop();
    this.card.querySelector('.working')?.remove();
  }

  /** The answer of the supplier; what goes wrong is shown here. */
  async ask(kind, question) {
    this.mode.interrupt();
    this.app.stage.clear();
    fill(this.card, new Working(t.play.working, () => this.stop()).element);
    try {
      return await this.supplier.ask(kind, question);
    } catch (error) {
      fill(this.card, problem(error.message));
      return null;
    }
  }

  async hint(tell) {
    const answer = await this.ask('hint', { tell });
    if (!answer) return null;
    const { work } = this.app.store;
    work.spent.hints += 1;
    if (answer.step) fill(this.card, stepText(answer.step, work.colors));
    else this.#tell(answer.text);
    if (answer.step) this.#point(stepNotes(answer.step, work));
    else if (answer.line) this.#point({ cells: NO_CELLS, lines: new Map([[answer.line, { kind: 'look', blocks: answer.blocks }]]) });
    else if (answer.state === 'error') this.#offer(answer);
    if (answer.beyond) this.card.append(button(answer.beyond.label, answer.beyond.run, { kind: 'small' }));
    return answer;
  }

  /** One step: the easiest that there is, taken over and explained. */
  async apply() {
    const answer = await this.hint('cells');
    if (answer?.step) this.take(answer.step);
  }

  take(step) {
    this.app.store.begin('marks');
    this.mode.learn(step.cells.map(({ cell, left }) => [cell, left.join('')]));
    this.mode.game.end();
    if (this.mode.solved) return;
    this.#point(stepNotes(step, this.app.store.work));
    fill(this.card, stepText(step, this.app.store.work.colors));
  }

  async errors(tell) {
    const answer = await this.ask('errors', { tell });
    if (!answer) return;
    this.app.store.work.spent.checks += 1;
    this.#tell(answer.text);
    if (answer.state === 'error') this.#offer(answer, tell);
    this.#markWrong(answer);
  }

  /** What can be done about an error. */
  #offer(answer, tell = 'whether') {
    this.card.append(h('div', { class: 'row wrap' },
      tell === 'whether' ? button(t.play.showWrong, () => this.errors('cells'), { kind: 'small' }) : null,
      this.app.store.histories.marks.canUndo ? button(t.play.goBack, () => this.#back(), { kind: 'small' }) : null));
  }

  /** Undoes until the error is gone. */
  async #back() {
    const { store } = this.app;
    const answer = await this.ask('errors', { tell: 'cells' });
    if (!answer) return;
    fill(this.card);
    while (answer.holds?.() && store.histories.marks.canUndo) store.undo('marks');
  }

  #markWrong({ wrong = [], clashes = [] }) {
    const cells = new Map(wrong.map((place) => [cellAt(place, this.app.store.work), { kind: 'wrong' }]));
    const lines = new Map(clashes.map((line) => [line, { kind: 'clash' }]));
    if (cells.size + lines.size) this.#point({ cells, lines });
  }

  #point(notes) {
    this.app.stage.mark(notes);
    this.app.stage.reveal(notes);
  }

  /** Asks for the cell: a color that nobody asked for must not be given away. */
  choose() {
    this.mode.interrupt();
    this.app.stage.mark();
    this.#tell(t.play.whyChoose);
    this.choosing = true;
  }

  /** The fewest clues that force a cell. */
  async why([x, y]) {
    this.choosing = false;
    const answer = await this.ask('why', { cell: [x + 1, y + 1] });
    if (!answer) return;
    this.#tell(answer.text, answer.known);
    const lines = new Map((answer.lines ?? []).map((line) => [line, { kind: 'look' }]));
    if (answer.lines?.length) this.card.append(h('p', { text: answer.lines.map(lineNamed).join(', ') }));
    this.#point({ cells: new Map([[y * this.app.store.work.width + x, { kind: 'fresh' }]]), lines });
  }

  #tell(text, more) {
    fill(this.card, h('p', { class: 'message', text }), more ? h('p', { class: 'hint', text: more }) : null);
  }
}

/** Signs for a step: its new cells, the cells and the clue that it rests on. */
export function stepNotes(step, work) {
  const cells = new Map(step.because.map((place) => [cellAt(place, work), { kind: 'because' }]));
  for (const { cell } of step.cells) cells.set(cellAt(cell, work), { kind: 'fresh' });
  const lines = new Map(step.line ? [[step.line, { kind: 'look', blocks: step.blocks }]] : []);
  return { cells, lines };
}

/** A step in words, with the steps of its trials within. */
export function stepText(step, colors) {
  const names = new Map(colors.map(({ char, name }) => [char, colorNamed(name)]));
  const trial = ({ cell, color, steps }) =>
    h('details', { class: 'trial' }, h('summary', { text: put(t.play.tried, { column: cell[0], row: cell[1], color: names.get(color) ?? color }) }),
      h('ol', {}, steps.map((inner) => h('li', {}, stepText(inner, colors)))));
  return h('div', { class: 'step' },
    h('p', { class: 'step-head' }, h('span', { text: step.text }), h('em', { text: step.rule })),
    h('p', { class: 'hint', text: step.reason }), step.trials.map(trial));
}
