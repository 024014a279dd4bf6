// The page of one puzzle, which it holds.

import { cluesOf } from '../../page/static/clues.js';
import { fromPuzzle } from '../../page/static/codec.js';
import { solveLine } from '../../page/static/lines.js';
import { findings } from '../../page/static/play/rules.js';
import { keepFiles } from './page.js';
import { Player } from './player.js';
import { decide } from './solver.js';

const data = JSON.parse(document.querySelector('#puzzle').textContent);
if (data.after) data.about = new TextDecoder().decode(Uint8Array.from(atob(data.after), (char) => char.charCodeAt(0)));
const player = new Player(data);
Object.assign(globalThis, { player: Object.assign(player, { logic: { cluesOf, decide, findings, fromPuzzle, solveLine } }) });
if (data.served) keepFiles();
