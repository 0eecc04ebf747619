/**
 * uPlot creates a number format of navigator.language when it loads. Browsers started under a POSIX locale
 * report "en-US@posix", which Intl refuses: all chart code would fail to load.
 */
try {
  new Intl.NumberFormat(navigator.language);
} catch {
  Object.defineProperty(navigator, 'language', { value: 'en', configurable: true });
}
