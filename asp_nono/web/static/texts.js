// The texts of the studio, with those that it shares; page/static/texts.js says how they are written.

import { inLanguage, t as shared } from '../../page/static/texts.js';
import de from './texts_de.json' with { type: 'json' };
import en from './texts_en.json' with { type: 'json' };

export const t = { ...shared, ...inLanguage({ en, de }) };
