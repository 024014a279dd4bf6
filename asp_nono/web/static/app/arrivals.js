// What is on the table when the page opens: a link's puzzle, what was there before, or files named
// on the command line. Those are only offered where there is other work.

import { fileOf } from '../../../page/static/codec.js';
import { puzzleOf } from '../../../page/static/link.js';
import { isEmpty } from '../../../page/static/model.js';
import { t } from '../strings.js';
import { base64, call } from './api.js';
import { StudioError } from './errors.js';
import { serverKey, takeKey } from './server.js';
import { choosePuzzle } from './import.js';
import { toast } from '../../../page/static/parts.js';

const OPENED = 'studio.opened';

export async function arrivals(app) {
  const bench = location.search === '?bench'; // within a page of --pages
  await takeKey();
  learnAbout(app);
  const linked = await fromLink(app);
  if (!linked && !(await app.keeper.restore())) await app.keeper.claim(app.store.id);
  await app.choose(app.mode?.id ?? (bench ? 'bench' : app.keeper.mode));
  await fromCommandLine(app);
  if (app.mode.id === 'paint' && isEmpty(app.store.work)) app.phone.greet();
  addEventListener('hashchange', async () => ((await takeKey()) ? learnAbout(app) : fromLink(app)));
}

async function learnAbout(app) {
  try {
    app.about = await call('/api/about');
  } catch (error) {
    toast(error.message, { stays: true });
  }
}

/** A link's puzzle is a stranger's: the server reads it as it reads a file. */
async function fromLink(app) {
  if (!location.hash.startsWith('#p=')) return false;
  const { hash } = location;
  history.replaceState(null, '', location.pathname);
  try {
    const puzzle = await puzzleOf(hash);
    const blob = new Blob([JSON.stringify(fileOf([puzzle]))]);
    const answer = await call('/api/read', { data: await base64(blob), name: 'link.json', format: 'json' });
    const chosen = await choosePuzzle(app, answer);
    if (chosen) await app.choose('play');
    return chosen;
  } catch (error) {
    if (error.message === t.errors.key) toast(error.message, { stays: true });
    else toast(error instanceof StudioError ? t.link.broken(error.message) : t.link.unreadable);
    return false;
  }
}

/** Files named on the command line come once, not again at every reload. */
async function fromCommandLine(app) {
  if (sessionStorage.getItem(OPENED) === serverKey()) return;
  const answer = await call('/api/opened').catch(() => null);
  if (!answer) return;
  sessionStorage.setItem(OPENED, serverKey());
  if (!answer.puzzles.length) return;
  const open = () => choosePuzzle(app, answer);
  if (isEmpty(app.store.work)) await open();
  else toast(t.open.offered(answer.puzzles[0].puzzle?.title ?? '', answer.puzzles.length), { label: t.open.short, run: open, stays: true });
}

