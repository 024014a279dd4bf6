// What a person has chosen for all works, kept in the browser.

const KEY = 'studio.settings';
const DEFAULTS = {
  symbols: 'none', // what tells colors apart besides: "none", "letters" or "patterns"
  autoCheck: true,
  speed: 8, // steps a second when solving is shown
  crossOut: true,
  autoCross: false, // whether the rest of a finished line is crossed out
  player: '', // the address of a page that plays links
  cycle: true, // a tap with a finger goes on: color, background, unknown
};

export const SYMBOLS = ['none', 'letters', 'patterns'];

export class Settings extends EventTarget {
  constructor() {
    super();
    this.values = { ...DEFAULTS, ...read() };
  }

  get(key) {
    return this.values[key];
  }

  set(key, value) {
    this.values[key] = value;
    try {
      localStorage.setItem(KEY, JSON.stringify(this.values));
    } catch {
      // A full or forbidden storage costs the choice its memory, and nothing else.
    }
    this.dispatchEvent(new CustomEvent('change', { detail: key }));
  }

  /** What is shown on colors: "none", "letters" or "patterns". */
  get symbols() {
    return SYMBOLS.includes(this.get('symbols')) ? this.get('symbols') : 'none';
  }
}

function read() {
  try {
    return JSON.parse(localStorage.getItem(KEY)) ?? {};
  } catch {
    return {};
  }
}
