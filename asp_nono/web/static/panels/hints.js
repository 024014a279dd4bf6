// Hints of three strengths, errors found without giving anything away, and reasons.

import { fill, h } from '../../../page/static/dom.js';
import { lineNamed } from '../messages.js';
import { t } from '../strings.js';
import { button, problem, section, Working } from '../app/parts.js';
import { Slot } from '../app/api.js';
import { stepNotes } from './steps.js';

export class HintPanel {
  constructor(mode) {
    this.mode = mode;
    this.app = mode.app;
    this.slot = new Slot();
    this.card = h('div', { class: 'card-text', 'aria-live': 'polite' });
    this.choosing = false; // whether the next cell that is pressed is the one to explain
    const hint = (tell) => button(t.play.hint[tell], () => this.hint(tell), { kind: 'small', 'data-hint': tell });
    this.element = section(t.play.hintTitle,
      h('div', { class: 'row wrap' }, hint('where'), hint('rule'), hint('cells')),
      h('div', { class: 'row wrap' }, button(t.play.errors, () => this.errors('whether'), { kind: 'small' }), button(t.play.why, () => this.choose(), { kind: 'small' })),
      this.card);
  }

  reset() {
    this.choosing = false;
    fill(this.card);
  }

  stop() {
    this.slot.cancel();
    this.card.querySelector('.working')?.remove();
  }

  /** Runs a job and gives its result; what goes wrong is shown here. */
  async ask(kind, body) {
    this.mode.interrupt();
    this.app.stage.show(null);
    this.app.stage.mark();
    fill(this.card, new Working(t.play.working, () => this.stop()).element);
    const end = await this.slot.run(kind, { puzzle: this.mode.puzzle, ...body });
    if (!end) return null;
    if (end.event === 'result') return end;
    if (end.event === 'stopped' && end.lines) return end;
    fill(this.card, problem(end.event === 'stopped' ? t.play.stopped(end.reason) : end.reason));
    return null;
  }

  async hint(tell) {
    const end = await this.ask('hint', { grid: this.mode.grid, tell });
    if (!end) return;
    this.#tell(end.text, end.step?.reason);
    if (end.step) this.#point(stepNotes(end.step, this.app.store.work));
    else if (end.line) this.#point({ cells: new Map(), lines: new Map([[end.line, { kind: 'look', blocks: end.blocks }]]) });
  }

  async errors(tell) {
    const end = await this.ask('errors', { grid: this.mode.grid, tell });
    if (!end) return;
    this.#tell(end.text);
    if (end.state === 'error' && tell === 'whether') this.card.append(button(t.play.showWrong, () => this.errors('cells'), { kind: 'small' }));
    this.#markWrong(end.wrong ?? []);
  }

  #markWrong(cells) {
    const { width } = this.app.store.work;
    const notes = cells.map(([x, y]) => [(y - 1) * width + x - 1, { kind: 'wrong' }]);
    if (notes.length) this.#point({ cells: new Map(notes), lines: new Map() });
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
    const end = await this.ask('why', { cell: [x + 1, y + 1] });
    if (!end) return;
    this.#tell(end.text, end.known);
    const lines = new Map((end.lines ?? []).map((line) => [line, { kind: 'look' }]));
    if (end.lines?.length) this.card.append(h('p', { text: end.lines.map(lineNamed).join(', ') }));
    this.#point({ cells: new Map([[y * this.app.store.work.width + x, { kind: 'fresh' }]]), lines });
  }

  #tell(text, more) {
    fill(this.card, h('p', { class: 'message', text }), more ? h('p', { class: 'hint', text: more }) : null);
  }
}
