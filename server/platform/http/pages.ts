import type { FastifyRequest } from 'fastify';

export interface PageQuery {
  readonly page: number;
  readonly page_size: number;
}
export interface Page<T> {
  count: number;
  next: string | null;
  previous: string | null;
  results: T[];
}

/** For SQL: `limit ${limit} offset ${offset}`. */
export function pageWindow(query: PageQuery): { limit: number; offset: number } {
  return { limit: query.page_size, offset: (query.page - 1) * query.page_size };
}

/** The envelope of a list; links are whole addresses as the caller sees them and keep its other parameters. A `cursor` goes on in a reading by time of change; null ends it. */
export function pageOf<T>(
  request: FastifyRequest,
  query: PageQuery,
  count: number,
  results: T[],
  cursor?: string | null,
): Page<T> {
  if (cursor !== undefined)
    return { count, next: cursor === null ? null : link(request, { cursor }), previous: null, results };
  const last = Math.max(1, Math.ceil(count / query.page_size));
  return {
    count,
    next: query.page < last ? link(request, { page: query.page + 1 }) : null,
    previous: query.page > 1 ? link(request, { page: Math.min(query.page - 1, last) }) : null,
    results,
  };
}

function link(request: FastifyRequest, changed: { page: number } | { cursor: string }): string {
  const [path = '', search = ''] = request.url.split('?', 2);
  const parameters = new URLSearchParams(search);
  for (const [name, value] of Object.entries(changed)) parameters.set(name, String(value));
  return wholeAddress(request, `${path}?${parameters}`);
}

/**
 * The public address of a path of this server: by PUBLIC_URL, never by a host from the caller or a proxy;
 * only a server that listens on every address without a configured one uses the Host header.
 */
export function wholeAddress(request: FastifyRequest, path: string): string {
  const origin = request.server.publicUrl() ?? `${request.protocol}://${request.headers.host ?? 'localhost'}`;
  return `${origin}${path}`;
}

/** `ordering=-name,id` as columns; the contract has checked the words. `id` is appended so that pages are stable. */
export function orderings(
  ordering: string | undefined,
  otherwise: string,
): { field: string; descending: boolean }[] {
  const parts = (ordering === undefined || ordering === '' ? otherwise : ordering).split(',');
  const list = parts.map((part) => ({ field: part.replace(/^-/, ''), descending: part.startsWith('-') }));
  if (!list.some((item) => item.field === 'id')) list.push({ field: 'id', descending: false });
  return list;
}
