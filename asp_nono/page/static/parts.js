// Icons as paths of 20x20 units, drawn as lines.

import { fill, h, icon } from './dom.js';
import { t } from './texts.js';

export const icons = {
  pencil: 'M3 17l1-4L13.5 3.5a1.4 1.4 0 0 1 2 0l1 1a1.4 1.4 0 0 1 0 2L7 16zM12 5l3 3',
  eraser: 'M8 17h9M4.5 12.5l7-8a1.4 1.4 0 0 1 2 0l3 3a1.4 1.4 0 0 1 0 2L10 16.5H7.5zM8 8.5l5 5',
  line: 'M4 16L16 4M2.5 16a1.5 1.5 0 1 0 3 0 1.5 1.5 0 1 0-3 0M14.5 4a1.5 1.5 0 1 0 3 0 1.5 1.5 0 1 0-3 0',
  frame: 'M3.5 4.5h13v11h-13z',
  block: 'M3.5 4.5h13v11h-13zM6 7h8v6H6zM6 9h8M6 11h8',
  fill: 'M9 3l7 7-6 6a1.5 1.5 0 0 1-2 0l-5-5a1.5 1.5 0 0 1 0-2zM4 10h11M17 13c1 1.500 1.500 2.300 1.500 3a1.500 1.500 0 0 1-3 0c0-.7.5-1.500 1.500-3z',
  pick: 'M11 5l4 4M9 7l4 4-6.500 6H3v-3.500zM12.500 3.500a2 2 0 0 1 3 0l1 1a2 2 0 0 1 0 3L15 9l-4-4z',
  move: 'M10 2v16M2 10h16M10 2L7.500 4.500M10 2l2.500 2.500M10 18l-2.500-2.500M10 18l2.500-2.500M2 10l2.500-2.500M2 10l2.500 2.500M18 10l-2.500-2.500M18 10l-2.500 2.500',
  hand: 'M6 11V5.500a1.200 1.200 0 0 1 2.400 0V9V4a1.200 1.200 0 0 1 2.400 0v5V4.800a1.200 1.200 0 0 1 2.400 0V10V7a1.200 1.200 0 0 1 2.400 0v5c0 3.500-2 6-5 6-2.500 0-3.500-1-5-3.500L3.300 11.500a1.200 1.200 0 0 1 2-1.300z',
  undo: 'M7 4L3 8l4 4M3 8h8.500a4.500 4.500 0 0 1 0 9H8',
  redo: 'M13 4l4 4-4 4M17 8H8.500a4.500 4.500 0 0 0 0 9H12',
  flipAcross: 'M10 2v16M7.500 6L3 15h4.500zM12.500 6L17 15h-4.500z',
  flipDown: 'M2 10h16M6 7.500L15 3v4.500zM6 12.500L15 17v-4.500z',
  turn: 'M16 10a6 6 0 1 1-2-4.500L16.500 8M16.500 3.500V8H12',
  size: 'M4 8V4h4M16 12v4h-4M4 4l5 5M16 16l-5-5',
  symmetry: 'M10 2v2M10 6v2M10 10v2M10 14v2M3 6h4v8H3zM13 6h4v8h-4z',
  open: 'M2.500 16V4.500h5l2 2.500h8V16zM2.500 9.500h15',
  save: 'M10 3v9M6.500 9l3.500 3.500L13.500 9M3.500 13.500v3h13v-3',
  add: 'M10 4v12M4 10h12',
  close: 'M5 5l10 10M15 5L5 15',
  theme: 'M10 3a7 7 0 1 0 0 14zM10 3a7 7 0 0 1 0 14',
  help: 'M7.500 7.500a2.500 2.500 0 1 1 3.800 2.200c-.9.5-1.300 1-1.300 2.300M10 14.600v.4M10 2.500a7.500 7.500 0 1 0 0 15 7.500 7.500 0 1 0 0-15',
  letters: 'M3 16L7.500 4h1L13 16M4.500 12h7M15 9.500v6.500M15 12.500a2 2 0 1 1 0 1',
  zoomIn: 'M8.500 3a5.500 5.500 0 1 0 0 11 5.500 5.500 0 1 0 0-11M12.500 12.500L17 17M6 8.500h5M8.500 6v5',
  zoomOut: 'M8.500 3a5.500 5.500 0 1 0 0 11 5.500 5.500 0 1 0 0-11M12.500 12.500L17 17M6 8.500h5',
  fit: 'M3 7V3h4M13 3h4v4M17 13v4h-4M7 17H3v-4M7 7h6v6H7z',
  back: 'M12 4l-6 6 6 6',
  next: 'M8 4l6 6-6 6',
  play: 'M6 4l10 6-10 6z',
  pause: 'M6.500 4v12M13.500 4v12',
  check: 'M4 10.500l4 4L16 5.500',
  many: 'M3 7h9v9H3zM7 7V3.500h9.500V13H12',
  none: 'M10 3L18 16.500H2zM10 8v4M10 14v.5',
  clock: 'M10 3a7 7 0 1 0 0 14 7 7 0 1 0 0-14M10 6v4.500l3 1.500',
  more: 'M5 10h.1M10 10h.1M15 10h.1',
  trial: 'M10 17v-5M10 12L4.500 5M10 12l5.500-7M4 9V4h5M16 9V4h-5',
  menu: 'M4 6h12M4 10h12M4 14h12',
  cross: 'M6 6l8 8M14 6l-8 8',
  hint: 'M7.500 13.500c0-1.500-2.500-2.500-2.500-5.500a5 5 0 0 1 10 0c0 3-2.500 4-2.500 5.500zM8 16.500h4',
  trash: 'M4 6h12M8 6V4h4v2M5.500 6l.8 10.500h7.400L14.500 6M8.500 9v5M11.500 9v5',
};

// Small parts that all panels are made of.

/**
 * A button; with an icon alone its label is for screen readers, and shown when pointed at.
 *
 * @param {string} label
 * @param {(event: Event) => unknown} run
 * @param {{glyph?: string, bare?: boolean, kind?: string, [attribute: string]: unknown}} [props]
 * @returns {HTMLButtonElement}
 */
export function button(label, run, { glyph, bare, kind = '', ...props } = {}) {
  return h(
    'button',
    {
      type: 'button',
      class: `button ${kind}${bare ? ' bare' : ''}`,
      'aria-label': bare ? label : null,
      title: bare ? label : null,
      on: { click: run },
      ...props,
    },
    glyph ? icon(icons[glyph]) : null,
    bare ? null : h('span', { text: label }),
  );
}

/** A part of a panel under a heading. */
export function section(title, ...children) {
  return h('section', { class: 'section' }, h('h2', { text: title }), ...children);
}

/** A form, which does something when it would be sent. */
export const form = (run, props, ...children) => h('form', { ...props, on: { submit: (event) => [event.preventDefault(), run()] } }, ...children);

/** A field with its label. */
export function field(label, control, hint) {
  return h('label', { class: 'field' }, h('span', { class: 'label', text: label }), control, hint ? h('small', { text: hint }) : null);
}

/** A check box in its label, whose `control` it is. */
export function checkbox(label, checked, change = null) {
  const box = h('input', { type: 'checkbox', on: { change: () => change?.(box.checked) } });
  box.checked = checked;
  return h('label', { class: 'check' }, box, h('span', { text: label }));
}

export function select(options, value, change = null) {
  const list = h('select', { on: { change: () => change?.(list.value) } },
    options.map(([key, label]) => h('option', { value: key, text: label })));
  list.value = value;
  return list;
}

/** A sentence that says what is wrong; screen readers say it at once. */
export const problem = (text) => h('p', { class: 'problem', role: 'alert', text });

/**
 * A sign that something is being worked on, and how to stop it. Its text changes by `tell`, so that
 * the button stays where it is while a person presses it.
 */
export class Working {
  #text;

  constructor(label, cancel) {
    this.#text = h('span', { text: label });
    this.element = h('div', { class: 'working' }, h('span', { class: 'spinner', 'aria-hidden': 'true' }), this.#text, button(t.cancel, cancel, { kind: 'quiet' }));
  }

  tell(label) {
    this.#text.textContent = label;
  }
}

/**
 * A dialog in front of the page. `build(close)` gives what it holds. It is closed by Escape, by
 * its corner, and by close(); the promise then has what was given to close(), or undefined.
 */
export function dialog(title, build, { wide = false } = {}) {
  return new Promise((resolve) => {
    let answer;
    const box = h('dialog', { class: wide ? 'wide' : '', 'aria-label': title });
    const close = (value) => {
      answer = value;
      box.close();
    };
    const head = h('header', {}, h('h2', { text: title }), button(t.close, () => close(), { glyph: 'close', bare: true, kind: 'quiet' }));
    const body = h('div', { class: 'dialog-body' }, build(close));
    if (!body.querySelector('button, input, select, summary')) body.tabIndex = 0; // scrolled by keys
    fill(box, head, body);
    box.addEventListener('close', () => {
      box.remove();
      resolve(answer);
    });
    document.body.append(box);
    box.showModal();
  });
}

/**
 * A note at the lower edge with at most one thing to do; it goes away by itself unless it `stays`.
 *
 * @param {string} text
 * @param {{label?: string, run?: () => unknown, stays?: boolean}} [action]
 * @returns {() => void} what takes it away
 */
export function toast(text, action = {}) {
  const note = h('div', { class: 'toast', role: 'status' }, h('span', { text }));
  const end = () => note.remove();
  if (action.run) note.append(button(action.label, () => [action.run(), end()], { kind: 'quiet' }));
  if (action.stays) note.append(button(t.close, end, { glyph: 'close', bare: true, kind: 'quiet' }));
  document.querySelector('.toast')?.remove();
  document.body.append(note);
  if (!action.stays) setTimeout(end, action.run ? 9000 : 4500);
  return end;
}

/** Gives a file to the person. */
export function download(name, blob) {
  const url = URL.createObjectURL(blob);
  h('a', { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
