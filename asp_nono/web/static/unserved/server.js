// The calls of the page where there is no server, in place of app/server.js: a worker answers jobs,
// files beside the page answer the rest. What neither can do is refused, with the command that can.

import { checked, keptBeside } from '../../../page/static/checked.js';
import { cellsOf, fileOf, fromPuzzle, readRows } from '../../../page/static/codec.js';
import { agrees } from '../../../page/static/clues.js';
import { nameOf } from '../../../page/static/lines.js';
import { UNKNOWN } from '../../../page/static/model.js';
import { LineHints } from '../../../page/static/play/line_hints.js';
import { lineNamed, put } from '../../../page/static/texts.js';
import { t } from '../texts.js';
import { StudioError } from '../app/errors.js';

const JOBS = ['check', 'count', 'solutions', 'repair', 'run', 'grade'];

/** The commands that do what this page cannot. */
const COMMANDS = {
  '/api/picture': 'convert', '/api/write': 'convert', '/api/draw': 'draw', '/api/print': 'print', '/api/publish': 'publish',
  ambiguity: 'ambiguity', why: 'why', solve: 'solve', difficulty: 'difficulty', generate: 'generate',
};

const cannot = (what) => new StudioError(put(t.unserved.cannot, { command: `asp-nono ${COMMANDS[what] ?? what}` }));

navigator.serviceWorker?.register('sw.js');

let files = null;
const idle = []; // workers

/** What the studio knows: recipes, encodings, puzzles to play. */
const known = () => (files ??= fetch('studio.json').then((answer) => answer.json()));

export const serverKey = () => '';

export const takeKey = async () => false;

/** Where others find this studio. */
export const address = () => location.origin + location.pathname;

/** A quick call. */
export async function request(path, body) {
  const { about, encodings, shipped } = await known();
  const answers = { '/api/about': about, '/api/encodings': encodings, '/api/shipped': shipped, '/api/opened': { puzzles: [] } };
  if (answers[path]) return answers[path];
  if (path === '/api/read') return read(body);
  if (path === '/api/write' && body.format === 'json') return { name: `${body.name || 'puzzle'}.json`, type: 'application/json', data: encoded(JSON.stringify(fileOf(body.puzzles), null, 1)) };
  throw cannot(path);
}

const encoded = (text) => btoa(Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join(''));

/** The puzzles of a file in the studio's own format. */
function read({ data }) {
  const text = new TextDecoder().decode(Uint8Array.from(atob(data), (char) => char.charCodeAt(0)));
  try {
    return { puzzles: JSON.parse(text).puzzles.map((one) => ({ puzzle: withAll(checked(one), one) })), warnings: [] };
  } catch {
    throw new StudioError(put(t.unserved.format, { command: 'asp-nono convert' }));
  }
}

/** A puzzle with all that the studio keeps beside its clues. */
const withAll = (puzzle, data) => ({ ...withGoal(puzzle, data.goal), ...keptBeside(data, puzzle) });

/** A puzzle with a picture, if that is a solution. */
function withGoal(puzzle, goal) {
  const { rows, columns, colors } = puzzle;
  const sound = Array.isArray(goal) && goal.length === rows.length && goal.every((row) => typeof row === 'string') &&
    readRows(goal, colors).every((row) => row.length === columns.length && row.every((choice) => choice?.length === 1 && choice[0] !== undefined));
  if (!sound) return puzzle;
  const work = fromPuzzle(puzzle);
  return agrees({ ...work, cells: cellsOf(goal, work) }, work.clues) ? { ...puzzle, goal } : puzzle;
}

/** The events of a job. */
export async function* stream(kind, body, signal) {
  if (kind === 'repair' && (body.keep_symmetry || body.protect)) throw cannot(kind); // it counts changed cells alone
  if (kind === 'hint' || kind === 'errors') yield { event: 'result', ...(await hintsOf(body.puzzle, body.grid).ask(kind, body)) };
  else if (kind === 'explain') yield* explained(body, signal);
  else if (JOBS.includes(kind)) yield* worked(kind, await prepared(kind, body), signal);
  else throw cannot(kind);
}

/** What the worker needs to know for a job; a recipe is a program, too. */
async function prepared(kind, body) {
  const { about, encodings, rubric, facts } = await known();
  if (kind === 'grade') return { ...body, rubric, facts, exercise: body.exercise && (await exerciseOf(body.exercise)) };
  if (kind !== 'run' || !body.recipe) return body;
  const texts = new Map(encodings.encodings.map(({ name, text }) => [name, text]));
  const parts = about.recipes.find(({ name }) => name === body.recipe).encodings.map((file) => ({ file, text: texts.get(file) }));
  return { ...body, parts, program: parts.map(({ text }) => text).join('\n') };
}

/** What is known of an exercise of the site. */
async function exerciseOf(name) {
  const answer = await fetch(`${name}.json`).catch(() => null);
  if (!answer?.ok) throw cannot('grade');
  return answer.json();
}

/** Line logic in the page, from some marks on. */
function hintsOf(puzzle, marks) {
  const work = fromPuzzle(puzzle);
  work.marks = cellsOf(marks, work);
  return new LineHints({ work, clues: work.clues }, null);
}

/** The steps of line logic, and where they end. */
async function* explained({ puzzle, start }, signal) {
  const hints = hintsOf(puzzle, start);
  const steps = hints.steps();
  let found = steps.next();
  for (; !found.done; found = steps.next()) {
    yield { event: 'progress', step: found.value };
    await new Promise((resolve) => setTimeout(resolve)); // the page is drawn, and hears a cancel
    signal?.throwIfAborted();
  }
  const { clash } = found.value;
  const open = hints.store.work.marks.includes(UNKNOWN);
  const note = clash ? whyNone({ clash }) : open ? put(t.unserved.trial, { command: 'asp-nono explain' }) : '';
  yield { event: 'result', outcome: clash ? 'no solution' : open ? 'not finished' : 'solved', note };
}

/** The events of a job that a worker does; its time is limited. */
async function* worked(kind, body, signal) {
  const { program, hitting } = await known();
  const worker = idle.pop() ?? new Worker('worker.js');
  const arrived = [];
  let wake = () => {};
  const hear = (event) => [arrived.push(event), wake()];
  worker.onmessage = ({ data }) => hear(data);
  worker.onerror = ({ message }) => hear({ event: 'error', reason: message });
  const limit = setTimeout(() => hear({ event: 'stopped', reason: put(t.unserved.limit, { seconds: body.time_limit }) }), 1000 * (body.time_limit ?? 60));
  signal?.addEventListener('abort', () => hear({ event: 'aborted' }));
  worker.postMessage({ kind, body, encodings: { program, hitting } });
  let last = {};
  for (;;) {
    if (!arrived.length) await new Promise((resolve) => (wake = () => resolve(null)));
    const event = arrived.shift();
    if (event.event === 'progress') {
      last = event;
      yield event;
      continue;
    }
    clearTimeout(limit);
    if (event.event === 'result') idle.push(worker);
    else worker.terminate();
    signal?.throwIfAborted();
    yield ended(kind, event, last);
    return;
  }
}

/** The last event, with what is known when a limit came, and a reason where nothing was found. */
function ended(kind, event, last) {
  if (last.stage === 'measuring' && event.event !== 'result') return { ...last, event: 'result', warnings: [{ reason: put(t.unserved.sizes, { command: 'asp-nono ground' }) }] };
  if (event.fault) return { event: 'error', reason: put(t.unserved.faults[event.fault], { name: event.reason, command: 'asp-nono grade' }) };
  if (event.event === 'error' && event.line) return { ...event, where: [put(t.bench.line, { number: event.line })] };
  const found = event.event === 'stopped' ? { ...last, ...event } : event;
  if (kind === 'repair' && event.event === 'stopped' && !found.repairs?.length) return { event: 'error', reason: put(t.unserved.repair, { limit: event.reason, least: found.least ?? 1, command: 'asp-nono repair' }) };
  if (kind === 'grade' && found.boards && found.outcome !== 'wrong') return { ...found, reason: put(t.unserved.larger, { command: 'asp-nono grade' }) };
  return found.verdict === 'none' ? { ...found, reason: whyNone(found) } : found;
}

const whyNone = ({ clash }) => (clash ? put(t.unserved.clash, { line: lineNamed(nameOf(clash)) }) : t.unserved.none);
