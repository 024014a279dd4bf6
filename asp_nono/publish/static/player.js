// The player of one puzzle, as the whole page: the shared player with a header, a bar and a sheet.

import { h } from '../../page/static/dom.js';
import { fromPuzzle } from '../../page/static/codec.js';
import { filled } from '../../page/static/model.js';
import { button } from '../../page/static/parts.js';
import { LineHints } from '../../page/static/play/line_hints.js';
import { Play } from '../../page/static/play/play.js';
import { restOf } from '../../page/static/play/solved.js';
import { Stage } from '../../page/static/play/stage.js';
import { Settings } from '../../page/static/settings.js';
import { Store } from '../../page/static/store.js';
import { Swatches } from '../../page/static/swatches.js';
import { Kept, drawn, keptAs } from './game.js';
import { Menu } from './menu.js';
import { Sheet, row, text } from './sheet.js';
import { SolverPanel } from './solver.js';
import { showTheme } from './page.js';
import { put } from '../../page/static/texts.js';
import { t } from './texts.js';

const DEFAULTS = { autoCross: true, crossOut: true, cycle: false, timer: true, symbols: 'none', theme: 'auto' };
const NO_CLUES = { rows: [], columns: [] };
const NARROW = 760; // pixels; a finger covers the clues of a board as narrow

/** Playing on a page of its own: a solved picture is shown alone. */
class PagePlay extends Play {
  scene() {
    const symbols = this.app.store.work.colors.length > 2 ? this.app.settings.symbols : 'none';
    return { ...super.scene(), symbols, least: this.solved ? 1 : 15, ...(this.solved && { clues: NO_CLUES, done: null }) };
  }

  press(cell, how) {
    if (!this.solved) super.press(cell, how);
  }

  refresh() {
    super.refresh();
    this.app.refresh();
  }

  settled(change) {
    super.settled(change);
    this.app.refresh();
    if (!change.design) this.app.keep();
  }
}

export class Player {
  verdict = ''; // how many solutions the puzzle has, as far as known, in words

  /**
   * @param {{puzzle: any, id: string, hashes?: any, about?: string, home?: string, next?: string, clingo?: any}} data
   *   the puzzle without its goal; `about` is read once it is solved
   */
  constructor(data) {
    this.data = data;
    this.title = data.puzzle.title || t.untitled;
    this.settings = new Settings(keptAs('settings'), DEFAULTS);
    this.store = new Store(fromPuzzle(data.puzzle), data.id);
    this.kept = new Kept(this.store);
    this.sheet = new Sheet(() => this.mode.hints.reset());
    this.stage = new Stage(this);
    this.supplier = new LineHints(this.store, data.hashes);
    this.palette = new Swatches(this, { title: t.bar, playing: true });
    this.mode = new PagePlay(this, this.palette, this.supplier);
    this.solver = data.clingo ? new SolverPanel(this) : null;
    if (this.solver) this.supplier.beyond = { label: t.clingo.cell, run: () => this.solver.cell() };
    this.menu = new Menu(this);
    if (!this.kept.there && this.settings.get('autoCross')) this.#crossFinished();
    this.#build();
    this.#listen();
    this.applySettings();
    this.mode.enter();
    this.stage.refresh();
  }

  /** Lines that are finished before anything is filled are crossed out. */
  #crossFinished() {
    const { work, clues } = this.store;
    for (const at of restOf(work, clues, work.marks.keys())) work.marks[at] = 0;
  }

  // --- the page --------------------------------------------------------------------------------

  #build() {
    const { home } = this.data;
    const bare = (label, glyph, run, props = {}) => button(label, run, { glyph, bare: true, kind: 'quiet', ...props });
    const back = home ? h('a', { href: home, class: 'button quiet bare', 'aria-label': t.back, title: t.back }, bare('', 'back', () => {}).firstChild) : null;
    this.stage.time.setAttribute('aria-label', t.play.time);
    const header = h('header', {}, back, h('h1', { text: this.title }), this.stage.time, bare(t.menu, 'menu', () => this.menu.toggle(), { 'data-action': 'menu' }));
    const { pencil, trial } = this.mode;
    this.undo = bare(t.undo, 'undo', () => this.store.undo('marks'));
    this.redo = bare(t.redo, 'redo', () => this.store.redo('marks'));
    const hint = button(t.hint, () => this.hint(), { glyph: 'hint', kind: 'main hint-button', 'data-action': 'hint' });
    const several = this.store.work.colors.length > 3;
    const bar = h('div', { class: `bar${several ? ' several' : ''}` }, this.palette.list, h('span', { class: 'tools' }, pencil, trial, h('span', { class: 'gap' }), this.undo, this.redo, hint));
    document.body.append(header, h('div', { class: 'page' }, this.stage.element, this.sheet.element), h('footer', {}, bar));
  }

  #listen() {
    this.stage.board.resized = () => this.#showClues();
    addEventListener('keydown', (event) => this.#key(event));
    addEventListener('pagehide', () => document.hidden || this.keep()); // a tab behind has nothing new
    this.settings.addEventListener('change', () => this.applySettings());
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.applySettings());
  }

  refresh() {
    const { histories: { marks } } = this.store;
    const { solved } = this.mode;
    this.undo.disabled = !marks.canUndo || solved;
    this.redo.disabled = !marks.canRedo || solved;
    document.body.classList.toggle('solved', solved);
    this.#showClues();
  }

  applySettings() {
    showTheme(this.settings.get('theme'));
    this.stage.refresh();
  }

  /** The clues of the row and the column of the cursor, where they are longer than the room beside the board, or under a finger. */
  #showClues() {
    const { view, pane } = this.stage.board;
    const clipped = view.edgeX < view.gutterWidth() || view.edgeY < view.gutterHeight() || (pane.clientWidth < NARROW && !view.fits);
    document.body.classList.toggle('clipped', clipped);
  }

  say(words) {
    this.stage.say(words);
  }

  uncover() {
    this.sheet.close();
  }

  keep() {
    this.kept.keep(this.mode.solved);
  }

  /** First where to look; the sheet has stronger hints. */
  hint() {
    this.#help((hints) => hints.hint('where'));
  }

  check() {
    this.#help((hints) => hints.errors('whether'));
  }

  /** Shows the hints, and asks for one. */
  #help(ask) {
    if (this.mode.solved) return;
    this.sheet.show(t.play.hintTitle, this.mode.hints.element);
    ask(this.mode.hints);
  }

  #key(event) {
    if (event.defaultPrevented || event.target.closest('input, textarea, select')) return;
    const key = event.key.toLowerCase();
    const control = event.ctrlKey || event.metaKey;
    const number = /^[0-9]$/.test(key) && !control;
    if (control && key === 'z' && !event.shiftKey) this.undo.click();
    else if (control && (key === 'y' || key === 'z')) this.redo.click();
    else if (key === 'h' && !control) this.hint();
    else if (key === 'n' && !control) this.#help((hints) => hints.apply());
    else if (key === 'escape') this.sheet.close();
    else if (number) this.palette.choose(Number(key));
    else if (event.target === document.body) this.stage.spoken.grid.dispatchEvent(new KeyboardEvent('keydown', event)); // the board need not have the focus
    else return;
    event.preventDefault();
  }

  // --- the end ---------------------------------------------------------------------------------

  /** The puzzle is solved, with what the player has needed; null if not. */
  won(facts) {
    this.refresh();
    if (!facts) return;
    const { data, sheet } = this;
    const { about = '' } = data;
    this.said = text('', 'hint');
    sheet.show(t.play.solved, text(facts, 'facts'), about ? text(about) : null,
      row(button(t.win.share, () => this.share(), { kind: 'main' }), button(t.win.picture, () => this.savePicture()),
        data.next ? h('a', { class: 'button', href: data.next, text: t.win.next }) : null,
        button(t.win.again, () => this.restart())), this.said);
    this.say(`${t.play.solved} ${facts}. ${about}`);
    this.stage.board.fit(true);
  }

  restart() {
    this.sheet.close();
    Object.assign(this.store.work.spent, { seconds: 0, hints: 0, checks: 0 });
    this.mode.clear();
    this.say(t.more.restarted);
    this.stage.board.fit(false);
  }

  /** Hands the result to other apps, or copies it; the picture is not in it. */
  async share() {
    const { width, height } = this.store.work;
    const words = put(t.win.text, { title: this.title, size: put(t.size, { width, height }), facts: this.mode.facts });
    const url = location.protocol.startsWith('http') ? location.href.split('#')[0] : undefined;
    try {
      if (navigator.share && matchMedia('(pointer: coarse)').matches) return await navigator.share({ text: words, url });
      await navigator.clipboard.writeText([words, url].filter(Boolean).join(' '));
    } catch (error) {
      if (error.name === 'AbortError') return null;
      const place = h('textarea', { text: [words, url].filter(Boolean).join(' ') });
      document.body.append(place);
      place.select();
      document.execCommand('copy');
      place.remove();
    }
    this.said.textContent = t.win.copied;
    return null;
  }

  savePicture() {
    const { work } = this.store;
    const unit = Math.max(1, Math.floor(1000 / Math.max(work.width, work.height)));
    h('a', { href: drawn(work, filled(work.marks), unit).toDataURL(), download: `${this.title}.png` }).click();
  }
}
