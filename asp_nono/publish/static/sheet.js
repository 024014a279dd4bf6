// A sheet at the lower edge: hints, the menu, the result. The board above stays in use.

import { fill, h, icon } from '../../page/static/dom.js';
import { ICONS } from './icons.js';
import { t } from './strings.js';

export const button = (label, run, kind = '') =>
  h('button', { type: 'button', class: `button ${kind}`, text: label, on: { click: run } });

export const iconButton = (name, label, run, props = {}) =>
  h('button', { type: 'button', class: 'icon-button', 'aria-label': label, title: label, on: { click: run }, ...props }, icon(ICONS[name]));

export class Sheet {
  constructor(closed) {
    this.closed = closed;
    this.title = h('h2', { id: 'sheet-title' });
    this.body = h('div', { class: 'sheet-body' });
    const close = iconButton('close', t.close, () => this.close());
    this.element = h('section', { class: 'sheet', hidden: true, 'aria-labelledby': 'sheet-title', on: { keydown: (event) => this.#key(event) } },
      h('div', { class: 'sheet-head' }, this.title, close), this.body);
  }

  get open() {
    return !this.element.hidden;
  }

  /** Shows some elements, in place of what was shown. */
  show(title, ...children) {
    this.title.textContent = title;
    fill(this.body, ...children);
    this.element.hidden = false;
    this.element.scrollTop = 0;
  }

  close() {
    if (!this.open) return;
    this.element.hidden = true;
    this.closed();
  }

  #key(event) {
    if (event.key === 'Escape') this.close();
  }
}

export const text = (words, kind = '') => h('p', { text: words, class: kind || null });
export const row = (...children) => h('div', { class: 'buttons' }, children);
