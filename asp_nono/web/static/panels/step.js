// One step of an explanation: in words, and as signs on the board.

import { h } from '../core/dom.js';
import { t } from '../strings.js';

/** Signs for a step: its new cells, the cells and the clue that it rests on. */
export function stepNotes(step, { width }) {
  const number = ([x, y]) => (y - 1) * width + x - 1;
  const cells = new Map(step.because.map((cell) => [number(cell), { kind: 'because' }]));
  for (const { cell } of step.cells) cells.set(number(cell), { kind: 'fresh' });
  const lines = new Map(step.line ? [[step.line, { kind: 'look', blocks: step.blocks }]] : []);
  return { cells, lines };
}

/** A step in words, with the steps of its trials within. */
export function stepText(step, colors, number) {
  const names = new Map(colors.map(({ char, name }) => [char, name]));
  const trial = ({ cell, color, steps }) =>
    h('details', { class: 'trial' }, h('summary', { text: t.play.tried(cell, names.get(color) ?? color) }),
      h('ol', {}, steps.map((inner) => h('li', {}, stepText(inner, colors)))));
  return h('div', { class: 'step' },
    h('p', { class: 'step-head' }, number ? h('span', { class: 'step-number', text: `${number}` }) : null, h('span', { text: step.text }), h('em', { text: step.rule })),
    h('p', { class: 'hint', text: step.reason }), step.trials.map(trial));
}
