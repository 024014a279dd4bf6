// What every page does: it is light or dark, and opens without a network where it was served.

/** Light or dark, as the player or the device has it. */
export function showTheme(chosen = 'auto') {
  const dark = chosen === 'dark' || (chosen === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
  const ground = getComputedStyle(document.documentElement).getPropertyValue('--ground').trim();
  document.querySelector('meta[name=theme-color]').setAttribute('content', ground);
}

/** Has the worker beside the page keep the files of its site. */
export function keepFiles() {
  if ('serviceWorker' in navigator && location.protocol.startsWith('http')) navigator.serviceWorker.register('sw.js');
}
