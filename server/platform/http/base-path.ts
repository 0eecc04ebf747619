/** Reserved first parts of paths: a base with such a name would be ambiguous. */
const OWN = ['api', 'assets', 'firmware', 'health', 'map', 'mcp', 'metrics', '.well-known'];

/** The path in an address, without a slash at its end: `/aerowatch`; empty for a console with a host of its own. */
export const basePathOf = (publicUrl: string): string => new URL(publicUrl).pathname.replace(/\/+$/, '');

/** Plain parts that no proxy writes another way, none of them a path of the console itself. */
export const isBasePath = (path: string): boolean =>
  /^(\/[\w.~-]+)*\/*$/.test(path) && !OWN.includes(path.split('/')[1]?.toLowerCase() ?? '');

/**
 * The address a request is answered by. A proxy may pass the base on or take it away, and this machine's
 * own monitoring comes without it: all three are the same request.
 */
export function withoutBase(base: string, url: string): string {
  if (base === '' || !url.startsWith(base)) return url;
  const rest = url.slice(base.length);
  if (rest.startsWith('/')) return rest;
  return rest === '' || rest.startsWith('?') ? `/${rest}` : url;
}

/** The first page of the built console, with its files below the base; the console reads `data-base`. */
export const pageBelow = (base: string, page: string): string =>
  page.replaceAll(/\b(href|src)="\/(?!\/)/g, `$1="${base}/`).replace('<html ', `<html data-base="${base}" `);
