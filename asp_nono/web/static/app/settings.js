// What a person has chosen for all works, kept in the browser.

const KEY = 'studio.settings';
const DEFAULTS = {
  symbols: 'auto', // letters on colors: "auto" where a puzzle has several, else true or false
  autoCheck: true,
  speed: 8, // steps a second when solving is shown
  crossOut: true,
  cycle: true, // a tap with a finger goes on: color, background, unknown
};

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

  /** Whether colors are shown with their letters. */
  symbols(work) {
    const chosen = this.get('symbols');
    return chosen === 'auto' ? work.colors.length > 2 : chosen;
  }
}

function read() {
  try {
    return JSON.parse(localStorage.getItem(KEY)) ?? {};
  } catch {
    return {};
  }
}
