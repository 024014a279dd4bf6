// The dialog for a new puzzle: its size, its first colors, a picture or only clues.

import { fill, h } from '../../../page/static/dom.js';
import { BLACK, WHITE, sideOf } from '../../../page/static/model.js';
import { newColor } from '../../../page/static/palette.js';
import { put } from '../../../page/static/texts.js';
import { t } from '../texts.js';
import { button, dialog, field, form, problem, Working } from '../../../page/static/parts.js';
import { fromPuzzle } from '../../../page/static/codec.js';
import { Slot } from './api.js';

const SIZES = [[5, 5], [10, 10], [15, 15], [20, 20], [30, 30], [40, 40]];

/** {width, height, colors, kind}, or undefined. */
export function newDialog() {
  return dialog(t.newTitle, (close) => {
    const number = (value) => h('input', { type: 'number', min: '1', max: '1000', value, required: true, class: 'short' });
    const [width, height] = [number(15), number(15)];
    const presets = SIZES.map(([x, y]) =>
      h('button', { type: 'button', class: 'button small', text: put(t.size, { width: x, height: y }), on: { click: () => Object.assign(width, { value: x }) && Object.assign(height, { value: y }) } }));
    const kind = (value, label, checked) => {
      const dot = h('input', { type: 'radio', name: 'kind', value });
      dot.checked = checked;
      return { dot, element: h('label', { class: 'check' }, dot, h('span', { text: label })) };
    };
    const kinds = [kind('plain', t.newPlain, true), kind('colors', t.newColors, false), kind('clues', t.newClues, false), kind('random', t.newRandom, false)];
    const submit = () => {
      const chosen = kinds.find(({ dot }) => dot.checked).dot.value;
      const [columns, rows] = [sideOf(width.value), sideOf(height.value)];
      if (columns && rows) close({ width: columns, height: rows, colors: paletteOf(chosen), kind: chosen });
    };
    return form(submit, {},
      h('div', { class: 'row wrap' }, presets),
      h('div', { class: 'row' }, field(t.canvas.columns, width), field(t.canvas.rows, height)),
      h('fieldset', { class: 'kinds' }, h('legend', { text: t.newKind }), kinds.map(({ element }) => element)),
      h('p', { class: 'hint', text: t.newHint }),
      h('footer', {}, h('button', { type: 'submit', class: 'button main', text: t.newBegin })));
  });
}

function paletteOf(kind) {
  const colors = [WHITE, BLACK];
  if (kind === 'colors') for (let count = 0; count < 3; count += 1) colors.push(newColor(colors));
  return colors;
}

// A puzzle made at random that has exactly one solution, to play or to go on from.

const SECONDS = 60;
const SEEDS = 1_000_000_000;

/** The work for such a puzzle, or undefined when the person gave up waiting. */
export async function randomWork({ width, height, colors }) {
  const slot = new Slot();
  const body = { size: [width, height], colors, smoothness: 0.6, verdict: 'line-solvable', tries: 10_000, time_limit: SECONDS };
  const work = await dialog(t.random.title, (close) => {
    const place = h('div', { 'aria-live': 'polite' });
    const search = async () => {
      const sign = new Working(t.random.working, () => close());
      fill(place, sign.element);
      const end = await slot.run('generate', { ...body, seed: Math.floor(Math.random() * SEEDS) }, (event) => {
        if (event.tries) sign.tell(put(t.random.tried, { count: event.tries }));
      });
      if (end?.puzzle) close(fromPuzzle(end.puzzle));
      else if (end) fill(place, problem(end.event === 'result' ? t.random.none : end.reason), button(t.random.again, search, { kind: 'small' }));
    };
    search();
    return place;
  });
  slot.cancel();
  return work;
}
