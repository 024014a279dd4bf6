// Messages of the server in the language of the page.
//
// A message is {template, values}: an English template with fields such as {count}, and their
// values. A field {^name} begins with a capital letter. A template that a catalog lacks stays
// English.

import { language, numeral, put } from '../../page/static/texts.js';
import german from './messages_de.json' with { type: 'json' };

/** @type {Record<string, string>} */
const catalog = language === 'de' ? german : {};

/** A message, or a list of messages, in words; texts and numbers as they are. */
export function worded(message) {
  if (Array.isArray(message)) return message.map(worded).join(', ');
  if (typeof message !== 'object') return typeof message === 'number' ? numeral(message) : String(message);
  const { template, values } = message;
  return put(catalog[template] ?? template, Object.fromEntries(Object.entries(values).map(([name, value]) => [name, worded(value)])));
}

/** The line that a message names, such as `row 3`; undefined if it names none. */
export function lineOf(message) {
  const axis = { 'row {number}': 'row', 'column {number}': 'column' }[message?.template];
  return axis && `${axis} ${message.values.number}`;
}

/** A value of the server with its texts worded: beside a text stands its message, as `key_message`. */
export function localized(value) {
  if (Array.isArray(value)) return value.map(localized);
  if (!value || typeof value !== 'object') return value;
  const found = Object.fromEntries(Object.entries(value).map(([key, one]) => [key, localized(one)]));
  for (const key of Object.keys(value)) {
    if (value[`${key}_message`]) found[key] = worded(value[`${key}_message`]);
    if (value[`${key}_messages`]) found[key] = value[`${key}_messages`].map(worded);
  }
  return found;
}
