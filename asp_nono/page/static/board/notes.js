// Notes on cells: each kind has a shape of its own, drawn dark on light so that it shows on any
// color, and none differs by color alone.
//
// differs  a diamond       wrong    a cross          because  a ring
// fresh    four corners    change   a small square in the color that the cell would get
// region   stripes, with the region's number in its first cell
// atom     a thick frame

import { clipped, drawText, outlined } from './pen.js';

const SHAPES = {
  differs(ctx, { x, y, size }) {
    const [cx, cy, r] = [x + size / 2, y + size / 2, size * 0.22];
    ctx.moveTo(cx, cy - r);
    ctx.lineTo(cx + r, cy);
    ctx.lineTo(cx, cy + r);
    ctx.lineTo(cx - r, cy);
    ctx.closePath();
  },
  wrong(ctx, { x, y, size }) {
    const [a, b] = [size * 0.25, size * 0.75];
    ctx.moveTo(x + a, y + a);
    ctx.lineTo(x + b, y + b);
    ctx.moveTo(x + b, y + a);
    ctx.lineTo(x + a, y + b);
  },
  because(ctx, { x, y, size }) {
    ctx.arc(x + size / 2, y + size / 2, size * 0.25, 0, 2 * Math.PI);
  },
  fresh(ctx, { x, y, size }) {
    const [a, b, arm] = [size * 0.14, size * 0.9, size * 0.22];
    for (const [px, py, sx, sy] of [[a, a, 1, 1], [b, a, -1, 1], [b, b, -1, -1], [a, b, 1, -1]]) {
      ctx.moveTo(x + px + sx * arm, y + py);
      ctx.lineTo(x + px, y + py);
      ctx.lineTo(x + px, y + py + sy * arm);
    }
  },
  atom(ctx, { x, y, size }) {
    ctx.rect(x + size * 0.14, y + size * 0.14, size * 0.74, size * 0.74);
  },
};

/** Draws a note {kind, color?, text?} on a cell's box. */
export function drawNote(ctx, box, note, scene) {
  if (note.kind === 'region') drawStripes(ctx, box, note, scene.theme);
  else if (note.kind === 'change') drawChange(ctx, box, scene.colors[note.color].rgb);
  else drawShape(ctx, box, note.kind, scene.theme);
}

function drawShape(ctx, box, kind, theme) {
  const thin = Math.max(box.unit, box.size * 0.08);
  ctx.lineJoin = 'miter';
  outlined(ctx, [thin + 2 * box.unit, thin], theme.note[kind], () => {
    ctx.beginPath();
    SHAPES[kind](ctx, box);
    ctx.stroke();
  });
  if (kind === 'differs') {
    ctx.fillStyle = theme.note[kind];
    ctx.fill();
  }
}

function drawChange(ctx, { x, y, size, unit }, rgb) {
  const inset = size * 0.22;
  const side = size - 2 * inset;
  ctx.fillStyle = `#${rgb}`;
  ctx.fillRect(x + inset, y + inset, side, side);
  outlined(ctx, [3 * unit, 1.5 * unit], '#000000', () => ctx.strokeRect(x + inset, y + inset, side, side));
}

function drawStripes(ctx, { x, y, size, unit }, { text }, theme) {
  clipped(ctx, [x, y, x + size, y + size], () => outlined(ctx, [3 * unit, 1.5 * unit], theme.note.differs, () => {
    ctx.beginPath();
    for (let shift = -size; shift < size; shift += Math.max(5 * unit, size / 3)) {
      ctx.moveTo(x + shift, y + size);
      ctx.lineTo(x + shift + size, y);
    }
    ctx.stroke();
  }));
  if (text) drawNumber(ctx, x + size / 2, y + size / 2, size, text, theme);
}

function drawNumber(ctx, x, y, size, text, theme) {
  ctx.fillStyle = '#ffffff';
  ctx.beginPath();
  ctx.arc(x, y, size * 0.42, 0, 2 * Math.PI);
  ctx.fill();
  drawText(ctx, text, { x, y: y + size * 0.04, size: size * 0.55, weight: 700, ink: theme.note.differs });
}
