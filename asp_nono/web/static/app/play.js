// Playing: the cells as far as the player knows them.

import { h } from '../../../page/static/dom.js';
import { cellsOf, givenOf, rowsOf, toPuzzle } from '../../../page/static/codec.js';
import { UNKNOWN } from '../../../page/static/model.js';
import { DoneClues, isSolved } from '../../../page/static/solved.js';
import { lineCells } from '../board/tools.js';
import { t } from '../strings.js';
import { button } from './parts.js';
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
  #stroke = null; // {start, from, to, axis}: cells that are `from` become `to`, along one line
  #solved = false;

  constructor(app) {
    this.app = app;
    this.palette = new PalettePanel(app, { title: t.play.mark, edit: false, unknown: true });
    this.hints = new HintPanel(this);
    this.solve = new SolvePanel(this);
    this.steps = new StepsPanel(this);
    this.states = new StatesPanel(this);
    this.tools = [this.palette.element, this.states.element];
    this.panels = [this.hints.element, this.solve.element, this.steps.element];
  }

  scene() {
    const { store, settings } = this.app;
    this.done = new DoneClues(store.work, store.clues);
    return { cells: store.work.marks, least: 14, playing: !this.#solved, done: settings.get('crossOut') ? this.done : null };
  }

  enter() {
    this.#solved = false;
    this.refresh();
  }

  /** Given cells are known from the beginning, and nothing changes them. */
  #putGiven() {
    const { work } = this.app.store;
    this.fixed = new Set();
    for (const [at, colors] of givenOf(work)) {
      if (colors.length !== 1) continue;
      this.fixed.add(at);
      [work.marks[at]] = colors;
    }
  }

  /** Those of some cells that the player may change. */
  free(at) {
    return this.fixed.size ? [...at].filter((cell) => !this.fixed.has(cell)) : at;
  }

  leave() {
    this.interrupt();
    this.app.stage.win(null);
  }

  refresh() {
    this.left.clear();
    this.#putGiven();
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
    return this.done.forget(at);
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

  /** Ends a stroke. If all filled cells are right, it also fills in the background, so that one undo takes back both. */
  finish() {
    const { store } = this.app;
    if (store.drawing && isSolved(store.work, store.clues)) store.putEach(store.work.marks.keys(), (at) => (store.work.marks[at] === UNKNOWN ? 0 : store.work.marks[at]));
    store.end();
  }

  #celebrate() {
    const { store, stage } = this.app;
    const solved = isSolved(store.work, store.clues);
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

  press([x, y], { erase = false, touch = false } = {}) {
    const { store } = this.app;
    if (this.hints.choosing) {
      this.hints.why([x, y]);
      return;
    }
    this.interrupt();
    this.app.stage.mark();
    const at = y * store.work.width + x;
    const from = store.work.marks[at];
    this.#stroke = { start: [x, y], from, to: this.#after(from, erase, touch && this.app.settings.get('cycle')), axis: null };
    store.begin('marks');
    store.put(this.free([at]), this.#stroke.to);
  }

  /** What a press makes of a cell; where taps cycle it is color, background, unknown. */
  #after(from, erase, cycles) {
    const wanted = erase ? 0 : this.palette.color;
    if (from !== wanted) return cycles && !erase && from === 0 ? UNKNOWN : wanted;
    return cycles && wanted !== 0 && wanted !== UNKNOWN ? 0 : UNKNOWN;
  }

  /**
   * A drag stays on the line on which it begins, and can be taken back by going back. It changes
   * only cells that are as the first one was, so that nothing known is lost.
   */
  drag([x, y]) {
    if (!this.#stroke) return null;
    const { store, stage } = this.app;
    const { start: [x0, y0], from, to } = this.#stroke;
    if (x === x0 && y === y0) this.#stroke.axis = null;
    else this.#stroke.axis ??= Math.abs(x - x0) >= Math.abs(y - y0) ? 'row' : 'column';
    const end = this.#stroke.axis === 'column' ? [x0, y] : [x, y0];
    const line = lineCells(store.work.width, [x0, y0], end);
    store.rewind();
    store.put(this.free(line).filter((at) => store.work.marks[at] === from), to);
    stage.board.tell({ cell: end, text: String(line.length) });
    return end;
  }

  release() {
    this.app.stage.board.tell(null);
    if (!this.#stroke) return;
    this.#stroke = null;
    this.finish();
  }

  abandon() {
    this.app.stage.board.tell(null);
    if (!this.#stroke) return;
    this.#stroke = null;
    this.app.store.cancel();
  }

  // --- keys ----------------------------------------------------------------------------------

  key(event, [x, y]) {
    const { store } = this.app;
    const set = (color) => this.#paint([y * store.work.width + x], color);
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    if (event.key === ' ' || event.key === 'Enter') {
      this.press([x, y]);
      this.release();
    } else if (event.key.toLowerCase() === 'x') set(0);
    else if (event.key === 'Delete' || event.key === 'Backspace') set(UNKNOWN);
    else return false;
    this.app.stage.sayCell();
    return true;
  }

  moveCursor([x0, y0], [x, y], shift) {
    if (!shift) return;
    const { store } = this.app;
    this.interrupt();
    this.#paint([y0 * store.work.width + x0, y * store.work.width + x], this.palette.color);
  }

  #paint(at, color) {
    this.app.store.begin('marks');
    this.app.store.put(this.free(at), color);
    this.finish();
  }
}
