// What is on the table when the page opens: a link's puzzle, files named on the command line, or
// what was there before.

import { fileOf } from '../core/codec.js';
import { t } from '../strings.js';
import { base64, call } from './api.js';
import { puzzleOf } from './link.js';
import { choosePuzzle } from './import.js';
import { toast } from './parts.js';

const OPENED = 'studio.opened';

export async function arrivals(app) {
  call('/api/about').then((about) => {
    app.about = about;
  }, (error) => toast(error.message));
  const linked = await fromLink(app);
  if (!linked && !(await app.keeper.restore())) await app.keeper.claim(app.store.id);
  await app.choose(app.mode?.id ?? app.keeper.mode);
  if (!linked) await fromCommandLine(app);
  addEventListener('hashchange', () => fromLink(app));
}

/** A link's puzzle is a stranger's: the server reads it as it reads a file. */
async function fromLink(app) {
  if (!location.hash.startsWith('#p=')) return false;
  const { hash } = location;
  history.replaceState(null, '', '/');
  try {
    const puzzle = await puzzleOf(hash);
    const blob = new Blob([JSON.stringify(fileOf([puzzle]))]);
    const answer = await call('/api/read', { data: await base64(blob), name: 'link.json', format: 'json' });
    return await choosePuzzle(app, answer);
  } catch (error) {
    toast(error.message && error.name === 'StudioError' ? t.link.broken(error.message) : t.link.unreadable);
    return false;
  }
}

/** Files named on the command line are opened once, not again at every reload. */
async function fromCommandLine(app) {
  const { content } = document.querySelector('meta[name="studio-token"]');
  if (sessionStorage.getItem(OPENED) === content) return;
  sessionStorage.setItem(OPENED, content);
  const answer = await call('/api/opened').catch(() => null);
  if (answer?.puzzles.length) await choosePuzzle(app, answer);
}

