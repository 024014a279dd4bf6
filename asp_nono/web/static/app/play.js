// Playing: the cells as far as the player knows them.

import { h } from '../../../page/static/dom.js';
import { cellsOf, rowsOf, toPuzzle } from '../../../page/static/codec.js';
import { Marking } from '../../../page/static/board/marking.js';
import { Game } from '../../../page/static/game.js';
import { UNKNOWN } from '../../../page/static/model.js';
import { t } from '../strings.js';
import { button, checkbox } from './parts.js';
import { HintPanel } from '../panels/hints.js';
import { PalettePanel } from '../panels/palette.js';
import { SolvePanel } from '../panels/solve.js';
import { StatesPanel } from '../panels/states.js';
import { StepsPanel } from '../panels/steps.js';

export class PlayMode {
  id = 'play';
  label = t.modes.play;
  layer = 'marks';
  left = new Map(); // for a cell that is unknown the characters of the colors that steps have left
  #solved = false;

  constructor(app) {
    this.app = app;
    this.palette = new PalettePanel(app, { title: t.play.mark, edit: false, unknown: true });
    this.hints = new HintPanel(this);
    this.solve = new SolvePanel(this);
    this.steps = new StepsPanel(this);
    this.states = new StatesPanel(this);
    this.game = new Game(app.store, () => app.settings.get('autoCross'));
    this.marking = new Marking(app.stage.board, this.game);
    this.pencil = checkbox(t.play.pencil, false, () => {});
    this.tools = [this.palette.element, this.pencil, this.states.element];
    this.panels = [this.hints.element, this.solve.element, this.steps.element];
  }

  scene() {
    const { store, settings } = this.app;
    this.game.take();
    return { cells: store.work.marks, pencil: this.#solved ? null : store.work.pencil, least: 14, playing: !this.#solved, done: settings.get('crossOut') ? this.game.done : null };
  }

  enter() {
    this.#solved = false;
    this.refresh();
  }

  leave() {
    this.interrupt();
    this.app.stage.win(null);
  }

  refresh() {
    this.left.clear();
    this.game.take();
    this.interrupt();
    this.palette.refresh();
    this.states.refresh();
    this.steps.reset();
    this.hints.reset();
    this.#celebrate();
  }

  /** The player acts: what runs is stopped. */
  interrupt() {
    this.solve.stop();
    this.steps.stop();
    this.hints.stop();
  }

  touched({ at, layer }) {
    if (layer !== 'marks') return null;
    for (const cell of at) this.left.delete(cell);
    return this.game.done.forget(at);
  }

  /** What was said of the cells as they were is stale now. */
  settled({ design }) {
    if (design) return;
    this.hints.reset();
    this.solve.forget();
    this.app.stage.mark();
    const before = this.#solved;
    this.#celebrate();
    if (this.#solved && !before) this.app.stage.board.celebrate();
  }

  /** Whether presses only guess. */
  get guesses() {
    return this.pencil.querySelector('input').checked;
  }

  #celebrate() {
    const { store, stage } = this.app;
    const solved = this.game.isSolved;
    const changed = solved !== this.#solved;
    this.#solved = solved;
    if (!changed) return;
    stage.refresh(); // a finished picture is shown without its dots
    if (!solved) {
      stage.win(null);
      return;
    }
    const { title, description } = store.work.texts;
    stage.win([h('strong', { text: t.play.solved }), h('p', { text: [title, description].filter(Boolean).join('. ') || t.play.solvedText }),
      button(t.close, () => stage.win(null), { glyph: 'close', bare: true, kind: 'quiet' })]);
    this.app.say(`${t.play.solved} ${t.play.solvedText}`);
  }

  /** Its sheet is closed: no cell is chosen any more. */
  dismiss() {
    if (this.hints.choosing) this.hints.reset();
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

  /** Takes over cells [cell, characters that are left] of a step, within the stroke that is begun. */
  learn(cells) {
    const { store } = this.app;
    const numbers = new Map(store.work.colors.map(({ char }, number) => [char, number]));
    for (const [[x, y], chars] of cells) {
      const at = (y - 1) * store.work.width + x - 1;
      const left = [...chars].filter((char) => numbers.has(char));
      if (left.length === 1) store.put([at], numbers.get(left[0]));
      else if (store.work.marks[at] === UNKNOWN) this.left.set(at, left.join(''));
    }
  }

  show(rows) {
    const { store } = this.app;
    this.left.clear();
    store.show('marks', cellsOf(rows, store.work));
  }

  // --- strokes -------------------------------------------------------------------------------

  press(cell, { erase = false, touch = false } = {}) {
    if (this.hints.choosing) {
      this.hints.why(cell);
      return;
    }
    this.interrupt();
    this.app.stage.mark();
    this.marking.press(cell, { color: erase ? 0 : this.palette.color, pencil: this.guesses && !erase, cycles: touch && !erase && this.app.settings.get('cycle') });
  }

  drag(cell) {
    return this.marking.drag(cell);
  }

  release() {
    this.marking.release();
  }

  abandon() {
    this.marking.abandon();
  }

  // --- keys ----------------------------------------------------------------------------------

  key(event, [x, y]) {
    const { store } = this.app;
    const set = (color) => this.game.paint([y * store.work.width + x], color);
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    if (event.key === ' ' || event.key === 'Enter') {
      this.press([x, y]);
      this.release();
    } else if (event.key.toLowerCase() === 'x') set(0);
    else if (event.key.toLowerCase() === 'p') this.pencil.querySelector('input').click();
    else if (event.key === 'Delete' || event.key === 'Backspace') set(UNKNOWN);
    else return false;
    this.app.stage.sayCell();
    return true;
  }

  moveCursor([x0, y0], [x, y], shift) {
    if (!shift) return;
    const { store } = this.app;
    this.interrupt();
    this.game.paint([y0 * store.work.width + x0, y * store.work.width + x], this.palette.color);
  }
}
