// Colors: names, characters and values for new ones, and what can be read on top of them.

// As in formats/colors.py: color-blind people tell each from each.
const OFFERED = [
  ['black', '000000'], ['red', 'cc2e16'], ['blue', '2356cf'], ['green', '2da667'],
  ['yellow', 'ffe048'], ['orange', 'e96a05'], ['purple', '883696'], ['brown', '6c3313'],
  ['pink', 'eb92af'], ['cyan', '39c3ea'], ['gray', '7a829d'], ['lime', 'a4c738'],
];

const RESERVED = new Set('?[].');
const SPARE = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';

/** A color that the palette does not have yet. */
export function newColor(colors) {
  const names = new Set(colors.map((color) => color.name));
  const [name, rgb] = OFFERED.find(([one]) => !names.has(one)) ?? [numbered(names), '5c6bc0'];
  return { name, rgb, char: freeChar(colors, name) };
}

function numbered(names) {
  for (let number = 1; ; number += 1) {
    if (!names.has(`color ${number}`)) return `color ${number}`;
  }
}

/** A character for a color: of its name if one is free, else any. */
export function freeChar(colors, name) {
  const taken = new Set(colors.map((color) => color.char));
  const fits = (char) => /^[\x21-\x7e]$/.test(char) && !RESERVED.has(char) && !taken.has(char);
  const further = Array.from({ length: 400 }, (_, number) => String.fromCodePoint(0xc0 + number));
  return [...name.toLowerCase(), ...SPARE].find(fits) ?? further.find((char) => !taken.has(char));
}

const channel = (value) => {
  const part = value / 255;
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
};

/** Relative luminance as WCAG 2.2 defines it, from 0 to 1. */
function luminance(rgb) {
  const number = Number.parseInt(rgb, 16);
  return (
    0.2126 * channel(number >> 16) +
    0.7152 * channel((number >> 8) & 255) +
    0.0722 * channel(number & 255)
  );
}

/** Contrast as WCAG 2.2 defines it, from 1 to 21. */
export function contrast(one, other) {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** Black or white, whichever is easier to read on a color. */
export const inkOn = (rgb) => (luminance(rgb) > 0.179 ? '000000' : 'ffffff');
