/** First path segments of the console itself: a base with such a name would be ambiguous. */
const RESERVED = ['api', 'assets', 'firmware', 'health', 'map', 'mcp', 'metrics', 'scim', '.well-known'];

/**
 * The path of an address, without a trailing slash: `/aerowatch`; empty for a console at the root of its
 * host.
 */
export const basePathOf = (publicUrl: string): string => new URL(publicUrl).pathname.replace(/\/+$/, '');

/** Whether a path has plain segments only, which no proxy re-encodes, and does not begin with a reserved one. */
export const isBasePath = (path: string): boolean =>
  /^(\/[\w.~-]+)*\/*$/.test(path) && !RESERVED.includes(path.split('/')[1]?.toLowerCase() ?? '');

/**
 * The path by which a request is routed. A proxy may pass the base on or strip it, and monitoring on this
 * machine calls without it: all three are the same request.
 */
export function withoutBase(base: string, url: string): string {
  if (base === '' || !url.startsWith(base)) return url;
  const rest = url.slice(base.length);
  if (rest.startsWith('/')) return rest;
  return rest === '' || rest.startsWith('?') ? `/${rest}` : url;
}

/** The first page of the built console, with its file paths below the base; the console reads `data-base`. */
export const pageBelow = (base: string, page: string): string =>
  page.replaceAll(/\b(href|src)="\/(?!\/)/g, `$1="${base}/`).replace('<html ', `<html data-base="${base}" `);
