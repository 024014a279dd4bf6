// How many solutions exactly, or at least.

import { fill, h } from '../core/dom.js';
import { t } from '../strings.js';
import { button, working } from '../app/parts.js';
import { Extra } from './extra.js';

const SECONDS = 20;

export class Counting extends Extra {
  constructor(panel) {
    super(panel, t.count.ask);
  }

  async run(seconds = SECONDS) {
    const end = await this.ask('count', { seconds }, t.count.working, (event) => {
      if (event.event === 'progress') fill(this.element, working(t.count.soFar(event.number), () => this.#show(event, seconds)));
    });
    if (end) this.#show(end, seconds);
  }

  #show(end, seconds) {
    this.stop();
    const text = end.exact ? t.count.exact(end.number) : t.count.atLeast(end.number, end.at_most);
    const most = this.app.about?.limits.seconds ?? 3600;
    const longer = Math.min(most, seconds * 6);
    fill(this.element, h('p', { class: 'figure', text }),
      end.exact || longer <= seconds ? null : button(t.check.goOn(longer), () => this.run(longer), { kind: 'small' }));
    this.app.say(text);
  }
}
