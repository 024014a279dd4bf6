// The calls of the page to its server; docs/studio-api.md describes them.

import { localized } from '../messages.js';
import { t } from '../strings.js';

const page = crypto.randomUUID();

// The secret of every call. It comes behind the "#" of the address that the terminal shows, which
// no server sees, and stays in this browser; `once` is good for one exchange, by the browser that
// the server has opened.
const KEY = 'studio.key';
let token = localStorage.getItem(KEY) ?? '';

/** Takes the secret from the address and leaves the address clean; whether there was one. */
export async function takeKey() {
  const [, kind, secret] = /^#(key|once)=([\w-]+)$/.exec(location.hash) ?? [];
  if (!secret) return false;
  history.replaceState(null, '', '/');
  if (kind === 'key') token = secret;
  else {
    const answer = await fetch('/api/key', { headers: { 'X-Studio-Token': secret } }).catch(() => null);
    if (answer?.ok) ({ token } = await answer.json());
  }
  localStorage.setItem(KEY, token);
  return true;
}

/** What went wrong, as a sentence, with what else the server sent. */
export class StudioError extends Error {
  constructor(message, details = {}) {
    super();
    Object.assign(this, details, { message });
  }
}

/**
 * A quick call: POST with a body, GET without.
 *
 * @param {string} path
 * @param {object} [body]
 * @param {{signal?: AbortSignal}} [how]
 * @returns {Promise<any>}
 */
export async function call(path, body, { signal } = {}) {
  const response = await send(path, body, signal);
  return localized(await response.json());
}

/**
 * The events of a job as they come. Aborting the signal cancels the job.
 *
 * @throws {StudioError} when it cannot begin, or when the server is lost on the way
 */
export async function* events(kind, body, signal) {
  const response = await send(`/api/jobs/${kind}`, body, signal);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { value, done } = await reader.read().catch((error) => lost(error, signal));
    if (done) return;
    const lines = (rest + value).split('\n');
    rest = lines.pop();
    for (const line of lines) if (line) yield localized(JSON.parse(line));
  }
}

/** @returns {Promise<Response>} */
async function send(path, body, signal, again = true) {
  const response = await fetch(path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      'X-Studio-Token': token,
      'X-Studio-Page': page,
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    body: body === undefined ? undefined : JSON.stringify(body),
    signal,
  }).catch((error) => lost(error, signal));
  if (response.ok) return response;
  if (response.status === 401 && again && renewed()) return send(path, body, signal, false);
  const details = response.status === 401 ? { reason: t.errors.key } : await response.json().then(localized, () => ({ reason: t.errors.status(response.status) }));
  throw new StudioError(sentence(details), details);
}

/** The secret, which is another one each time the server starts. */
export const serverKey = () => token;

/** Takes the secret that another tab has had from a server that was restarted. */
function renewed() {
  const found = localStorage.getItem(KEY) ?? '';
  if (found === token) return false;
  token = found;
  return true;
}

/** @returns {never} */
function lost(error, signal) {
  if (signal?.aborted) throw error;
  throw new StudioError(t.errors.away);
}

/** Place and reason of an error as one sentence. */
export function sentence({ reason, where }) {
  return [...(where ?? []), reason].join(': ');
}

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
      for await (const event of events(kind, body, controller.signal)) {
        if (!mine()) return null;
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
