// The calls of the page, answered by the server or in the browser.

import { localized } from '../messages.js';
import { t } from '../texts.js';
import { StudioError } from './errors.js';
import { request, stream } from './server.js';

/**
 * A quick call: POST with a body, GET without.
 *
 * @param {string} path
 * @param {object} [body]
 * @param {{signal?: AbortSignal}} [how]
 * @returns {Promise<any>}
 */
export const call = async (path, body, { signal } = {}) => localized(await request(path, body, signal));

/** The bytes of a file as the server takes them. */
export async function base64(blob) {
  /** @type {string} */
  const url = await new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(new StudioError(t.errors.unreadable));
    reader.readAsDataURL(blob);
  });
  return url.slice(url.indexOf(',') + 1);
}

/** A file from the server as a Blob. */
export function blobOf({ data, type }) {
  const bytes = Uint8Array.from(atob(data), (char) => char.charCodeAt(0));
  return new Blob([bytes], { type });
}

// A place for one job at a time: a later one cancels the earlier one.

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
   * Runs a job. `hear` gets every event but the last, which is returned; null when the job was cancelled.
   * An event "error" that says what is wrong is returned like a result.
   *
   * @param {string} kind
   * @param {object} body
   * @param {(event: any) => unknown} [hear]
   * @returns {Promise<any>}
   */
  async run(kind, body, hear = () => {}) {
    this.cancel();
    const controller = new AbortController();
    this.#controller = controller;
    const mine = () => this.#controller === controller;
    let last = null;
    try {
      for await (const raw of stream(kind, body, controller.signal)) {
        if (!mine()) return null;
        const event = localized(raw);
        last = event;
        if (!isEnd(event)) hear(event);
      }
    } catch (error) {
      if (!mine() || controller.signal.aborted) return null;
      last = { event: 'error', reason: error.message, where_messages: error.where_messages, line: null };
    }
    if (!mine()) return null;
    this.#controller = null;
    return last;
  }
}

const isEnd = ({ event }) => ['result', 'stopped', 'error'].includes(event);
