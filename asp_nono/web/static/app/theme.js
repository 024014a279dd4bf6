// Light or dark, settled before anything is painted. No module: those wait for the document.

(() => {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const apply = () => {
    const chosen = localStorage.getItem('studio.theme') ?? 'auto';
    const theme = chosen === 'auto' ? (dark.matches ? 'dark' : 'light') : chosen;
    document.documentElement.dataset.theme = theme;
    dispatchEvent(new Event('studio-theme'));
  };
  dark.addEventListener('change', apply);
  addEventListener('studio-choose-theme', (/** @type {CustomEvent} */ event) => {
    localStorage.setItem('studio.theme', event.detail);
    apply();
  });
  apply();
})();
