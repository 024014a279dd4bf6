// The dialog for a new puzzle: its size, its first colours, a picture or only clues.

import { h } from '../core/dom.js';
import { BLACK, WHITE, sideOf } from '../core/model.js';
import { newColor } from '../core/palette.js';
import { t } from '../strings.js';
import { dialog, field } from './parts.js';

const SIZES = [[5, 5], [10, 10], [15, 15], [20, 20], [30, 30], [40, 40]];

/** {width, height, colors, kind}, or undefined. */
export function newDialog() {
  return dialog(t.newTitle, (close) => {
    const number = (value) => h('input', { type: 'number', min: '1', max: '1000', value, required: true, class: 'short' });
    const [width, height] = [number(15), number(15)];
    const presets = SIZES.map(([x, y]) =>
      h('button', { type: 'button', class: 'button small', text: t.size(x, y), on: { click: () => Object.assign(width, { value: x }) && Object.assign(height, { value: y }) } }));
    const kind = (value, label, checked) => {
      const dot = h('input', { type: 'radio', name: 'kind', value });
      dot.checked = checked;
      return { dot, element: h('label', { class: 'check' }, dot, h('span', { text: label })) };
    };
    const kinds = [kind('plain', t.newPlain, true), kind('colors', t.newColors, false), kind('clues', t.newClues, false), kind('random', t.newRandom, false)];
    const submit = (event) => {
      event.preventDefault();
      const chosen = kinds.find(({ dot }) => dot.checked).dot.value;
      const [columns, rows] = [sideOf(width.value), sideOf(height.value)];
      if (columns && rows) close({ width: columns, height: rows, colors: paletteOf(chosen), kind: chosen });
    };
    return h('form', { on: { submit } },
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
