// Playing in the studio: the shared player, with hints of the server, and solving to watch.

import { rowsOf, toPuzzle } from '../../../page/static/codec.js';
import { h } from '../../../page/static/dom.js';
import { UNKNOWN, cellAt } from '../../../page/static/model.js';
import { Play } from '../../../page/static/play/play.js';
import { put } from '../../../page/static/texts.js';
import { t } from '../texts.js';
import { PalettePanel } from '../panels/palette.js';
import { SolvePanel } from '../panels/solve.js';
import { StepsPanel } from '../panels/steps.js';
import { Slot } from './api.js';

/** Hints of the server, as of play/hints.js. */
class ServerHints {
  kinds = ['hint', 'errors', 'why'];
  #slot = new Slot();

  constructor(app, position) {
    this.app = app;
    this.position = position;
  }

  stop() {
    this.#slot.cancel();
  }

  async ask(kind, question) {
    const { puzzle, grid } = this.position();
    const end = await this.#slot.run(kind, { puzzle, ...(kind === 'why' ? {} : { grid }), ...question });
    if (!end || end.event === 'result' || (end.event === 'stopped' && end.lines)) return end && { ...end, holds: this.#marked(end.wrong ?? []) };
    throw new Error(end.event === 'stopped' ? put(t.play.stopped, { limit: end.reason }) : end.reason);
  }

  /** Whether some cells are marked as they are now. */
  #marked(cells) {
    const { work } = this.app.store;
    const wrong = cells.map((place) => cellAt(place, work)).map((at) => [at, work.marks[at]]);
    return () => wrong.some(([at, color]) => work.marks[at] === color);
  }
}

export class PlayMode extends Play {
  left = new Map(); // for a cell that is unknown the characters of the colors that steps have left

  constructor(app) {
    const palette = new PalettePanel(app, { title: t.play.mark, edit: false, playing: true, unknown: true });
    super(app, palette, new ServerHints(app, () => this));
    this.solve = new SolvePanel(this);
    this.steps = new StepsPanel(this);
    this.tools = [palette.element, h('div', { class: 'row wrap' }, this.pencil, this.trial), this.states.element];
    this.panels = [this.hints.element, this.solve.element, this.steps.element, this.options()];
  }

  refresh() {
    this.left.clear();
    super.refresh();
    this.steps.reset();
  }

  interrupt() {
    super.interrupt();
    this.solve.stop();
    this.steps.stop();
  }

  touched(change) {
    if (change.layer === 'marks') for (const cell of change.at) this.left.delete(cell);
    return super.touched(change);
  }

  settled(change) {
    if (!change.design) this.solve.forget();
    super.settled(change);
  }

  clear() {
    this.left.clear();
    super.clear();
  }

  // --- jobs of the server ------------------------------------------------------------

  /** The puzzle without its picture: nothing may be answered from that. */
  get puzzle() {
    const { goal, saved, ...rest } = toPuzzle(this.app.store.work, this.app.store.clues);
    return rest;
  }

  /** What the player knows, as a picture. */
  get grid() {
    const { work } = this.app.store;
    if (!this.left.size) return rowsOf(work, work.marks);
    return rowsOf(work, work.marks).map((row, y) =>
      [...row].map((char, x) => {
        const left = this.left.get(y * work.width + x);
        return char === '?' && left ? `[${left}]` : char;
      }).join(''));
  }

  learn(cells) {
    super.learn(cells);
    const { work } = this.app.store;
    for (const [place, left] of cells) {
      const at = cellAt(place, work);
      if ([...left].length > 1 && work.marks[at] === UNKNOWN) this.left.set(at, left);
    }
  }

  show(rows) {
    this.left.clear();
    super.show(rows);
  }
}
