// What a person has chosen for all works, kept in the browser.

import { keep, kept } from './kept.js';

export const SYMBOLS = ['none', 'letters', 'patterns'];

export class Settings extends EventTarget {
  /**
   * @param {string} key where it is kept
   * @param {object} defaults
   */
  constructor(key, defaults) {
    super();
    this.key = key;
    this.values = { ...defaults, ...kept(this.key) };
  }

  get(key) {
    return this.values[key];
  }

  set(key, value) {
    this.values[key] = value;
    keep(this.key, this.values);
    this.dispatchEvent(new CustomEvent('change', { detail: key }));
  }

  /** What is shown on colors: "none", "letters" or "patterns". */
  get symbols() {
    return SYMBOLS.includes(this.get('symbols')) ? this.get('symbols') : 'none';
  }
}
