// The board on a canvas: cells that scroll under clues that stay.

import { contrast, inkOn } from '../../page/static/palette.js';
import { framed, h } from '../../page/static/dom.js';
import { UNKNOWN } from '../../page/static/model.js';
import { View } from '../../page/static/view.js';

const READABLE = { coarse: 19, fine: 15 }; // the smallest cells with which a board opens, in CSS pixels, for fingers and mice
const VARIABLES = ['ground', 'paper', 'ink', 'faint', 'rule', 'strong', 'accent', 'active', 'tint', 'bad', 'gutter'];
const WAVE = 900; // milliseconds that a solved picture takes to appear

export class Board {
  view = new View();
  cursor = null; // [x, y], of the cell whose clues are shown
  note = { line: null, cells: new Map(), wrong: new Set() }; // what a hint points at
  bubble = null; // {x, y, text}, beside the finger
  keyed = false; // whether keys moved the cursor last, so that it is shown
  #won = 0; // when the picture began to appear

  constructor(game) {
    this.game = game;
    this.canvas = h('canvas', {});
    this.pane = h('div', { class: 'board', tabindex: '0', role: 'application' }, this.canvas);
    this.redraw = framed(() => this.#draw());
    new ResizeObserver(() => this.resize()).observe(this.pane);
  }

  get #scene() {
    const { work, clues, solved } = this.game;
    const shown = solved ? { rows: [], columns: [] } : clues;
    const least = solved ? 1 : READABLE[matchMedia('(pointer: coarse)').matches ? 'coarse' : 'fine'];
    return { width: work.width, height: work.height, clues: shown, symbols: this.letters && 'letters', roomy: false, least };
  }

  /** Whether colors have letters, for those who cannot tell them apart. */
  get letters() {
    return this.game.settings.letters && this.game.work.colors.length > 2;
  }

  /** The number of a block, with the letter of its color. */
  textOf({ length, color }) {
    return String(length ?? '?') + (color && this.letters ? this.game.work.colors[color].char : '');
  }

  resize() {
    const { clientWidth: width, clientHeight: height } = this.pane;
    if (!width || !height) return;
    const ratio = Math.min(3, devicePixelRatio || 1);
    const { view, canvas } = this;
    Object.assign(canvas, { width: width * ratio, height: height * ratio });
    view.measure(this.#scene);
    view.setPane(canvas.width, canvas.height, ratio);
    this.readTheme();
    this.resized();
  }

  /** Called after the size has changed. */
  resized() {}

  /** Shows all; or, if not all has to be in sight, cells that can be read. */
  fit(whole = true) {
    this.view.measure(this.#scene);
    this.view.fit(whole);
    this.redraw();
  }

  /** Whether a clue is longer than the room beside the board, or may be under a finger. */
  get clipped() {
    const { view } = this;
    const narrow = this.pane.clientWidth < 760;
    return view.edgeX < view.gutterWidth() || view.edgeY < view.gutterHeight() || (narrow && !view.fits);
  }

  readTheme() {
    const style = getComputedStyle(this.pane);
    this.theme = Object.fromEntries(VARIABLES.map((name) => [name, style.getPropertyValue(`--${name}`).trim()]));
    this.redraw();
  }

  /** Lets the picture appear, from the middle outwards. */
  celebrate() {
    this.fit();
    this.#won = matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : performance.now();
    this.redraw();
  }

  // --- drawing ---------------------------------------------------------------------------------

  #draw() {
    if (!this.theme) return;
    const { view, theme } = this;
    const ctx = this.canvas.getContext('2d');
    ctx.fillStyle = theme.ground;
    ctx.fillRect(0, 0, view.paneWidth, view.paneHeight);
    ctx.save();
    ctx.beginPath();
    ctx.rect(view.edgeX, view.edgeY, view.paneWidth, view.paneHeight);
    ctx.clip();
    this.#drawCells(ctx);
    ctx.restore();
    if (!this.game.solved) {
      this.#drawClues(ctx);
      this.#drawMap(ctx);
    }
    if (this.bubble) this.#drawBubble(ctx);
    if (this.#won && performance.now() - this.#won < WAVE + 300) this.redraw();
  }

  #drawCells(ctx) {
    const { view, theme, game } = this;
    const { width, height, colors } = game.work;
    const [x0, y0, x1, y1] = view.seen;
    ctx.fillStyle = game.solved ? `#${colors[0].rgb}` : theme.paper;
    ctx.fillRect(view.x, view.y, width * view.cell, height * view.cell);
    if (!game.solved) this.#drawActive(ctx);
    for (let y = y0; y <= y1; y += 1) for (let x = x0; x <= x1; x += 1) this.#drawCell(ctx, x, y);
    if (!game.solved) this.#drawRules(ctx, x0, y0, x1, y1);
    this.#drawNotes(ctx);
  }

  /** A tint on the row and the column of the cursor, or on the line of a hint. */
  #drawActive(ctx) {
    const { view, cursor, note } = this;
    const { width, height } = this.game.work;
    ctx.fillStyle = this.theme.tint;
    const row = (y) => ctx.fillRect(view.x, view.top(y), width * view.cell, view.cell);
    const column = (x) => ctx.fillRect(view.left(x), view.y, view.cell, height * view.cell);
    if (note.line) (note.line.side === 'rows' ? row : column)(note.line.number);
    else if (cursor) [column(cursor[0]), row(cursor[1])];
  }

  #drawCell(ctx, x, y) {
    const { view, theme, game } = this;
    const at = y * game.work.width + x;
    const color = game.marks[at];
    const [left, top, cell] = [view.left(x), view.top(y), view.cell];
    if (color === UNKNOWN) {
      if (game.pencil[at] !== UNKNOWN) this.#drawPencil(ctx, game.pencil[at], left, top);
    } else if (color) {
      const grown = game.solved ? this.#grown(x, y) : 1;
      const gap = game.solved ? 0 : Math.max(1, Math.round(cell * 0.045));
      const side = (cell - gap) * grown;
      ctx.fillStyle = `#${game.work.colors[color].rgb}`;
      const [from, to] = [left + gap + (cell - gap - side) / 2, top + gap + (cell - gap - side) / 2];
      if (game.solved) ctx.fillRect(Math.floor(from), Math.floor(to), Math.ceil(side) , Math.ceil(side));
      else fillRound(ctx, from, to, side, cell * 0.12);
      if (!game.solved && contrast(game.work.colors[color].rgb, hex(theme.paper)) < 1.3) {
        ctx.strokeStyle = theme.strong;
        ctx.lineWidth = Math.max(1, cell * 0.05);
        ctx.stroke();
      }
      if (this.letters && !game.solved && cell >= 12 * view.ratio) this.#drawLetter(ctx, color, left + cell / 2, top + cell / 2);
    } else if (!game.solved) {
      const fixed = game.fixed.has(at);
      drawCross(ctx, left, top, cell, fixed ? theme.ink : theme.faint);
    }
  }

  #drawLetter(ctx, color, x, y) {
    const { rgb, char } = this.game.work.colors[color];
    ctx.fillStyle = `#${inkOn(rgb)}`;
    ctx.font = `600 ${Math.round(this.view.cell * 0.55)}px system-ui, sans-serif`;
    ctx.textAlign = 'center';
    ctx.textBaseline = 'middle';
    ctx.fillText(char, x, y);
  }

  /** How large a cell of a solved picture is by now, from 0 to 1. */
  #grown(x, y) {
    if (!this.#won) return 1;
    const { width, height } = this.game.work;
    const apart = Math.hypot(x - width / 2, y - height / 2) / Math.hypot(width / 2, height / 2);
    const since = (performance.now() - this.#won - apart * (WAVE - 300)) / 300;
    const part = Math.min(1, Math.max(0, since));
    return 0.55 + 0.45 * (1 - (1 - part) ** 3);
  }

  #drawPencil(ctx, color, left, top) {
    const { view, theme } = this;
    const rgb = color ? `#${this.game.work.colors[color].rgb}` : theme.faint;
    ctx.fillStyle = contrast(rgb.slice(1), hex(theme.paper)) < 1.5 ? theme.faint : rgb;
    ctx.beginPath();
    ctx.arc(left + view.cell / 2, top + view.cell / 2, view.cell * 0.15, 0, 7);
    ctx.fill();
  }

  #drawRules(ctx, x0, y0, x1, y1) {
    const { view, theme } = this;
    const { width, height } = this.game.work;
    const thin = Math.max(1, Math.round(view.ratio * 0.75));
    const [right, bottom] = [view.left(x1 + 1), view.top(y1 + 1)];
    for (const strong of [false, true]) {
      ctx.fillStyle = strong ? theme.strong : theme.rule;
      const size = strong ? thin * 2 : thin;
      const is = (number, side) => (number % 5 === 0 || number === side) === strong;
      for (let x = x0; x <= x1 + 1; x += 1) if (is(x, width)) ctx.fillRect(view.left(x) - (size >> 1), view.top(y0), size, bottom - view.top(y0));
      for (let y = y0; y <= y1 + 1; y += 1) if (is(y, height)) ctx.fillRect(view.left(x0), view.top(y) - (size >> 1), right - view.left(x0), size);
    }
  }

  /** Frames: cells that a hint shows, wrong cells, the cursor of the keyboard. */
  #drawNotes(ctx) {
    const { view, theme, note, cursor } = this;
    const { width } = this.game.work;
    const frame = (at, color, inset) => {
      const thick = Math.max(2, Math.round(view.cell * 0.09));
      ctx.strokeStyle = color;
      ctx.lineWidth = thick;
      const side = view.cell - thick - 2 * inset;
      ctx.strokeRect(view.left(at % width) + thick / 2 + inset, view.top(Math.floor(at / width)) + thick / 2 + inset, side, side);
    };
    for (const [at, color] of note.cells) {
      frame(at, theme.accent, 1);
      ctx.globalAlpha = 0.5;
      if (color) this.#drawPencil(ctx, color, view.left(at % width), view.top(Math.floor(at / width)));
      else drawCross(ctx, view.left(at % width), view.top(Math.floor(at / width)), view.cell, theme.accent);
      ctx.globalAlpha = 1;
    }
    for (const at of note.wrong) frame(at, theme.bad, 1);
    if (cursor && this.keyed) frame(cursor[1] * width + cursor[0], theme.accent, 0);
  }

  // --- clues -----------------------------------------------------------------------------------

  #drawClues(ctx) {
    const { view, game } = this;
    const [x0, y0, x1, y1] = view.seen;
    const letters = view.letters();
    ctx.textAlign = 'center';
    ctx.textBaseline = 'middle';
    const inGutter = (x, y, w, hh, run) => {
      ctx.save();
      ctx.beginPath();
      ctx.rect(x, y, w, hh);
      ctx.clip();
      run();
      ctx.restore();
    };
    inGutter(0, view.edgeY, view.edgeX, view.paneHeight, () => {
      for (let y = y0; y <= y1; y += 1) this.#drawRowClue(ctx, y, letters, game);
    });
    inGutter(view.edgeX, 0, view.paneWidth, view.edgeY, () => {
      for (let x = x0; x <= x1; x += 1) this.#drawColumnClue(ctx, x, letters, game);
    });
  }

  #drawRowClue(ctx, y, letters, { clues }) {
    const { view } = this;
    const [top, right] = [view.top(y), view.edgeX];
    const from = Math.max(0, right - view.gutterWidth());
    this.#ground(ctx, 'rows', y, [from, top + 1, right - from, view.cell - 1]);
    const clue = clues.rows[y];
    const done = this.#doneOf('rows', y);
    let at = right - letters * 0.5 + view.shiftX;
    for (let number = clue.length - 1; number >= 0 && at > 0; number -= 1) {
      const wide = letters * 0.6 * this.textOf(clue[number]).length;
      this.#drawBlock(ctx, clue[number], at - wide / 2, top + view.cell / 2, letters, done[number]);
      at -= wide + letters * 0.6;
    }
    if (!clue.length) this.#drawBlock(ctx, { length: 0, color: 0 }, at - letters * 0.3, top + view.cell / 2, letters, true);
    if (at < -letters * 0.3) this.#fade(ctx, [0, top, letters * 1.6, view.cell], [0, 0, letters * 1.6, 0]);
  }

  #drawColumnClue(ctx, x, letters, { clues }) {
    const { view } = this;
    const [left, bottom] = [view.left(x), view.edgeY];
    const from = Math.max(0, bottom - view.gutterHeight());
    this.#ground(ctx, 'columns', x, [left + 1, from, view.cell - 1, bottom - from]);
    const clue = clues.columns[x];
    const done = this.#doneOf('columns', x);
    let at = bottom - letters * 0.85 + view.shiftY;
    for (let number = clue.length - 1; number >= 0 && at > -letters; number -= 1) {
      this.#drawBlock(ctx, clue[number], left + view.cell / 2, at, letters, done[number]);
      at -= letters * 1.2;
    }
    if (!clue.length) this.#drawBlock(ctx, { length: 0, color: 0 }, left + view.cell / 2, at, letters, true);
    if (at < -letters * 0.7) this.#fade(ctx, [left, 0, view.cell, letters * 1.6], [0, 0, 0, letters * 1.6]);
  }

  #doneOf(side, number) {
    const { game } = this;
    const line = game.lines[side === 'rows' ? number : game.work.height + number];
    return game.isDone(line) ? line.clue.map(() => true) : game.done.of(side, number);
  }

  #ground(ctx, side, number, box) {
    const { note, cursor, theme } = this;
    const active = note.line
      ? note.line.side === side && note.line.number === number
      : cursor?.[side === 'rows' ? 1 : 0] === number;
    ctx.fillStyle = active ? theme.active : theme.gutter;
    ctx.fillRect(...box);
    if (note.lines?.some((line) => line.side === side && line.number === number)) {
      ctx.fillStyle = theme.bad;
      ctx.globalAlpha = 0.22;
      ctx.fillRect(...box);
      ctx.globalAlpha = 1;
    }
  }

  #drawBlock(ctx, block, x, y, letters, done) {
    const { theme } = this;
    const { color } = block;
    const { colors } = this.game.work;
    const text = this.textOf(block);
    const size = Math.min(letters, (this.view.cell * 0.9) / (text.length * 0.6 + 0.1));
    ctx.globalAlpha = done ? 0.3 : 1;
    let ink = color ? theme.ink : theme.faint;
    if (color && (colors.length > 2 || colors[1].rgb !== '000000')) {
      const { rgb } = colors[color];
      const wide = Math.min(this.view.cell * 0.94, size * Math.max(1.05, text.length * 0.6 + 0.4));
      ctx.fillStyle = `#${rgb}`;
      fillRound(ctx, x - wide / 2, y - size * 0.56, wide, size * 0.22, size * 1.12);
      if (contrast(rgb, hex(theme.gutter)) < 1.4) {
        ctx.strokeStyle = theme.faint;
        ctx.lineWidth = 1;
        ctx.stroke();
      }
      ink = `#${inkOn(rgb)}`;
    }
    ctx.fillStyle = ink;
    ctx.font = `600 ${Math.round(size)}px system-ui, sans-serif`;
    ctx.fillText(text, x, y + size * 0.06);
    ctx.globalAlpha = 1;
  }

  /** The beginning of a clue that is longer than its room fades out. */
  #fade(ctx, box, [x0, y0, x1, y1]) {
    const paint = ctx.createLinearGradient(x0, y0, x1, y1);
    paint.addColorStop(0, this.theme.gutter);
    paint.addColorStop(1, `${this.theme.gutter}00`);
    ctx.fillStyle = paint;
    ctx.fillRect(...box);
  }

  /** The whole picture in the corner, with the part that is seen. */
  #drawMap(ctx) {
    const { view, theme, game } = this;
    const { width, height, colors } = game.work;
    const [right, bottom] = [view.edgeX, view.edgeY];
    const [left, top] = [Math.max(0, right - view.gutterWidth()), Math.max(0, bottom - view.gutterHeight())];
    ctx.fillStyle = theme.ground;
    ctx.fillRect(0, 0, right, top);
    ctx.fillRect(0, 0, left, bottom);
    ctx.fillRect(left, top, right - left, bottom - top);
    if (view.fits) return;
    const pad = 5 * view.ratio;
    const unit = Math.min((right - left - 2 * pad) / width, (bottom - top - 2 * pad) / height, 4 * view.ratio);
    if (unit * Math.min(width, height) < 12 * view.ratio) return;
    const [x0, y0] = [right - pad - unit * width, bottom - pad - unit * height];
    ctx.fillStyle = theme.paper;
    ctx.fillRect(x0, y0, unit * width, unit * height);
    game.marks.forEach((color, at) => {
      if (!color || color === UNKNOWN) return;
      ctx.fillStyle = `#${colors[color].rgb}`;
      ctx.fillRect(x0 + (at % width) * unit, y0 + Math.floor(at / width) * unit, unit + 0.3, unit + 0.3);
    });
    const [sx, sy, ex, ey] = view.seen;
    ctx.strokeStyle = theme.accent;
    ctx.lineWidth = Math.max(1, view.ratio);
    ctx.strokeRect(x0 + sx * unit, y0 + sy * unit, (ex - sx + 1) * unit, (ey - sy + 1) * unit);
  }

  #drawBubble(ctx) {
    const { view, theme, bubble } = this;
    const size = 17 * view.ratio;
    const wide = size * (0.9 + 0.6 * bubble.text.length);
    const x = Math.min(Math.max(bubble.x, wide / 2), view.paneWidth - wide / 2);
    const y = bubble.y > size * 4.5 ? bubble.y - size * 3.4 : bubble.y + size * 3.4;
    ctx.fillStyle = theme.accent;
    fillRound(ctx, x - wide / 2, y - size * 0.8, wide, size * 0.8, size * 1.6);
    ctx.fillStyle = theme.paper;
    ctx.font = `700 ${Math.round(size)}px system-ui, sans-serif`;
    ctx.textAlign = 'center';
    ctx.textBaseline = 'middle';
    ctx.fillText(bubble.text, x, y + size * 0.05);
  }
}

const hex = (color) => color.replace('#', '').padEnd(6, '0').slice(0, 6);

function fillRound(ctx, x, y, wide, radius, high = wide) {
  ctx.beginPath();
  ctx.roundRect(x, y, wide, high, radius);
  ctx.fill();
}

function drawCross(ctx, left, top, cell, color) {
  const [near, far] = [cell * 0.33, cell * 0.67];
  ctx.strokeStyle = color;
  ctx.lineWidth = Math.max(1, cell * 0.07);
  ctx.lineCap = 'round';
  ctx.beginPath();
  ctx.moveTo(left + near, top + near);
  ctx.lineTo(left + far, top + far);
  ctx.moveTo(left + far, top + near);
  ctx.lineTo(left + near, top + far);
  ctx.stroke();
}
