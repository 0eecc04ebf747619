// Runs before anything else. A file, because the content security policy allows no inline script.

// Prevents a dark screen from flashing white.
try {
  // Below a path, storage keys contain it: lib/base.ts.
  var base = document.documentElement.dataset.base || '';
  var kept = base && (location.pathname + '/').startsWith(base + '/') ? base + ':' : '';
  // Light at a first visit, whatever the system's theme: lib/state/theme.ts.
  if (localStorage.getItem(kept + 'theme') === 'dark') document.documentElement.setAttribute('data-mantine-color-scheme', 'dark');
  var language = localStorage.getItem(kept + 'language');
  if (/^[a-z]{2}$/.test(language)) document.documentElement.lang = language;
} catch (_) {
  // Storage may be disabled: then the default theme is used.
}

// Prevents a blank page if the console's first files do not load (in time): see #late in index.html.
(() => {
  var late = () => {
    if (document.readyState === 'loading') return addEventListener('DOMContentLoaded', late);
    if (document.querySelector('#root > *') !== null) return;
    document.getElementById('late').hidden = false;
    document.getElementById('reload').onclick = () => location.reload();
  };
  setTimeout(late, 120000);
  addEventListener(
    'error',
    (event) => {
      if (event.target instanceof HTMLScriptElement) late();
    },
    true,
  );
  addEventListener('aerowatch:late', late);
})();
