import { randomBytes } from 'node:crypto';
import type { AnyEndpoint } from '@aerowatch/contracts/endpoint';
import type { Sample } from './samples.ts';

export interface CallAnswer {
  readonly status: number;
  readonly cacheControl: string | null;
  readonly text: string;
  /** Headers that could distinguish a foreign id from a missing one. */
  readonly telling: string;
  readonly authenticate: string | null;
}

/** Calls an endpoint as an actor; an event stream is closed after its start. */
export async function call(
  url: string,
  endpoint: AnyEndpoint,
  id: number | undefined,
  sample: Sample,
  authorization: string | undefined,
): Promise<CallAnswer> {
  const path = endpoint.path.replace('{id}', String(id ?? 0)).replace(/\{\w+\}/g, 'x'.repeat(43));
  const query = new URLSearchParams(sample.query).toString();
  const stop = new AbortController();
  const headers: Record<string, string> = {
    'Accept-Language': 'en',
    // Each call from a network of its own: the walk is about rights, and calls without a session are limited
    // per network.
    'X-Forwarded-For': `10.${Array.from(randomBytes(3)).join('.')}`,
    ...(authorization === undefined ? {} : { Authorization: authorization }),
  };
  const response = await fetch(`${url}/api${path}${query === '' ? '' : `?${query}`}`, {
    method: endpoint.method,
    signal: stop.signal,
    ...payload(endpoint, sample, headers),
  });
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
  const text = isStream ? '' : await response.text();
  if (isStream) stop.abort();
  const telling = ['content-type', 'etag', 'content-length', 'content-disposition', 'x-total-count']
    .map((name) => `${name}=${response.headers.get(name)}`)
    .join(' ');
  const authenticate = response.headers.get('www-authenticate');
  const cacheControl = response.headers.get('cache-control');
  return { status: response.status, text, telling, cacheControl, authenticate };
}

function payload(
  endpoint: AnyEndpoint,
  { body, file }: Sample,
  headers: Record<string, string>,
): RequestInit {
  if (file !== undefined) {
    const form = new FormData();
    for (const [name, value] of Object.entries((body ?? {}) as Record<string, string>))
      form.append(name, value);
    form.append(endpoint.upload?.field ?? 'file', new Blob([new Uint8Array(file.content)]), file.name);
    return { headers, body: form };
  }
  if (body === undefined || endpoint.method === 'GET') return { headers };
  return { headers: { ...headers, 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
}

/** An answer without the parts that differ between calls: the request id, and the id in the request. */
export function plain(said: CallAnswer, ...ids: number[]): string {
  const text = ids
    .reduce((all, id) => all.replaceAll(String(id), '#'), said.text)
    .replace(/"request_id":"[^"]*"/, '"request_id":"…"');
  return `${said.status} ${said.telling.replace(/content-length=\d+/, '')} ${text}`;
}
