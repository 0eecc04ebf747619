/**
 * The path the console lies below, `/aerowatch` or empty: the server writes it into the page. Who opens the
 * server itself, beside the proxy, is at its root. The service worker lies at the base and reads its own address.
 */
function baseOf(): string {
  const { pathname } = globalThis.location ?? { pathname: '' };
  if (typeof document === 'undefined') return /^(.*)\/sw\.js$/.exec(pathname)?.[1] ?? '';
  const path = document.documentElement.dataset.base ?? '';
  return pathname === path || pathname.startsWith(`${path}/`) ? path : '';
}

export const BASE = baseOf();

/** Before the names of what the browser keeps: two consoles of one host know nothing of each other. */
export const KEPT_BELOW = BASE === '' ? '' : `${BASE}:`;

/** A path of this console as the browser needs it. */
export const belowBase = (path: string): string => BASE + path;

/** What the browser shows, as a path of this console. */
export const withoutBase = (pathname: string): string => pathname.slice(BASE.length) || '/';
