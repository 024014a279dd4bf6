// What a person has chosen for all works, kept in the browser.

export const SYMBOLS = ['none', 'letters', 'patterns'];

export class Settings extends EventTarget {
  /**
   * @param {string} key where it is kept
   * @param {object} defaults
   */
  constructor(key, defaults) {
    super();
    this.key = key;
    this.values = { ...defaults, ...this.#read() };
  }

  get(key) {
    return this.values[key];
  }

  set(key, value) {
    this.values[key] = value;
    try {
      localStorage.setItem(this.key, JSON.stringify(this.values));
    } catch {
      // A full or forbidden storage costs the choice its memory, and nothing else.
    }
    this.dispatchEvent(new CustomEvent('change', { detail: key }));
  }

  /** What is shown on colors: "none", "letters" or "patterns". */
  get symbols() {
    return SYMBOLS.includes(this.get('symbols')) ? this.get('symbols') : 'none';
  }

  #read() {
    try {
      return JSON.parse(localStorage.getItem(this.key)) ?? {};
    } catch {
      return {};
    }
  }
}
