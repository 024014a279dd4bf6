// The player of one puzzle, as the whole page.

import { h, icon } from '../../page/static/dom.js';
import { inkOn } from '../../page/static/palette.js';
import { fromPuzzle } from '../../page/static/codec.js';
import { UNKNOWN } from '../../page/static/model.js';
import { Board } from './board.js';
import { Game, store, stored } from './game.js';
import { Help } from './help.js';
import { ICONS } from './icons.js';
import { Menu } from './menu.js';
import { Mistakes } from './mistakes.js';
import { Sheet, button, iconButton, row, text } from './sheet.js';
import { SolverPanel } from './solver.js';
import { Touch } from './touch.js';
import { showTheme } from './page.js';
import { clock, t } from './strings.js';

const DEFAULTS = { autoCross: true, cycle: false, timer: true, letters: false, theme: 'auto' };
const PENCIL = 'pencil';

export class Player {
  verdict = ''; // what is known of the number of solutions, in words
  #press = null; // what the stroke does: {layer, from, to}

  /**
   * @param {{puzzle: any, id: string, hashes?: any, about?: string, home?: string, next?: string, clingo?: any}} data
   *   the puzzle without its goal; `about` is read once it is solved
   */
  constructor(data) {
    this.data = data;
    this.title = data.puzzle.title || t.untitled;
    this.settings = { ...DEFAULTS, ...stored('settings') };
    const work = fromPuzzle(data.puzzle);
    this.game = new Game(work, data.id, this.settings);
    this.mistakes = new Mistakes(work, work.clues, data.hashes);
    this.board = new Board(this.game);
    this.sheet = new Sheet(() => this.unmark());
    /** @type {number | string} A color's number, 0 for crosses, or PENCIL. */
    this.tool = 1;
    this.color = 1;
    this.help = new Help(this);
    this.solver = data.clingo ? new SolverPanel(this) : null;
    this.menu = new Menu(this);
    this.touch = new Touch(this.board, this);
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
    Object.entries({ 'aria-label': `${t.board}. ${t.boardHelp}` }).forEach(([name, value]) => this.board.pane.setAttribute(name, value));
    const stage = h('main', {}, this.board.pane, this.sheet.element);
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
    game.addEventListener('change', () => board.redraw());
    game.addEventListener('settled', () => {
      this.unmark();
      this.refresh();
    });
    game.addEventListener('solved', () => this.#win());
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
    this.#showStrip();
    this.board.redraw();
  }

  applySettings() {
    showTheme(this.settings.theme);
    this.game.settings = this.settings;
    store('settings', this.settings);
    this.board.readTheme();
    this.board.resize();
    for (const chip of this.tools.querySelectorAll('[data-letter]')) chip.textContent = this.board.letters ? chip.dataset.letter : '';
    this.#showTime();
  }

  #showTime() {
    this.time.textContent = this.settings.timer ? clock(this.game.seconds) : '';
  }

  /** The clues of the row and the column of the cursor, in full. */
  #showStrip() {
    const { cursor } = this.board;
    this.strip.replaceChildren(...(cursor ? [this.#clueLine('rows', cursor[1]), this.#clueLine('columns', cursor[0])] : [text(t.strip, 'hint-text')]));
    this.strip.hidden = !this.board.clipped;
  }

  #clueLine(side, number) {
    const { clues, done, work, lines } = this.game;
    const line = lines[side === 'rows' ? number : work.height + number];
    const all = this.game.isDone(line);
    const found = done.of(side, number);
    const several = work.colors.length > 2 || work.colors[1].rgb !== '000000';
    const blocks = clues[side][number].map(({ length, color }, block) => {
      const one = h('span', { class: `block${all || found[block] ? ' done' : ''}`, text: this.board.textOf({ length, color }) });
      if (several) Object.assign(one.style, { background: `#${work.colors[color].rgb}`, color: `#${inkOn(work.colors[color].rgb)}` });
      return one;
    });
    const sign = side === 'rows' ? '→' : '↓';
    return h('div', { class: 'clue' }, h('b', { text: `${sign} ${number + 1}` }), h('span', {}, blocks.length ? blocks : '0'));
  }

  say(words) {
    this.live.textContent = words;
  }

  /** Takes away what a hint pointed at. */
  unmark() {
    this.board.pane.style.inset = '';
    this.board.note = { line: null, cells: new Map(), wrong: new Set() };
    this.board.redraw();
  }

  /** Points at cells or a line, and moves the board so that they are seen beside the sheet. */
  mark(note) {
    this.unmark();
    Object.assign(this.board.note, note);
    const { board, sheet } = this;
    board.resize();
    const { view, pane } = board;
    const { width } = this.game.work;
    const [first = null] = note.cells?.keys() ?? note.wrong ?? [];
    const line = note.line ?? note.lines?.[0];
    if (first === null && !line) return;
    const [left, top] = [Math.floor((view.edgeX - view.x) / view.cell) + 1, Math.floor((view.edgeY - view.y) / view.cell) + 1];
    const cell = first === null ? [line.side === 'rows' ? left : line.number, line.side === 'rows' ? line.number : top] : [first % width, Math.floor(first / width)];
    const covered = view.top(cell[1] + 1) / view.ratio > pane.clientHeight - sheet.element.offsetHeight - 8;
    if (covered && !this.#wide) this.#makeRoom();
    view.reveal(...cell);
    board.cursor = cell;
    this.#showStrip();
    board.redraw();
  }

  // --- strokes ---------------------------------------------------------------------------------

  press([x, y], other) {
    const { game, board } = this;
    if (game.solved) return;
    board.cursor = [x, y];
    this.#showStrip();
    const at = y * game.work.width + x;
    const mark = game.marks[at];
    if (this.tool === PENCIL && !other && mark === UNKNOWN) {
      const from = game.pencil[at];
      this.#press = { layer: 'pencil', from, to: from === this.color ? UNKNOWN : this.color };
    } else this.#press = { layer: 'marks', from: mark, to: this.#wanted(mark, other) };
    game.begin(this.#press.layer);
    game.put([at], this.#press.to);
  }

  /** What a tap makes of a cell. */
  #wanted(mark, other) {
    const filled = this.tool !== 0 && this.tool !== PENCIL;
    if (this.settings.cycle && filled && !other) return mark === UNKNOWN ? this.color : mark ? 0 : UNKNOWN;
    const wanted = filled !== other ? this.color : 0;
    return mark === wanted ? UNKNOWN : wanted;
  }

  /** A stroke changes only cells that are as its first one was. */
  reach(cells, end) {
    if (!this.#press) return;
    const { game, board } = this;
    const { layer, from, to } = this.#press;
    game.rewind();
    const same = cells.filter((at) => game[layer][at] === from && (layer === 'marks' || game.marks[at] === UNKNOWN));
    game.put(same, to);
    if (board.cursor?.join() === end.join()) return;
    board.cursor = end;
    this.#showStrip();
  }

  release() {
    this.#press = null;
    this.game.end();
  }

  abandon() {
    this.#press = null;
    this.game.cancel();
  }

  point(cell) {
    if (!cell || this.sheet.open || this.board.cursor?.join() === cell.join()) return;
    this.board.cursor = cell;
    this.#showStrip();
    this.board.redraw();
  }

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
    else if (event.target.closest('button, a') || !this.board.cursor || !this.#act(key)) return;
    event.preventDefault();
  }

  #move([dx, dy]) {
    const { board, game } = this;
    const { width, height } = game.work;
    const [x, y] = board.cursor ?? [-dx, -dy];
    board.cursor = [Math.min(width - 1, Math.max(0, x + dx)), Math.min(height - 1, Math.max(0, y + dy))];
    board.keyed = true;
    board.view.reveal(...board.cursor);
    board.redraw();
    this.#showStrip();
    this.#sayCell();
  }

  #act(key) {
    const [x, y] = this.board.cursor;
    const at = y * this.game.work.width + x;
    if (key === 'Enter' || key === ' ') {
      this.press([x, y], false);
      this.release();
    } else if (!['x', 'Delete', 'Backspace'].includes(key) || this.game.solved) return false;
    else this.game.set([[at, key === 'x' ? 0 : UNKNOWN]]);
    this.#sayCell();
    return true;
  }

  #sayCell() {
    const { marks, work, clues } = this.game;
    const [x, y] = this.board.cursor;
    const color = marks[y * work.width + x];
    const clue = (side, number) => t.clue(clues[side][number].map(({ length, color: one }) =>
      `${length ?? '?'}${work.colors.length > 2 ? ` ${work.colors[one].name}` : ''}`).join(' '));
    const state = color === UNKNOWN ? t.unknown : work.colors[color].name;
    this.say(`${t.cell(x, y)}: ${state}. ${clue('rows', y)}; ${clue('columns', x)}`);
  }

  // --- the end ---------------------------------------------------------------------------------

  #win() {
    this.refresh();
    this.board.cursor = null;
    this.board.celebrate();
    this.#showWin();
  }

  get #wide() {
    return this.board.pane.parentElement.clientWidth > 1100;
  }

  /** The board stands beside the sheet, not under it. */
  #makeRoom() {
    const { pane } = this.board;
    const high = this.sheet.element.offsetHeight + 16;
    pane.style.inset = this.#wide ? '16px 440px 16px 0' : `0 0 ${high}px 0`;
    this.board.resize();
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
