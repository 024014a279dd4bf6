// A puzzle made at random that has exactly one solution, to play or to go on from.

import { fill, h } from '../core/dom.js';
import { fromPuzzle } from '../core/codec.js';
import { t } from '../strings.js';
import { button, dialog, problem, working } from './parts.js';
import { Slot } from './slot.js';

const SECONDS = 60;
const SEEDS = 1_000_000_000;

/** The work for such a puzzle, or undefined when the person gave up waiting. */
export async function randomWork({ width, height, colors }) {
  const slot = new Slot();
  const body = { width, height, colors, smoothness: 0.6, verdict: 'line-solvable', tries: 10_000, seconds: SECONDS };
  const work = await dialog(t.random.title, (close) => {
    const place = h('div', { 'aria-live': 'polite' });
    const search = async () => {
      fill(place, working(t.random.working, () => close()));
      let found = null;
      const end = await slot.run('generate', { ...body, seed: Math.floor(Math.random() * SEEDS) }, (event) => {
        if (event.puzzle) found = event.puzzle;
        else if (event.tries) fill(place, working(t.random.tried(event.tries), () => close()));
      });
      if (found) close(fromPuzzle(found));
      else if (end) fill(place, problem(end.message ?? t.random.none), button(t.random.again, search, { kind: 'small' }));
    };
    search();
    return place;
  });
  slot.cancel();
  return work;
}
