// Links that hold a whole puzzle or program behind their "#", where no server ever sees it.

import { toPuzzle } from './codec.js';

const MOST = 10_000_000; // bytes; a short link could unpack to far more
const LONGEST_NAME = 100; // characters
const [PUZZLE, PROGRAM] = ['p', 'b']; // what a link holds

/** A fragment that holds a value. */
async function fragmentOf(kind, value) {
  const bytes = new Blob([JSON.stringify(value)]);
  const packed = await new Response(bytes.stream().pipeThrough(new CompressionStream('deflate-raw'))).bytes();
  let text = '';
  for (const byte of packed) text += String.fromCharCode(byte);
  return `#${kind}=${btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}`;
}

/** A link to a page that plays a puzzle; its solution, and states that were saved, are in it on request. */
export async function linkTo(page, work, clues, solution) {
  const { goal, saved, ...puzzle } = toPuzzle(work, clues);
  return `${page}${await fragmentOf(PUZZLE, solution ? { ...puzzle, goal, saved } : puzzle)}`;
}

/** A link to a studio that opens a program in its bench. */
export const linkToProgram = async (page, { name, text, exercise, facts }) => `${page}${await fragmentOf(PROGRAM, { name, text, exercise, facts })}`;

/** The puzzle of a link, as JSON that nobody has checked; null if the link holds none. */
export const puzzleOf = (fragment) => valueOf(PUZZLE, fragment);

/**
 * A program in a link, {name, text}, perhaps the {exercise} for which it is graded and the {facts}
 * that it gets, and a {puzzle} that nobody has checked; null if the link holds none.
 */
export async function programOf(fragment) {
  const value = await valueOf(PROGRAM, fragment);
  if (!value) return null;
  const { name, text, exercise, facts, puzzle } = value;
  const isText = (part) => typeof part === 'string';
  if (![name, text, exercise ?? '', facts ?? ''].every(isText)) throw new TypeError('program');
  return { name: name.slice(0, LONGEST_NAME), text, exercise: exercise || undefined, facts: facts || undefined, puzzle };
}

async function valueOf(kind, fragment) {
  const found = /^#(\w)=([\w-]+)$/.exec(fragment);
  if (found?.[1] !== kind) return null;
  const packed = Uint8Array.from(atob(found[2].replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0));
  const reader = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader();
  const parts = [];
  let size = 0;
  for (;;) {
    const { value, done } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > MOST) throw new RangeError('size');
    parts.push(value);
  }
  return JSON.parse(await new Blob(parts).text());
}
