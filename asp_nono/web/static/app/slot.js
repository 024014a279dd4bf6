// A place for one job at a time: whoever comes later sends the earlier one away.

import { events } from './api.js';

export class Slot {
  #controller = null;

  get busy() {
    return this.#controller !== null;
  }

  cancel() {
    this.#controller?.abort();
    this.#controller = null;
  }

  /**
   * Runs a job. `hear` gets every event but the last; what comes back is the last one, or null
   * when the job was cancelled. An event "error" that says what is wrong comes back like a result.
   */
  async run(kind, body, hear = () => {}) {
    this.cancel();
    const controller = new AbortController();
    this.#controller = controller;
    const mine = () => this.#controller === controller;
    let last = null;
    try {
      for await (const event of events(kind, body, controller.signal)) {
        if (!mine()) return null;
        last = event;
        if (!isEnd(event)) hear(event);
      }
    } catch (error) {
      if (!mine() || controller.signal.aborted) return null;
      last = { event: 'error', message: error.message, away: error.away, line: null };
    }
    if (!mine()) return null;
    this.#controller = null;
    return last;
  }
}

const isEnd = ({ event }) => ['result', 'stopped', 'error'].includes(event);
