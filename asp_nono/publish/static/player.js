// The player of one puzzle, as the whole page.

import { h, icon } from '../../page/static/dom.js';
import { inkOn } from '../../page/static/palette.js';
import { fromPuzzle } from '../../page/static/codec.js';
import { UNKNOWN } from '../../page/static/model.js';
import { Board } from '../../page/static/board/board.js';
import { clueElements } from '../../page/static/board/clues.js';
import { Pointer } from '../../page/static/board/pointer.js';
import { Marking } from '../../page/static/board/marking.js';
import { KeptGame, store, stored } from './game.js';
import { Help } from './help.js';
import { ICONS } from './icons.js';
import { Menu } from './menu.js';
import { Mistakes } from './mistakes.js';
import { Sheet, button, iconButton, row, text } from './sheet.js';
import { SolverPanel } from './solver.js';
import { showTheme } from './page.js';
import { clock, t } from './strings.js';

const DEFAULTS = { autoCross: true, cycle: false, timer: true, symbols: 'none', theme: 'auto' };
const PENCIL = 'pencil';
const READABLE = { coarse: 19, fine: 15 }; // the smallest cells with which a board opens, in CSS pixels, for fingers and mice
const NO_CLUES = { rows: [], columns: [] };
const NO_NOTES = { cells: new Map(), lines: new Map() };

export class Player {
  notes = NO_NOTES; // what a hint or a mistake points at
  cursor = null; // [x, y], of the cell whose clues are shown
  verdict = ''; // what is known of the number of solutions, in words

  /**
   * @param {{puzzle: any, id: string, hashes?: any, about?: string, home?: string, next?: string, clingo?: any}} data
   *   the puzzle without its goal; `about` is read once it is solved
   */
  constructor(data) {
    this.data = data;
    this.title = data.puzzle.title || t.untitled;
    this.settings = { ...DEFAULTS, ...stored('settings') };
    const work = fromPuzzle(data.puzzle);
    this.game = new KeptGame(work, data.id, this.settings);
    this.mistakes = new Mistakes(work, work.clues, data.hashes);
    this.board = new Board();
    this.sheet = new Sheet(() => this.unmark());
    /** @type {number | string} A color's number, 0 for crosses, or PENCIL. */
    this.tool = 1;
    this.color = 1;
    this.help = new Help(this);
    this.solver = data.clingo ? new SolverPanel(this) : null;
    this.menu = new Menu(this);
    this.marking = new Marking(this.board, this.game);
    this.pointer = new Pointer(this.board, this);
    this.#build();
    this.#listen();
    this.applySettings();
    this.refresh();
    if (this.game.solved) this.#showWin();
  }

  // --- the page --------------------------------------------------------------------------------

  #build() {
    const { home } = this.data;
    this.time = h('span', { class: 'time', 'aria-label': t.time });
    const header = h('header', {},
      home ? h('a', { href: home, class: 'icon-button', 'aria-label': t.back, title: t.back }, icon(ICONS.back)) : null,
      h('h1', { text: this.title }), this.time,
      iconButton('menu', t.menu, () => this.menu.toggle(), { 'data-action': 'menu' }));
    this.strip = h('div', { class: 'strip', 'aria-hidden': 'true', hidden: true });
    this.live = h('div', { class: 'unseen', role: 'status' });
    this.place = h('div', { class: 'board', tabindex: '0', role: 'application', 'aria-label': `${t.board}. ${t.boardHelp}` }, this.board.pane);
    const stage = h('main', {}, this.place, this.sheet.element);
    document.body.append(header, stage, this.strip, this.#bar(), this.live);
  }

  #bar() {
    const { colors } = this.game.work;
    const several = colors.length > 2;
    const tool = (value, label, ...content) =>
      h('button', { type: 'button', class: 'tool', 'aria-label': label, title: label, 'data-tool': value, on: { click: () => this.choose(value) } }, ...content);
    const chips = colors.slice(1).map(({ name, rgb, char }, number) => {
      const chip = h('span', { class: 'chip', 'data-letter': char });
      chip.style.background = `#${rgb}`;
      chip.style.color = `#${inkOn(rgb)}`;
      return tool(number + 1, t.fill(name, several), chip);
    });
    this.tools = h('div', { class: `tools${several ? ' several' : ''}`, role: 'group', 'aria-label': t.bar },
      h('div', { class: 'colors' }, chips), tool(0, t.cross, icon(ICONS.cross)), tool(PENCIL, t.pencil, h('span', { class: 'dot' })));
    this.undoButton = iconButton('undo', t.undo, () => this.game.undo());
    this.redoButton = iconButton('redo', t.redo, () => this.game.redo());
    const hint = h('button', { type: 'button', class: 'button main hint', 'data-action': 'hint', on: { click: () => this.help.hint() } }, icon(ICONS.hint), h('span', { text: t.hint }));
    return h('footer', {}, h('div', { class: 'bar' }, this.tools, h('span', { class: 'gap' }), this.undoButton, this.redoButton, hint));
  }

  #listen() {
    const { game, board } = this;
    board.resized = () => this.#showStrip();
    game.store.addEventListener('cells', (/** @type {CustomEvent} */ { detail: { at } }) => board.touch(at, game.done.forget(at)));
    game.store.addEventListener('settled', (/** @type {CustomEvent} */ { detail }) => {
      const won = game.settle(detail);
      this.unmark();
      this.refresh();
      if (won) this.#win();
    });
    game.run(() => this.#showTime());
    addEventListener('keydown', (event) => this.#key(event));
    addEventListener('pagehide', () => document.hidden || game.keep()); // a tab behind has nothing new
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.applySettings());
  }

  choose(tool) {
    this.tool = tool;
    if (tool && tool !== PENCIL) this.color = tool;
    this.refresh();
  }

  refresh() {
    const { history, solved } = this.game;
    this.undoButton.disabled = !history.canUndo || solved;
    this.redoButton.disabled = !history.canRedo || solved;
    for (const one of this.tools.querySelectorAll('.tool')) one.setAttribute('aria-pressed', String(one.dataset.tool === String(this.tool)));
    document.body.classList.toggle('solved', solved);
    this.#showTime();
    this.show();
    this.#showStrip();
  }

  /** What colors have, for those who cannot tell them apart: "none", "letters" or "patterns". */
  get symbols() {
    return this.game.work.colors.length > 2 ? this.settings.symbols : 'none';
  }

  /** Draws everything again. */
  show() {
    const { game, notes } = this;
    const { work, solved } = game;
    const { width, height, colors } = work;
    this.board.show({
      width, height, colors, clues: solved ? NO_CLUES : game.clues, cells: game.marks, pencil: work.pencil, given: game.fixed,
      symbols: this.symbols, playing: !solved, done: solved ? null : game.done, notes: notes.cells, lineNotes: notes.lines,
      roomy: 0, least: solved ? 1 : READABLE[matchMedia('(pointer: coarse)').matches ? 'coarse' : 'fine'],
    });
  }

  applySettings() {
    showTheme(this.settings.theme);
    this.game.settings = this.settings;
    store('settings', this.settings);
    this.show();
    this.#showStrip();
    for (const chip of this.tools.querySelectorAll('[data-letter]')) chip.textContent = this.symbols === 'letters' ? chip.dataset.letter : '';
    this.#showTime();
  }

  #showTime() {
    this.time.textContent = this.settings.timer ? clock(this.game.seconds) : '';
  }

  /** The clues of the row and the column of the cursor, in full. */
  #showStrip() {
    const { cursor } = this;
    this.strip.replaceChildren(...(cursor ? [this.#clueLine('rows', cursor[1]), this.#clueLine('columns', cursor[0])] : [text(t.strip, 'hint-text')]));
    this.strip.hidden = !this.#clipped;
  }

  /** Whether a clue is longer than the room beside the board, or may be under a finger. */
  get #clipped() {
    const { view, pane } = this.board;
    const narrow = pane.clientWidth < 760;
    return view.edgeX < view.gutterWidth() || view.edgeY < view.gutterHeight() || (narrow && !view.fits);
  }

  #clueLine(side, number) {
    const sign = side === 'rows' ? '→' : '↓';
    const blocks = this.game.solved ? [] : clueElements(this.board.scene, side, number);
    return h('div', { class: 'clue' }, h('i', { text: `${sign} ${number + 1}` }), h('span', {}, blocks));
  }

  /** Goes to a cell; `keyed`: by the keyboard, so that it has a frame. */
  #goTo(cell, keyed = false) {
    this.cursor = cell;
    if (keyed) this.board.point(null, cell);
    else this.board.point(cell, null);
    this.#showStrip();
  }

  say(words) {
    this.live.textContent = words;
  }

  /** Takes away what a hint pointed at. */
  unmark() {
    this.place.style.inset = '';
    if (this.notes === NO_NOTES) return;
    this.notes = NO_NOTES;
    this.show();
  }

  /** Points at cells and lines, as notes of a scene, and moves the board so that they are seen beside the sheet. */
  mark({ cells = NO_NOTES.cells, lines = NO_NOTES.lines }) {
    this.unmark();
    this.notes = { cells, lines };
    this.show();
    const { board: { view, pane }, sheet } = this;
    const { width } = this.game.work;
    const [at = null] = cells.keys();
    const [name] = lines.keys();
    if (at === null && !name) return;
    const [left, top] = view.seen;
    const [side, number] = name?.split(' ') ?? [];
    const cell = at === null ? [side === 'row' ? left : number - 1, side === 'row' ? number - 1 : top] : [at % width, Math.floor(at / width)];
    const covered = view.top(cell[1] + 1) / view.ratio > pane.clientHeight - sheet.element.offsetHeight - 8;
    if (covered && !this.#wide) this.#makeRoom();
    view.reveal(...cell);
    this.board.redraw();
    this.#goTo(cell);
  }

  // --- strokes ---------------------------------------------------------------------------------

  press(cell, { erase = false } = {}) {
    const { game, settings, tool, color } = this;
    if (game.solved) return;
    this.#goTo(cell);
    const pencil = tool === PENCIL && !erase;
    const fills = tool !== 0 && tool !== PENCIL;
    this.marking.press(cell, { color: pencil || fills !== erase ? color : 0, pencil, cycles: settings.cycle && fills && !erase });
  }

  drag(cell) {
    const end = this.marking.drag(cell);
    if (end) this.#goTo(end);
    return end;
  }

  release() {
    this.marking.release();
  }

  abandon() {
    this.marking.abandon();
  }

  hover(cell) {
    if (cell && !this.sheet.open && !this.marking.going) this.#goTo(cell);
  }

  line() {}

  // --- keys ------------------------------------------------------------------------------------

  #key(event) {
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (event.target.closest('input, textarea, select')) return;
    if ((event.ctrlKey || event.metaKey) && (key === 'z' || key === 'y')) {
      event.preventDefault();
      if (key === 'y' || event.shiftKey) this.game.redo();
      else this.game.undo();
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const moves = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    if (moves[key]) this.#move(moves[key]);
    else if (key === 'h') this.help.hint();
    else if (key === 'p') this.choose(this.tool === PENCIL ? this.color : PENCIL);
    else if (/^[1-9]$/.test(key) && Number(key) < this.game.work.colors.length) this.choose(Number(key));
    else if (event.target.closest('button, a') || !this.cursor || !this.#act(key)) return;
    event.preventDefault();
  }

  #move([dx, dy]) {
    const { width, height } = this.game.work;
    const [x, y] = this.cursor ?? [-dx, -dy];
    const cell = [Math.min(width - 1, Math.max(0, x + dx)), Math.min(height - 1, Math.max(0, y + dy))];
    this.board.view.reveal(...cell);
    this.board.redraw();
    this.#goTo(cell, true);
    this.#sayCell();
  }

  #act(key) {
    const [x, y] = this.cursor;
    const at = y * this.game.work.width + x;
    if (key === 'Enter' || key === ' ') {
      this.press([x, y]);
      this.#goTo([x, y], true);
      this.release();
    } else if (!['x', 'Delete', 'Backspace'].includes(key) || this.game.solved) return false;
    else this.game.set([[at, key === 'x' ? 0 : UNKNOWN]]);
    this.#sayCell();
    return true;
  }

  #sayCell() {
    const { marks, work, clues } = this.game;
    const [x, y] = this.cursor;
    const color = marks[y * work.width + x];
    const clue = (side, number) => t.clue(clues[side][number].map(({ length, color: one }) =>
      `${length ?? '?'}${work.colors.length > 2 ? ` ${work.colors[one].name}` : ''}`).join(' '));
    const state = color === UNKNOWN ? t.unknown : work.colors[color].name;
    this.say(`${t.cell(x, y)}: ${state}. ${clue('rows', y)}; ${clue('columns', x)}`);
  }

  // --- the end ---------------------------------------------------------------------------------

  #win() {
    this.cursor = null;
    this.board.point(null, null);
    this.board.fit(true);
    this.board.celebrate();
    this.#showWin();
  }

  get #wide() {
    return this.place.parentElement.clientWidth > 1100;
  }

  /** The board stands beside the sheet, not under it. */
  #makeRoom() {
    const high = this.sheet.element.offsetHeight + 16;
    this.place.style.inset = this.#wide ? '16px 440px 16px 0' : `0 0 ${high}px 0`;
    this.board.fitPane();
  }

  get facts() {
    const { seconds, hints, checks } = this.game;
    return t.win.facts(clock(seconds), hints, checks);
  }

  #showWin() {
    const { data, sheet } = this;
    const { about = '' } = data;
    this.said = text('', 'hint-text');
    sheet.show(t.win.title, text(this.facts, 'facts'), about ? text(about) : null,
      row(button(t.win.share, () => this.share(), 'main'), button(t.win.picture, () => this.savePicture()),
        data.next ? h('a', { class: 'button', href: data.next, text: t.win.next }) : null,
        button(t.win.again, () => this.restart())), this.said);
    this.say(`${t.win.title} ${this.facts}. ${about}`);
    this.#makeRoom();
  }

  restart() {
    this.sheet.close();
    this.game.restart();
    this.say(t.more.restarted);
    this.board.fit(false);
  }

  /** Hands the result to other apps, or copies it; the picture is not in it. */
  async share() {
    const { width, height } = this.game.work;
    const words = t.win.text(this.title, `${width} × ${height}`, this.facts);
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
    const { game } = this;
    const unit = Math.max(1, Math.floor(1000 / Math.max(game.work.width, game.work.height)));
    h('a', { href: game.drawn(game.filled, unit).toDataURL(), download: `${this.title}.png` }).click();
  }
}
