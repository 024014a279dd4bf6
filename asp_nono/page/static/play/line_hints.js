// Hints and the search for mistakes by the page's own line logic, where there is no server. The
// answers are those of the server (docs/json.md), as far as a player sees them.

import { UNKNOWN, placeOf } from '../model.js';
import { nameOf } from '../lines.js';
import { lineNamed, put, t } from '../texts.js';
import { Mistakes } from './mistakes.js';
import { cellsNamed, nextStep, stateNamed } from './rules.js';
import { isSolved } from './solved.js';

const PATIENCE = 1500; // milliseconds to look for a step

export class LineHints {
  kinds = ['hint', 'errors'];
  beyond = null; // {label, run}: what can be done where line logic is at its end

  /** @param hashes of the only solution, or null where the puzzle is not known to be unique */
  constructor(store, hashes) {
    this.store = store;
    this.mistakes = new Mistakes(store.work, store.clues, hashes);
  }

  stop() {}

  async ask(kind, { tell }) {
    return kind === 'hint' ? this.#hint(tell) : this.#errors(tell);
  }

  #errors(tell) {
    const { work, work: { marks } } = this.store;
    const { cells, lines, open } = this.mistakes.of(marks);
    if (!cells.length && !lines.length) return { state: 'right', text: open ? put(t.hints.open, { count: open }) : t.hints.right };
    const holds = () => {
      const found = this.mistakes.of(marks);
      return found.cells.length + found.lines.length > 0;
    };
    if (tell !== 'cells') return { state: 'error', text: t.hints.wrong, holds };
    const names = cells.length ? [] : lines.map(nameOf);
    const text = cells.length ? put(t.hints.wrongCells, { count: cells.length }) : put(t.hints.wrongLines, { lines: names.map(lineNamed) });
    return { state: 'error', text, holds, wrong: cells.map((at) => placeOf(at, work)), clashes: names };
  }

  #placeNamed(at) {
    const [column, row] = placeOf(at, this.store.work);
    return put(t.spoken.place, { row, column });
  }

  #hint(tell) {
    const { work, clues } = this.store;
    if (isSolved(work, clues) && !work.marks.includes(UNKNOWN)) return { state: 'solved', text: t.hints.solved };
    const errors = this.#errors('whether');
    if (errors.state === 'error') return errors;
    const step = nextStep(work, clues, work.marks, performance.now() + PATIENCE);
    if (!step?.cells) return { state: 'stuck', text: t.hints.stuck, beyond: this.beyond };
    return { state: 'step', ...this.#shown(step, tell) };
  }

  /**
   * The steps of line logic, one after another; the marks are filled as they go. At the end {clash},
   * a line that cannot be filled, or nothing: the board is filled, or more needs a trial.
   */
  * steps() {
    const { work, clues } = this.store;
    const memo = new Map();
    for (;;) {
      const step = nextStep(work, clues, work.marks, -Infinity, memo); // no time for trials
      if (!step?.cells) return step ?? {};
      for (const [at, color] of step.cells) work.marks[at] = color;
      yield this.#shown(step, 'cells').step;
    }
  }

  /** Of a step only what the question is about. */
  #shown(step, tell) {
    const { work, work: { colors } } = this.store;
    const line = step.line && nameOf(step.line);
    const rule = t.hints.rules[step.rule];
    const blocks = step.blocks?.map((number) => number + 1) ?? [];
    const far = step.trial === undefined ? t.hints.several : put(t.hints.trial, { place: this.#placeNamed(step.trial) });
    if (tell === 'where') return { text: line ? put(t.hints.look, { line: lineNamed(line) }) : far, line };
    const text = line ? put(t.hints.rule, { line: lineNamed(line), rule }) : far;
    if (tell === 'rule') return { text, line, rule, blocks };
    const cells = step.cells.map(([cell, color]) => ({ cell: placeOf(cell, work), left: [colors[color].char] }));
    return { text, line, rule, blocks, step: { text: this.#described(step, line), rule, reason: step.reason, line, blocks, cells, because: [], trials: [] } };
  }

  /** The cells of a step and their colors, in words. */
  #described({ cells, line }, name) {
    const { work, work: { colors } } = this.store;
    const states = [...new Set(cells.map(([, color]) => color))];
    if (!line) return put(t.hints.cell, { place: this.#placeNamed(cells[0][0]), color: stateNamed(colors, cells[0][1]) });
    const axis = line.side === 'rows' ? 0 : 1;
    const groups = states.map((color) => {
      const positions = cells.filter(([, other]) => other === color).map(([at]) => placeOf(at, work)[axis] - 1);
      return `${cellsNamed(positions)} ${stateNamed(colors, color)}`;
    });
    return `${lineNamed(name)}: ${groups.join('; ')}`;
  }
}
