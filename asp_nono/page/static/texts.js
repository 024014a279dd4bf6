// The texts that the studio and published pages share, and how every text is put into words.
//
// Texts are data: a place has a catalog for each language, as texts_en.json and texts_de.json, with
// the same keys. A text with fields is a template; `put` puts values into them. A template may have,
// of what ICU's MessageFormat has:
//
//   {name}   a value: a text, a number as the language writes it, or a list of them
//   {^name}  the same, beginning with a capital letter
//   {name, plural, =0 {no steps} one {# step} other {# steps}}
//            the branch of exactly this number, or of its form in the language; # is the number
//
// The branches of a plural may have fields, but no plurals.

import de from './texts_de.json' with { type: 'json' };
import en from './texts_en.json' with { type: 'json' };

const KEY = 'studio.language';

/** The language that was chosen here; the browser's where none was, or nothing can be kept. */
function wanted() {
  try {
    return localStorage.getItem(KEY) ?? navigator.language.slice(0, 2);
  } catch {
    return navigator.language.slice(0, 2);
  }
}

export const language = wanted() === 'de' ? 'de' : 'en';

document.documentElement.lang = language;

/** Loads the page again in the other language; the work is kept. */
export function turnLanguage() {
  localStorage.setItem(KEY, language === 'de' ? 'en' : 'de');
  location.reload();
}

/**
 * Of the catalogs of a place that of the page's language.
 *
 * @template T
 * @param {{en: T, de: T}} catalogs
 */
export const inLanguage = (catalogs) => catalogs[language];

export const t = inLanguage({ en, de });

/** The language as the browser prefers it, such as `de-AT`: it says how numbers and times are written. */
export const locale = navigator.languages.find((one) => one.startsWith(language)) ?? language;

/** A number with `least` to `most` digits after the point. */
export const numeral = (value, least = 0, most = 20) =>
  value.toLocaleString(locale, { useGrouping: false, minimumFractionDigits: least, maximumFractionDigits: most });

const forms = new Intl.PluralRules(language);
const PLURAL = /\{(\w+), plural,((?: =?\w+ \{(?:[^{}]|\{[^{}]*\})*\})+)\}/g;
const BRANCH = /(=?\w+) \{((?:[^{}]|\{[^{}]*\})*)\}/g;

/** A template with values in its fields; a field without a value stays. */
export function put(template, values = {}) {
  const chosen = template.replace(PLURAL, (plural, name, branches) => {
    const texts = Object.fromEntries(Array.from(branches.matchAll(BRANCH), ([, form, text]) => [form, text]));
    const text = texts[`=${values[name]}`] ?? texts[forms.select(Number(values[name]))] ?? texts.other;
    return text.replaceAll('#', `{${name}}`);
  });
  return chosen.replace(/\{(\^?)(\w+)\}/g, (field, capital, name) => {
    if (!(name in values)) return field;
    const text = valued(values[name]);
    return capital ? text.charAt(0).toUpperCase() + text.slice(1) : text;
  });
}

/** A value of a template in words. */
function valued(value) {
  if (Array.isArray(value)) return value.map(valued).join(', ');
  return typeof value === 'number' ? numeral(value) : String(value);
}

/** A line, such as `row 3`, in words. */
export function lineNamed(line) {
  const [axis, number] = line.split(' ');
  return put(t.line[axis], { number });
}

/** A color in words: usual names have translations. */
export const colorNamed = (name) => t.colorNames[name] ?? name;

/** Minutes and seconds, with hours where there are any. */
export function clock(seconds) {
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, Math.floor(seconds) % 60];
  const two = (value) => String(value).padStart(2, '0');
  return hours ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}
