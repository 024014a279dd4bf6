// What goes wrong in a call, in words.

/** What went wrong, as a sentence, with what else the server sent. */
export class StudioError extends Error {
  constructor(message, details = {}) {
    super();
    Object.assign(this, details, { message });
  }
}

/** Place and reason of an error as one sentence. */
export function sentence({ reason, where }) {
  return [...(where ?? []), reason].join(': ');
}
