// Elements made and changed in few words. Text is always set as text, never as HTML.

/**
 * An element. In `props`, "class" and "text" are what they say, "on" holds listeners, false and
 * null leave an attribute out, true sets it without a value; all else are attributes.
 *
 * @param {string} tag
 * @param {Record<string, any>} [props]
 * @param {...any} children
 * @returns {any}
 */
export function h(tag, props = {}, ...children) {
  const element = document.createElement(tag);
  for (const [key, value] of Object.entries(props)) setProp(element, key, value);
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

function setProp(element, key, value) {
  if (value === null || value === undefined || value === false) return;
  if (key === 'text') element.textContent = value;
  else if (key === 'on') {
    for (const [type, listener] of Object.entries(value)) element.addEventListener(type, listener);
  } else if (key === 'value') element.value = value;
  else if (key === 'class') element.className = value;
  else element.setAttribute(key, value === true ? '' : value);
}

/** Replaces what an element holds. What had the focus and comes again, by its label, keeps it. */
export function fill(element, ...children) {
  const active = document.activeElement;
  const place = element.contains(active) && active !== element ? alike(element, active).indexOf(active) : -1;
  element.replaceChildren(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  if (place >= 0 && document.activeElement !== active) alike(element, active)[place]?.focus({ preventScroll: true });
  return element;
}

const labelOf = (one) => one.getAttribute('aria-label') || one.title || one.textContent;

/** The controls within an element that have the label of another. */
const alike = (element, other) => [...element.querySelectorAll('button, input, select')].filter((one) => labelOf(one) === labelOf(other));

const SVG = 'http://www.w3.org/2000/svg';

/** A drawing of 20x20 units that takes the color of the text around it. */
export function icon(path, className = 'icon') {
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('viewBox', '0 0 20 20');
  svg.setAttribute('aria-hidden', 'true');
  svg.setAttribute('class', className);
  const shape = document.createElementNS(SVG, 'path');
  shape.setAttribute('d', path);
  svg.append(shape);
  return svg;
}

/**
 * A canvas with a square of `unit` pixels for each cell, in the color that `inkOf` gives for it.
 *
 * @param {{width: number, height: number}} size in cells
 * @param {any} cells row by row
 * @param {(cell: any) => string} inkOf
 * @param {Record<string, any>} [props] attributes, as of `h`
 */
export function mosaic({ width, height }, cells, inkOf, { unit = 1, ...props } = {}) {
  const canvas = h('canvas', { width: width * unit, height: height * unit, ...props });
  const ctx = canvas.getContext('2d');
  cells.forEach((cell, at) => {
    ctx.fillStyle = inkOf(cell);
    ctx.fillRect((at % width) * unit, Math.floor(at / width) * unit, unit, unit);
  });
  return canvas;
}

/** Runs a function once things have been quiet for some milliseconds. */
export function debounced(run, pause) {
  let timer = 0;
  const later = () => {
    clearTimeout(timer);
    timer = setTimeout(run, pause);
  };
  later.cancel = () => clearTimeout(timer);
  return later;
}

/**
 * What changes an element only while nothing in it is pressed: a button that moves under a finger
 * misses its click. The latest change that has to wait is made when the finger is lifted.
 */
export function unpressed(element) {
  let pressed = false;
  let waiting = null;
  const settle = () => {
    pressed = false;
    if (element.isConnected) waiting?.();
    waiting = null;
  };
  element.addEventListener('pointerdown', () => {
    pressed = true;
    const lifted = new AbortController();
    const release = () => {
      lifted.abort();
      setTimeout(settle); // after the click
    };
    for (const type of ['pointerup', 'pointercancel']) addEventListener(type, release, { signal: lifted.signal });
  });
  return (change) => {
    if (pressed) waiting = change;
    else change();
  };
}

/** Runs a function at most once before each frame that is drawn. */
export function framed(run) {
  let scheduled = false;
  return () => {
    if (scheduled) return;
    scheduled = true;
    requestAnimationFrame(() => {
      scheduled = false;
      run();
    });
  };
}
