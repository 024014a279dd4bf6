// The editor for programs: CodeMirror 6 with an ASP mode, built by tools/studio/codemirror.js.

import { h } from '../../../page/static/dom.js';
import { t } from '../texts.js';

let create = null;

/** Loads what an editor needs, which nothing else does. */
export async function prepare() {
  const vendored = new URL('static/vendor/codemirror.js', document.baseURI).href;
  ({ create } = await import(vendored));
}

export class Editor {
  /** `typed` is called when a person has changed the text. */
  constructor(typed) {
    this.element = h('div', { class: 'code' });
    const changed = () => [this.inner.note(new Map()), typed()];
    this.inner = create(this.element, { label: t.bench.editor, phrases: t.bench.search, changed });
  }

  get value() {
    return this.inner.value;
  }

  set value(text) {
    this.inner.note(new Map());
    this.inner.value = text;
  }

  set readOnly(on) {
    this.inner.readOnly = on;
    this.element.classList.toggle('read-only', on);
  }

  /** Marks lines: a Map from a line's number to what is wrong there. */
  note(notes) {
    this.inner.note(notes);
  }

  /** Selects a line. */
  goTo(line) {
    this.inner.goTo(line);
  }

  focus() {
    this.inner.focus();
  }
}
