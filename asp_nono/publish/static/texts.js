// The texts of published pages, with those that they share; page/static/texts.js says how they are written.

import { inLanguage, t as shared } from '../../page/static/texts.js';
import de from './texts_de.json' with { type: 'json' };
import en from './texts_en.json' with { type: 'json' };

export const t = { ...shared, ...inLanguage({ en, de }) };
