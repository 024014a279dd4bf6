// The colors of the style sheet, as a canvas needs them.

const NAMES = {
  ground: '--ground', gutter: '--gutter', activeGround: '--gutter-active', noteGround: '--gutter-note',
  unknown: '--unknown', rule: '--rule', ruleStrong: '--rule-strong', rulePlay: '--rule-play', rulePlayStrong: '--rule-play-strong', edge: '--edge', edgeStrong: '--edge-strong',
  ink: '--ink', faint: '--faint', accent: '--accent', onAccent: '--on-accent', bad: '--bad', hover: '--hover',
};

export function readTheme() {
  const style = getComputedStyle(document.documentElement);
  const value = (name) => style.getPropertyValue(name).trim();
  /** @type {any} */
  const theme = Object.fromEntries(Object.entries(NAMES).map(([key, name]) => [key, value(name)]));
  theme.unknownRgb = theme.unknown.slice(1);
  theme.gutterRgb = theme.gutter.slice(1);
  // Notes lie on the puzzle's own colors, which are the same in the light and in the dark.
  theme.note = { differs: '#b3240e', wrong: '#b3240e', because: '#1d4fb8', fresh: '#1b6b3a', atom: '#6a2fa0' };
  return theme;
}
