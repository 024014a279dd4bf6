// What is on the table when the page opens: a link's puzzle or program, what was there before, or files named
// on the command line. Those are only offered where there is other work.

import { fileOf } from '../../../page/static/codec.js';
import { programOf, puzzleOf } from '../../../page/static/link.js';
import { isEmpty } from '../../../page/static/model.js';
import { put } from '../../../page/static/texts.js';
import { t } from '../texts.js';
import { base64, call } from './api.js';
import { StudioError } from './errors.js';
import { serverKey, takeKey } from './server.js';
import { choosePuzzle } from './import.js';
import { toast } from '../../../page/static/parts.js';

const OPENED = 'studio.opened';

export async function arrivals(app) {
  await takeKey();
  learnAbout(app);
  const { shown, beside } = await fromLink(app);
  if (!shown && !(await app.keeper.restore())) await app.keeper.claim(app.store.id);
  await app.choose(app.mode?.id ?? (app.embedded ? 'bench' : app.keeper.mode));
  await fromCommandLine(app);
  await offerBeside(app, beside);
  if (app.mode.id === 'paint' && isEmpty(app.store.work)) app.phone.greet();
  addEventListener('hashchange', async () => ((await takeKey()) ? learnAbout(app) : offerBeside(app, (await fromLink(app)).beside)));
}

async function learnAbout(app) {
  try {
    app.about = await call('/api/about');
  } catch (error) {
    toast(error.message, { stays: true });
  }
}

/**
 * Opens what a link holds: {shown}, whether a puzzle is on the table now; {beside}, the puzzle that
 * came with a program.
 */
async function fromLink(app) {
  const { hash } = location;
  if (!/^#[pb]=/.test(hash)) return {};
  history.replaceState(null, '', location.pathname + location.search);
  try {
    const program = await programOf(hash);
    if (program) return { beside: await openProgram(app, program, hash) };
    return { shown: await openPuzzle(app, await puzzleOf(hash), 'play') };
  } catch (error) {
    refuse(error);
    return {};
  }
}

/** Says why a link, or the puzzle in it, is not opened. */
function refuse(error) {
  if (error.message === t.errors.key) toast(error.message, { stays: true });
  else toast(error instanceof StudioError ? put(t.link.broken, { reason: error.message }) : t.link.unreadable);
}

/** A program comes to the bench, and runs only when that is asked for; the puzzle beside it. */
async function openProgram(app, program, link) {
  await (await app.modeOf('bench')).arrive(program, link);
  await app.choose('bench');
  return program.puzzle;
}

/** Opens the puzzle that came with a program, where there is no other. */
const offerBeside = (app, puzzle) => puzzle && isEmpty(app.store.work) && openPuzzle(app, puzzle).catch(refuse);

/** A link's puzzle is a stranger's: the server reads it as it reads a file. */
async function openPuzzle(app, puzzle, mode = null) {
  const blob = new Blob([JSON.stringify(fileOf([puzzle]))]);
  const answer = await call('/api/read', { data: await base64(blob), name: 'link.json', format: 'json' });
  const chosen = await choosePuzzle(app, answer);
  if (chosen && mode) await app.choose(mode);
  return chosen;
}

/** What the command line names, in words. */
function offer(puzzles) {
  if (puzzles.length > 1) return put(t.open.offered.several, { count: puzzles.length });
  const title = puzzles[0].puzzle?.title;
  return title ? put(t.open.offered.titled, { title }) : t.open.offered.untitled;
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
  else toast(offer(answer.puzzles), { label: t.open.short, run: open, stays: true });
}
