/**
 * The path under which the console is served, `/aerowatch` or empty: the server writes it into the page.
 * Opened directly, without the proxy, it is at the root. The service worker is located at the base and
 * derives it from its own address.
 */
function baseOf(): string {
  const { pathname } = globalThis.location ?? { pathname: '' };
  if (typeof document === 'undefined') return /^(.*)\/sw\.js$/.exec(pathname)?.[1] ?? '';
  const path = document.documentElement.dataset.base ?? '';
  return pathname === path || pathname.startsWith(`${path}/`) ? path : '';
}

export const BASE = baseOf();

/** Prefix of everything stored in the browser: two consoles on one host stay separate. */
export const KEPT_BELOW = BASE === '' ? '' : `${BASE}:`;

/** A path of this console with its base, for the browser. */
export const belowBase = (path: string): string => BASE + path;

/** The browser's path without the base. */
export const withoutBase = (pathname: string): string => pathname.slice(BASE.length) || '/';
