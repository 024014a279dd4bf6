// Light or dark, as the player or the device has it.

export function showTheme(chosen = 'auto') {
  const dark = chosen === 'dark' || (chosen === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
  const ground = getComputedStyle(document.documentElement).getPropertyValue('--ground').trim();
  document.querySelector('meta[name=theme-color]').setAttribute('content', ground);
}
