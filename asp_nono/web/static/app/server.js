// The calls of the page to its server; docs/studio-api.md describes them. A studio without a server
// has unserved/server.js in its place, with the same exports.

import { put } from '../../../page/static/texts.js';
import { t } from '../texts.js';
import { localized } from '../messages.js';
import { StudioError, sentence } from './errors.js';

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

/** The answer to a quick call: POST with a body, GET without. */
export async function request(path, body, signal) {
  return (await send(path, body, signal)).json();
}

/** The events of a job, each as soon as it arrives. */
export async function* stream(kind, body, signal) {
  const response = await send(`/api/jobs/${kind}`, body, signal);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { value, done } = await reader.read().catch((error) => lost(error, signal));
    if (done) return;
    const lines = (rest + value).split('\n');
    rest = lines.pop();
    for (const line of lines) if (line) yield JSON.parse(line);
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
  const details = response.status === 401 ? { reason: t.errors.key } : await response.json().then(localized, () => ({ reason: put(t.errors.status, { status: response.status }) }));
  throw new StudioError(sentence(details), details);
}

/** The secret, which is another one each time the server starts. */
export const serverKey = () => token;

/** Where others find this studio: nowhere, as its address is one of this computer. */
export const address = () => null;

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
