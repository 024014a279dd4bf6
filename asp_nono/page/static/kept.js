// Values that the browser keeps under names, as JSON.

/** What is kept under a name; null where nothing is, or nothing can be. */
export function kept(name) {
  try {
    return JSON.parse(localStorage.getItem(name));
  } catch {
    return null;
  }
}

/** Keeps a value; in a private window, or where there is no room, the page goes on without. */
export function keep(name, value) {
  try {
    localStorage.setItem(name, JSON.stringify(value));
  } catch {
    // what is not kept costs the page its memory, and nothing else
  }
}
