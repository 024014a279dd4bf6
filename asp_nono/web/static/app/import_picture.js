// A picture made into a puzzle, with a preview that follows every change of size, colors and threshold.

import { debounced, fill, h } from '../../../page/static/dom.js';
import { fromPuzzle } from '../../../page/static/codec.js';
import { put } from '../../../page/static/texts.js';
import { t } from '../texts.js';
import { base64, call } from './api.js';
import { checkbox, dialog, field, problem } from '../../../page/static/parts.js';
import { sizeOf, thumbnail } from './import.js';

const MANY = 80; // columns; a picture that would have more is made narrower at first

/** The work for a picture as the person wants it, or undefined. */
export async function importPicture(app, file) {
  const data = await base64(file);
  let puzzle = null;
  let running = null;
  let first = true;
  const answer = await dialog(t.picture.title, (close) => {
    const preview = h('div', { class: 'preview', 'aria-live': 'polite' });
    const use = h('button', { type: 'submit', class: 'button main', text: t.picture.use, disabled: true });
    const controls = controlsOf();
    const convert = debounced(async () => {
      running?.abort();
      running = new AbortController();
      const { signal } = running;
      try {
        const answered = await call('/api/picture', { data, name: file.name ?? '', ...controls.values() }, { signal });
        puzzle = answered.puzzle;
        if (first && puzzle.columns.length > MANY) controls.narrow();
        first = false;
        fill(preview, thumbnail(puzzle), h('p', { class: 'hint', text: summary(puzzle) }), answered.warnings.map((text) => h('p', { class: 'hint', text })));
        use.disabled = false;
      } catch (error) {
        if (signal.aborted) return;
        use.disabled = true;
        fill(preview, problem(error.message));
      }
    }, 120);
    controls.element.addEventListener('input', convert);
    convert();
    const submit = (event) => {
      event.preventDefault();
      close(true);
    };
    return h('form', { class: 'picture', on: { submit } }, preview, controls.element, h('footer', {}, use));
  }, { wide: true });
  /** @type {?AbortController} */ (running)?.abort();
  return answer ? fromPuzzle(puzzle) : undefined;
}

const summary = (puzzle) => `${sizeOf(puzzle)} · ${put(t.picture.colors, { count: (puzzle.colors ?? [1, 1]).length })}`;

/** Each choice may be left to the server; `values()` has null for those. */
function controlsOf() {
  const slider = (label, hint, { min, max, value }) => {
    const range = h('input', { type: 'range', min, max, value, disabled: true });
    const shown = h('output', { text: t.picture.automatic });
    const choose = (on) => {
      range.disabled = on;
      shown.textContent = on ? t.picture.automatic : range.value;
    };
    const auto = checkbox(t.picture.automatic, true, choose);
    range.addEventListener('input', () => {
      shown.textContent = range.value;
    });
    return { element: h('div', { class: 'slider' }, field(label, range, hint), h('div', { class: 'row spread' }, auto, shown)), value: () => (range.disabled ? null : Number(range.value)), box: auto.querySelector('input') };
  };
  const width = slider(t.picture.width, t.picture.widthHint, { min: 5, max: 150, value: 40 });
  const colors = slider(t.picture.colorCount, t.picture.colorHint, { min: 2, max: 12, value: 4 });
  const threshold = slider(t.picture.threshold, t.picture.thresholdHint, { min: 1, max: 254, value: 128 });
  const values = () => {
    const wide = width.value();
    return { size: wide && [wide, 0], colors: colors.value(), threshold: colors.value() ? null : threshold.value(), background: null };
  };
  const narrow = () => width.box.click();
  return { narrow, element: h('div', { class: 'controls' }, width.element, colors.element, threshold.element), values };
}
