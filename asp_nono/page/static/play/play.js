// Playing: the cells as far as the player knows them. It is the same in the studio and on published
// pages, which differ in who gives hints, and in what stands around it.
//
// The app has store, settings, stage, say(words), won(facts) for the end of a puzzle, null to take
// that back, uncover(), which takes away what lies over the board, and keep(), which keeps the work
// soon.

import { h } from '../dom.js';
import { cellsOf } from '../codec.js';
import { UNKNOWN, cellAt } from '../model.js';
import { button, checkbox, section } from '../parts.js';
import { clock, put, t } from '../texts.js';
import { Game } from './game.js';
import { HintPanel } from './hints.js';
import { Marking } from './marking.js';
import { StatesPanel } from './states.js';

const KEPT = 15; // seconds after which the time is kept

export class Play {
  id = 'play';
  label = t.play.label;
  layer = 'marks';
  solved = false;

  /**
   * @param app
   * @param {import('../swatches.js').Swatches} palette
   * @param {object} supplier of hints, as of hints.js
   */
  constructor(app, palette, supplier) {
    this.app = app;
    this.palette = palette;
    this.game = new Game(app.store, app.settings);
    this.hints = new HintPanel(this, supplier);
    this.states = new StatesPanel(this);
    this.marking = new Marking(app.stage.board, this.game);
    const toggle = (label, glyph, run) => button(label, run, { glyph, kind: 'quiet toggle', title: label, 'aria-pressed': 'false' });
    this.pencil = toggle(t.play.pencil, 'pencil', () => this.turnPencil());
    this.trial = toggle(t.trial.begin, 'trial', () => this.turnTrial());
    setInterval(() => this.#tick(), 1000);
    app.settings.addEventListener('change', () => this.#showTime());
  }

  /** What one may choose, as check boxes. */
  options() {
    const { settings } = this.app;
    const box = ([name, label]) => checkbox(label, settings.get(name), (on) => settings.set(name, on));
    return section(t.play.options, Object.entries(t.play.settings).map(box));
  }

  scene() {
    const { work } = this.app.store;
    const { solved } = this;
    this.game.take();
    return { cells: work.marks, pencil: solved ? null : work.pencil, trial: work.trial, least: 14, playing: !solved, done: this.game.done };
  }

  /** While something is tried, a bar that says so. */
  bar() {
    const { game } = this;
    if (!game.trying) return null;
    const end = (label, run, words, kind) => button(label, () => [run(), this.app.say(words)], { kind });
    return h('div', { class: 'notice trial-bar' }, h('span', { text: put(t.trial.on, { count: game.tried.length }) }),
      end(t.trial.keep, () => game.keepTrial(), t.trial.kept, 'small main'), end(t.trial.drop, () => game.dropTrial(), t.trial.dropped, 'small'));
  }

  enter() {
    this.solved = false;
    this.refresh();
  }

  leave() {
    this.interrupt();
    this.app.won(null);
    this.app.stage.time.textContent = '';
  }

  refresh() {
    this.game.take();
    this.interrupt();
    this.palette.refresh();
    this.states.refresh();
    this.hints.reset();
    this.#settle();
  }

  /** The player acts: what runs is stopped. */
  interrupt() {
    this.hints.stop();
  }

  touched({ at, layer }) {
    return layer === 'marks' ? this.game.done.forget(at) : null;
  }

  /** What was said of the cells as they were is stale now. */
  settled({ design, play }) {
    if (design) return;
    this.hints.reset();
    this.app.stage.mark();
    const before = this.solved;
    this.#settle();
    if (this.game.trying || play) this.app.stage.refresh();
    if (this.solved && !before) this.app.stage.board.celebrate();
  }

  #settle() {
    const { app, game } = this;
    const changed = game.isSolved !== this.solved;
    this.trial.setAttribute('aria-pressed', String(game.trying));
    this.#showTime();
    if (!changed) return;
    this.solved = !this.solved;
    app.stage.refresh(); // a finished picture is shown without its dots
    app.won(this.solved ? this.facts : null);
  }

  /** Its sheet is closed: no cell is chosen any more. */
  dismiss() {
    if (this.hints.choosing) this.hints.reset();
  }

  /** Takes over cells [[column, row], characters that are left] of a step, within the stroke that is begun. */
  learn(cells) {
    const { store } = this.app;
    const chars = store.work.colors.map(({ char }) => char);
    for (const [place, left] of cells) {
      if ([...left].length === 1) store.put([cellAt(place, store.work)], chars.indexOf(left));
    }
  }

  show(rows) {
    const { store } = this.app;
    store.show('marks', cellsOf(rows, store.work));
  }

  /** All cells are unknown again, but for those that are given. */
  clear() {
    this.interrupt();
    this.app.stage.clear();
    this.game.clear();
  }

  turnPencil() {
    this.pencil.setAttribute('aria-pressed', String(!this.guesses));
  }

  turnTrial() {
    if (this.game.trying) this.game.keepTrial();
    else if (!this.solved) {
      this.game.beginTrial();
      this.app.uncover();
    }
  }

  // --- time ----------------------------------------------------------------------------------

  /** The time counts while the page is seen and the puzzle open. */
  #tick() {
    const { app, solved } = this;
    if (document.hidden || solved || app.mode !== this) return;
    const { spent } = app.store.work;
    spent.seconds += 1;
    if (spent.seconds % KEPT === 0 && app.store.played) app.keep();
    this.#showTime();
  }

  #showTime() {
    const { app } = this;
    if (app.mode === this) app.stage.time.textContent = app.settings.get('timer') ? clock(app.store.work.spent.seconds) : '';
  }

  /** What the player has needed. */
  get facts() {
    const { seconds, hints, checks } = this.app.store.work.spent;
    return [clock(seconds), put(t.play.hintsTaken, { count: hints }), checks ? put(t.play.checksMade, { count: checks }) : ''].filter(Boolean).join(' · ');
  }

  // --- strokes -------------------------------------------------------------------------------

  /** Whether presses only guess. */
  get guesses() {
    return this.pencil.getAttribute('aria-pressed') === 'true';
  }

  press(cell, { erase = false, touch = false } = {}) {
    if (this.hints.choosing) {
      this.hints.why(cell);
      return;
    }
    this.interrupt();
    this.app.stage.mark();
    const { color, filling } = this.palette;
    const pencil = this.guesses && !erase;
    const wanted = !erase ? color : color === 0 ? filling : 0;
    this.marking.press(cell, { color: pencil && !color ? filling : wanted, pencil, cycles: touch && !erase && this.app.settings.get('cycle') });
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

  /** A press on a number of a clue crosses it out. */
  line(place) {
    if (place.block !== null && !this.solved) this.game.strike(place);
  }

  // --- keys ----------------------------------------------------------------------------------

  key(event, [x, y]) {
    const { store } = this.app;
    const set = (color) => this.game.paint([y * store.work.width + x], color);
    const key = event.key.toLowerCase();
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    if (key === ' ' || key === 'enter') {
      this.press([x, y]);
      this.release();
    } else if (key === 'x') set(0);
    else if (key === 'p') this.turnPencil();
    else if (key === 't') this.turnTrial();
    else if (key === 'delete' || key === 'backspace') set(UNKNOWN);
    else return false;
    this.app.stage.sayCell();
    return true;
  }

  moveCursor([x0, y0], [x, y], shift) {
    if (!shift) return;
    const { width } = this.app.store.work;
    this.interrupt();
    this.game.paint([y0 * width + x0, y * width + x], this.palette.color);
  }
}
