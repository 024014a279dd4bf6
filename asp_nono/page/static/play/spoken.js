// The board for those who do not see it: an ARIA grid that has the cursor's cell and its
// neighbors as real elements, and says place, color and clues of each.

import { h } from '../dom.js';
import { span } from '../lines.js';
import { colorNamed, put, t } from '../texts.js';

const AROUND = 2; // cells on each side of the cursor that are in the document

export class Spoken {
  constructor() {
    this.grid = h('div', { class: 'board-grid', role: 'grid', tabindex: '0', id: 'board' });
    this.rows = h('div', { class: 'unseen', role: 'rowgroup' });
    this.grid.append(this.rows);
  }

  /** Tells what the grid is as a whole. */
  describe(scene, label) {
    this.grid.setAttribute('aria-label', label);
    this.grid.setAttribute('aria-rowcount', scene.height);
    this.grid.setAttribute('aria-colcount', scene.width);
  }

  /** Puts the cells around the cursor into the document; the cursor's is the active one. */
  place(scene, [x, y]) {
    const range = (at, side) => span(Math.max(0, at - AROUND), Math.min(side, at + AROUND + 1));
    this.rows.replaceChildren(
      ...range(y, scene.height).map((row) =>
        h('div', { role: 'row', 'aria-rowindex': row + 1 },
          range(x, scene.width).map((column) => this.#cell(scene, column, row, column === x && row === y)),
        ),
      ),
    );
    this.grid.setAttribute('aria-activedescendant', 'board-cell');
  }

  #cell(scene, x, y, active) {
    return h('div', {
      role: 'gridcell',
      'aria-colindex': x + 1,
      id: active ? 'board-cell' : null,
      'aria-selected': active ? 'true' : null,
      text: cellText(scene, x, y),
    });
  }
}

/** A cell in words: where it is, what it shows, and the clues of its lines. */
export function cellText(scene, x, y) {
  const at = y * scene.width + x;
  const color = scene.cells[at];
  const parts = [
    put(t.spoken.place, { row: y + 1, column: x + 1 }),
    scene.colors[color] ? colorNamed(scene.colors[color].name) : t.spoken.unknown,
    scene.given.has(at) ? t.spoken.given : '',
    scene.notes.has(at) ? t.spoken.notes[scene.notes.get(at).kind] : '',
    scene.clues.rows.length ? put(t.spoken.clues, { row: clueText(scene, scene.clues.rows[y]), column: clueText(scene, scene.clues.columns[x]) }) : '',
  ];
  return parts.filter(Boolean).join(', ');
}

/** A clue in words; colors are named where there are several. */
export function clueText(scene, clue) {
  if (!clue.length) return '0';
  const several = scene.colors.length > 2;
  return clue
    .map(({ length, color }) => (length ?? '?') + (several ? ` ${colorNamed(scene.colors[color].name)}` : ''))
    .join(several ? ', ' : ' ');
}
