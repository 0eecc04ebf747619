// Before the first paint, so that a dark screen does not flash white. A file, because the content
// security policy allows no inline script.
try {
  var theme = localStorage.getItem('theme');
  if (theme === 'dark') document.documentElement.setAttribute('data-mantine-color-scheme', 'dark');
  var language = localStorage.getItem('language');
  if (language === 'fr') document.documentElement.lang = 'fr';
} catch (_) {
  // Storage may be disabled: the default theme then.
}
