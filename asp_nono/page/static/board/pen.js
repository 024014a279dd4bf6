// What is drawn in several places: words, lines that are seen on every color, and a part of the pane alone.

/** Words in the middle of a point. */
export function drawText(ctx, text, { x, y, size, weight, ink }) {
  ctx.fillStyle = ink;
  ctx.font = `${weight} ${Math.round(size)}px system-ui, sans-serif`;
  ctx.textAlign = 'center';
  ctx.textBaseline = 'middle';
  ctx.fillText(text, x, y);
}

/** Strokes something in white, and over it in an ink. */
export function outlined(ctx, [wide, thin], ink, stroke) {
  for (const [width, style] of [[wide, '#ffffff'], [thin, ink]]) {
    ctx.lineWidth = width;
    ctx.strokeStyle = style;
    stroke();
  }
}

/** Draws within a rectangle only. */
export function clipped(ctx, /** @type {number[]} */ [left, top, right, bottom], draw) {
  ctx.save();
  ctx.beginPath();
  ctx.rect(left, top, right - left, bottom - top);
  ctx.clip();
  draw();
  ctx.restore();
}
