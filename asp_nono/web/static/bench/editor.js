// The tokens of an ASP program, for colors in the editor.

import { fill, framed, h } from '../core/dom.js';
import { t } from '../strings.js';

/** @type {[string, RegExp][]} */
const KINDS = [
  ['comment', /%\*[^]*?(?:\*%|$)|%[^\n]*/],
  ['string', /"(?:\\.|[^"\\\n])*"?/],
  ['directive', /#[a-z]+/],
  ['keyword', /\bnot\b/],
  ['variable', /\b_*[A-Z][A-Za-z0-9_']*|\b_\b/],
  ['number', /\b\d+\b/],
  ['predicate', /\b_*[a-z][A-Za-z0-9_']*(?=\s*\()/],
  ['name', /\b_*[a-z][A-Za-z0-9_']*/],
  ['operator', /:-|:~|\.\.|[<>=!]=?|[{}|;]/],
];

const ALL = new RegExp(KINDS.map(([kind, pattern]) => `(?<${kind}>${pattern.source})`).join('|'), 'g');

/** The parts of a program in order, as [kind or null, text]; together they are the program. */
export function parts(program) {
  const found = [];
  let end = 0;
  for (const match of program.matchAll(ALL)) {
    if (match.index > end) found.push([null, program.slice(end, match.index)]);
    const [kind] = Object.entries(match.groups).find(([, text]) => text !== undefined);
    found.push([kind, match[0]]);
    end = match.index + match[0].length;
  }
  if (end < program.length) found.push([null, program.slice(end)]);
  return found;
}

// An editor for programs: a text field over the same text in colors, with numbers of lines.


export class Editor extends EventTarget {
  #notes = new Map(); // by line, from 1: what is wrong there

  constructor() {
    super();
    this.text = h('textarea', { class: 'code-text', spellcheck: 'false', autocomplete: 'off', autocapitalize: 'off', wrap: 'off', 'aria-label': t.bench.editor });
    this.colored = h('code');
    this.gutter = h('div', { class: 'code-lines', 'aria-hidden': 'true' });
    this.under = h('pre', { class: 'code-under', 'aria-hidden': 'true' }, this.colored);
    this.element = h('div', { class: 'code' }, this.gutter, h('div', { class: 'code-body' }, this.under, this.text));
    this.draw = framed(() => this.#draw());
    this.text.addEventListener('input', () => {
      this.#notes.clear();
      this.draw();
      this.dispatchEvent(new Event('input'));
    });
    this.text.addEventListener('scroll', () => this.#follow());
  }

  get value() {
    return this.text.value;
  }

  set value(text) {
    this.text.value = text;
    this.#notes.clear();
    this.draw();
  }

  set readOnly(on) {
    this.text.readOnly = on;
    this.element.classList.toggle('read-only', on);
  }

  /** Marks lines: a Map from a line's number to what is wrong there. */
  note(notes) {
    this.#notes = notes;
    this.draw();
  }

  #draw() {
    const program = this.value;
    fill(this.colored, parts(`${program}\n`).map(([kind, text]) => (kind ? h('span', { class: `asp-${kind}`, text }) : text)));
    const lines = program.split('\n').length;
    fill(this.gutter, Array.from({ length: lines }, (_, line) => {
      const note = this.#notes.get(line + 1);
      return h('span', { class: note ? 'warned' : '', title: note ?? null, text: note ? `! ${line + 1}` : String(line + 1) });
    }));
    this.#follow();
  }

  #follow() {
    this.under.scrollTop = this.text.scrollTop;
    this.under.scrollLeft = this.text.scrollLeft;
    this.gutter.scrollTop = this.text.scrollTop;
  }

  /** Puts the cursor at the beginning of a line. */
  goTo(line) {
    const at = this.value.split('\n').slice(0, line - 1).join('\n').length + (line > 1 ? 1 : 0);
    const end = this.value.indexOf('\n', at);
    this.text.focus();
    this.text.setSelectionRange(at, end < 0 ? this.value.length : end);
  }
}
