// Small parts that all panels are made of.

import { fill, h, icon } from '../core/dom.js';
import { t } from '../strings.js';
import { icons } from './icons.js';

/** A button; with an icon alone its label is told to screen readers and shown when pointed at. */
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

/** A field with its label. */
export function field(label, control, hint) {
  return h('label', { class: 'field' }, h('span', { class: 'label', text: label }), control, hint ? h('small', { text: hint }) : null);
}

export function checkbox(label, checked, change) {
  const box = h('input', { type: 'checkbox', on: { change: () => change(box.checked) } });
  box.checked = checked;
  return h('label', { class: 'check' }, box, h('span', { text: label }));
}

export function select(options, value, change) {
  const list = h('select', { on: { change: () => change(list.value) } },
    options.map(([key, label]) => h('option', { value: key, text: label })));
  list.value = value;
  return list;
}

/** A sentence that says what is wrong; screen readers say it at once. */
export const problem = (text) => h('p', { class: 'problem', role: 'alert', text });

/** A sign that something is being worked on, and how to stop it. */
export function working(label, cancel) {
  return h('div', { class: 'working' }, h('span', { class: 'spinner', 'aria-hidden': 'true' }), h('span', { text: label }),
    cancel ? button(t.cancel, cancel, { kind: 'quiet' }) : null);
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
    fill(box, head, h('div', { class: 'dialog-body' }, build(close)));
    box.addEventListener('close', () => {
      box.remove();
      resolve(answer);
    });
    document.body.append(box);
    box.showModal();
  });
}

/** A note at the lower edge that goes away by itself, with at most one thing to do. */
export function toast(text, action) {
  const note = h('div', { class: 'toast', role: 'status' }, h('span', { text }));
  if (action) note.append(button(action.label, () => [action.run(), note.remove()], { kind: 'quiet' }));
  document.querySelector('.toast')?.remove();
  document.body.append(note);
  setTimeout(() => note.remove(), action ? 9000 : 4500);
}

/** Gives a file to the person. */
export function download(name, blob) {
  const url = URL.createObjectURL(blob);
  h('a', { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
