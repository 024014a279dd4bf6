// A picture made into a puzzle, with a preview that follows every change of size, colors and threshold.

import { debounced, fill, h, unpressed } from '../../../page/static/dom.js';
import { fromPuzzle } from '../../../page/static/codec.js';
import { put } from '../../../page/static/texts.js';
import { t } from '../texts.js';
import { base64, call, Slot } from './api.js';
import { button, checkbox, dialog, field, form, problem } from '../../../page/static/parts.js';
import { cardOf, sizeOf, thumbnail } from './import.js';

const MANY = 80; // columns; a picture that would have more is made narrower at first
const SECONDS = 60; // for drawing a photograph in several ways

/** The work for a picture as the person wants it, or undefined. */
export async function importPicture(app, file) {
  const data = await base64(file);
  let puzzle = null;
  let running = null;
  let first = true;
  const ways = new Slot();
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
    const choose = (made) => {
      ({ puzzle } = made);
      close(true);
    };
    const asked = () => {
      const { size, colors } = controls.values();
      return { data, size, colors };
    };
    const several = severalWays(ways, asked, choose);
    return form(() => close(true), { class: 'picture' }, preview, controls.element, several, h('footer', {}, use));
  }, { wide: true });
  ways.cancel();
  /** @type {?AbortController} */ (running)?.abort();
  return answer ? fromPuzzle(puzzle) : undefined;
}

/** The most recognizable ways to draw a photograph, each a unique puzzle, to choose from. */
function severalWays(slot, asked, choose) {
  const list = h('ul', { class: 'gallery' });
  const status = h('p', { class: 'hint', role: 'status' });
  const card = (made) => h('li', {}, cardOf(made.puzzle, put(t.picture.score, made), put(t.picture.changed, made), () => choose(made)));
  const change = unpressed(list);
  const show = ({ sheet = [] }) => change(() => sheet.length !== list.childElementCount && fill(list, sheet.map(card)));
  const draw = async () => {
    fill(list);
    status.textContent = t.picture.drawing;
    const end = await slot.run('make', { ...asked(), time_limit: SECONDS }, show);
    if (!end) return;
    show(end);
    status.textContent = end.advice || (end.event === 'result' ? '' : end.reason);
  };
  return h('div', { class: 'ways' }, button(t.picture.ways, draw), h('p', { class: 'hint', text: t.picture.waysHint }), status, list);
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
    const many = colors.value();
    return { size: wide && [wide, 0], colors: many && many - 1, threshold: many ? null : threshold.value(), background: null };
  };
  const narrow = () => width.box.click();
  return { narrow, element: h('div', { class: 'controls' }, width.element, colors.element, threshold.element), values };
}
