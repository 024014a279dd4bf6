// Solve and Reset: solving to watch, as fast as one likes.

import { fill, h } from '../../../page/static/dom.js';
import { lineNamed, put } from '../../../page/static/texts.js';
import { t } from '../texts.js';
import { button, problem, section, Working } from '../../../page/static/parts.js';
import { Slot } from '../app/api.js';

export class SolvePanel {
  #timer = 0;
  #frames = null; // what the server has sent and the board has not shown yet

  constructor(mode) {
    this.mode = mode;
    this.app = mode.app;
    this.slot = new Slot();
    this.card = h('div', { class: 'card-text', 'aria-live': 'polite' });
    this.play = button(t.watch.solve, () => this.toggle(), { glyph: 'play', 'data-action': 'solve' });
    this.reset = button(t.watch.reset, () => this.clear(), { 'data-action': 'reset' });
    this.element = section(t.watch.title, h('div', { class: 'row wrap' }, this.play, this.reset), this.#speed(), this.card);
  }

  #speed() {
    const { settings } = this.app;
    const shown = h('span', { 'aria-hidden': 'true' });
    const range = h('input', { type: 'range', min: '1', max: '60', value: settings.get('speed'), 'aria-label': t.watch.speed });
    const tell = () => {
      shown.textContent = put(t.watch.speedText, { count: Number(range.value) });
      range.setAttribute('aria-valuetext', shown.textContent);
    };
    range.addEventListener('input', () => {
      settings.set('speed', Number(range.value));
      tell();
    });
    tell();
    return h('div', { class: 'field' }, h('div', { class: 'row spread label' }, h('span', { 'aria-hidden': 'true', text: t.watch.speed }), shown), range);
  }

  stop() {
    this.slot.cancel();
    clearTimeout(this.#timer);
    if (this.#frames) this.app.store.end();
    this.#frames = null;
    this.#showButton(false);
    this.card.querySelector('.working')?.remove();
  }

  /** What was said is stale. */
  forget() {
    fill(this.card);
  }

  clear() {
    this.mode.clear();
    fill(this.card, h('p', { class: 'hint', text: t.watch.resetDone }));
  }

  // --- watching ------------------------------------------------------------------------------

  toggle() {
    if (this.#frames) this.stop();
    else this.watch();
  }

  #showButton(running) {
    this.play.querySelector('span').textContent = running ? t.watch.pause : t.watch.solve;
  }

  /** Solves from what the player has, and shows it visit by visit; it is one step to undo. */
  async watch() {
    const { store, stage } = this.app;
    this.mode.interrupt();
    stage.clear();
    const body = { puzzle: this.mode.puzzle, start: this.mode.grid };
    fill(this.card, new Working(t.play.working, () => this.stop()).element);
    this.#frames = [];
    this.#showButton(true);
    store.begin('marks');
    this.#next(1);
    this.end = null;
    this.end = await this.slot.run('solve', body, (event) => {
      if (event.cells) this.#frames?.push(event);
    });
  }

  #next(number) {
    this.#timer = setTimeout(() => {
      const frame = this.#frames.shift();
      if (frame) {
        this.mode.learn(frame.cells.map(([x, y, left]) => [[x, y], left.replace(/^\[|\]$/g, '')]));
        fill(this.card, h('p', { class: 'message', text: put(t.watch.frame, { number, line: frame.line ? lineNamed(frame.line) : t.watch.probe }) }));
      } else if (this.end) {
        this.#finish();
        return;
      }
      this.#next(number + (frame ? 1 : 0));
    }, 1000 / this.app.settings.get('speed'));
  }

  #finish() {
    const { end } = this;
    const rows = end.verdict === 'unique' ? end.solutions[0] : end.certain;
    if (rows) this.mode.learn(rows.flatMap((row, y) => cellsOfRow(row).map((left, x) => [[x + 1, y + 1], left])).filter(([, left]) => left !== '?'));
    this.#frames = null;
    this.mode.game.end();
    this.#showButton(false);
    if (end.event === 'error') fill(this.card, problem(end.reason));
    else fill(this.card, h('p', { class: 'message', text: t.watch.finished[end.event === 'stopped' ? 'undecided' : end.verdict] }), end.reason && end.verdict === 'none' ? h('p', { class: 'hint', text: end.reason }) : null);
  }
}

/** The cells of a row of a picture, each as the characters that are left. */
const cellsOfRow = (row) => Array.from(row.matchAll(/\[([^\]]*)\]|(.)/gu), ([, several, one]) => several ?? one);
