// The index of a collection: progress and solved pictures, as they are kept on this device.

import { mosaic } from '../../page/static/dom.js';
import { stored } from './game.js';
import { keepFiles, showTheme } from './page.js';
import { put } from '../../page/static/texts.js';
import { t } from './texts.js';

showTheme(stored('settings')?.theme);

const cards = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('.card'));
document.querySelector('h1 + .hint').textContent = put(t.puzzles, { count: cards.length });

for (const card of cards) {
  const colors = card.dataset.colors.split(' ');
  const [width, height] = card.dataset.size.split(' ').map(Number);
  card.querySelector('small').textContent = [put(t.size, { width, height }), colors.length > 2 && put(t.colors, { number: colors.length - 1 })].filter(Boolean).join(', ');
  const kept = stored(card.dataset.id);
  const marks = Array.from(kept?.play?.marks.join('') ?? '', (char) => kept.chars.indexOf(char)); // -1 for what is unknown
  if (!marks.some((color) => color > 0)) continue;
  const inkOf = (color) => (color > 0 || kept.solved ? `#${colors[Math.max(0, color)]}` : '#fff');
  card.querySelector('img').replaceWith(mosaic({ width, height }, marks, inkOf));
  card.classList.toggle('done', kept.solved);
}

keepFiles();
