// Hints and the search for mistakes, in the sheet.

import { nextStep } from '../../page/static/lines.js';
import { button, row, text } from './sheet.js';
import { t } from './strings.js';

const PATIENCE = 1500; // milliseconds to look for a hint

/** Lines as a scene notes them. */
const notedLines = (lines, kind) =>
  new Map(lines.map(({ side, number }) => [`${side === 'rows' ? 'row' : 'column'} ${number + 1}`, { kind }]));

export class Help {
  constructor(player) {
    this.player = player;
  }

  /** First where to look; then which cells follow; then they are filled in. */
  hint() {
    const { game, sheet } = this.player;
    if (game.solved) return;
    game.end();
    if (this.#wrong) {
      this.check();
      return;
    }
    const step = nextStep(game.work, game.clues, game.marks, performance.now() + PATIENCE);
    if (!step || !step.cells) {
      const { solver } = this.player;
      sheet.show(t.hints.title, text(t.hints.none), solver ? row(button(t.clingo.cell, () => solver.cell(), 'main')) : null);
      this.player.say(t.hints.none);
      return;
    }
    this.give(step);
  }

  /** Shows a step; a step of one line says first which. */
  give(step) {
    this.player.game.hints += 1;
    if (step.line) this.#where(step);
    else this.#cells(step, this.#why(step));
  }

  get #wrong() {
    const { mistakes, game } = this.player;
    const { cells, lines } = mistakes.of(game.marks);
    return cells.length + lines.length > 0;
  }

  #where(step) {
    const words = t.hints.look(step.line);
    this.player.sheet.show(t.hints.title, text(words), row(
      button(t.hints.show, () => this.#cells(step, t.hints.follow(step.line, step.cells.length)), 'main'),
      button(t.hints.apply, () => this.#apply(step))));
    this.player.mark({ lines: notedLines([step.line], 'look') });
    this.player.say(words);
  }

  #why({ trial, clash, solver }) {
    if (solver) return t.clingo.gives;
    if (!trial) return t.hints.several;
    const { width, colors } = this.player.game.work;
    const [at, color] = trial;
    return t.hints.trial(t.cell(at % width, Math.floor(at / width)), colors[color].name, clash);
  }

  #cells(step, words) {
    this.player.sheet.show(t.hints.title, text(words), row(button(t.hints.apply, () => this.#apply(step), 'main')));
    this.player.mark({
      cells: new Map(step.cells.map(([at, color]) => [at, { kind: 'change', color }])),
      lines: notedLines(step.line ? [step.line] : [], 'look'),
    });
    this.player.say(words);
  }

  #apply({ cells }) {
    this.player.sheet.close();
    this.player.game.set(cells);
  }

  /** Says whether there is a mistake; where it is only on request. */
  check() {
    const { game, sheet, mistakes } = this.player;
    game.end();
    game.checks += 1;
    const found = mistakes.of(game.marks);
    if (found.cells.length + found.lines.length) {
      sheet.show(t.check.title, text(t.check.wrong), row(
        button(t.check.show, () => this.#show(found), 'main'),
        game.history.canUndo ? button(t.check.back, () => this.#back()) : null));
      this.player.say(t.check.wrong);
      return;
    }
    const words = found.open ? t.check.open(found.open) : t.check.right;
    sheet.show(t.check.title, text(words));
    this.player.say(words);
  }

  #show({ cells, lines }) {
    const words = cells.length ? t.check.cells(cells.length) : t.check.lines(lines);
    const { game, sheet } = this.player;
    sheet.show(t.check.title, text(words), game.history.canUndo ? row(button(t.check.back, () => this.#back(), 'main')) : null);
    this.player.mark({ cells: new Map(cells.map((at) => [at, { kind: 'wrong' }])), lines: notedLines(cells.length ? [] : lines, 'clash') });
    this.player.say(words);
  }

  #back() {
    const { game, sheet } = this.player;
    while (game.history.canUndo && this.#wrong) game.undo();
    sheet.close();
  }
}
