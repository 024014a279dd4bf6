// A link that holds a whole puzzle behind its "#", where no server ever sees it.

import { toPuzzle } from './codec.js';

const MOST = 10_000_000; // bytes of a puzzle; a short link could unpack to far more

/** A link to a page that plays a puzzle; its solution, and states that were saved, are in it on request. */
export async function linkTo(page, work, clues, solution) {
  const { goal, saved, ...puzzle } = toPuzzle(work, clues);
  const bytes = new Blob([JSON.stringify(solution ? { ...puzzle, goal, saved } : puzzle)]);
  const packed = await new Response(bytes.stream().pipeThrough(new CompressionStream('deflate-raw'))).bytes();
  let text = '';
  for (const byte of packed) text += String.fromCharCode(byte);
  const safe = btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
  return `${page}#p=${safe}`;
}

/** The puzzle of a link, as JSON that nobody has checked; null if the link holds none. */
export async function puzzleOf(fragment) {
  const found = /^#p=([\w-]+)$/.exec(fragment);
  if (!found) return null;
  const packed = Uint8Array.from(atob(found[1].replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0));
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
