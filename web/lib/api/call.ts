import { RENEWED_TOKEN } from '@aerowatch/contracts/session-token';
import { noteReachable, noteStale } from '../live/connection.ts';
import { addressOf, afterSignIn, factsOf, lost, renewalOf, requestHeaders } from './client.ts';
import type { Answer, CallOptions, EndpointKey } from './contract.ts';
import { copyOf } from './copies.ts';
import { failureOf, type Result } from './result.ts';

/**
 * Calls an endpoint. Never throws: every outcome is a value. Screens use `lib/query` for reading and writing.
 */
export async function call<K extends EndpointKey>(
  key: K,
  ...[options]: object extends CallOptions<K> ? [CallOptions<K>?] : [CallOptions<K>]
): Promise<Result<Answer<K>>> {
  const request = (options ?? {}) as CallOptions<K>;
  const { method } = factsOf(key);
  const send = async (): Promise<Result<Answer<K>>> => {
    const headers: Record<string, string> = { Accept: 'application/json', ...requestHeaders(request.token) };
    if (request.body !== undefined) headers['Content-Type'] = 'application/json';
    if (request.etag !== undefined) headers['If-Match'] = request.etag;
    if (request.idempotencyKey !== undefined) headers['Idempotency-Key'] = request.idempotencyKey;
    const renew = renewalOf();
    try {
      const response = await fetch(addressOf(key, request), {
        method,
        headers,
        body: request.body === undefined ? undefined : JSON.stringify(request.body),
        signal: request.signal,
        cache: 'no-store',
      });
      return await readAnswer<Answer<K>>(response, renew);
    } catch (error) {
      return (await copied(key, request, error)) ?? lost(error);
    }
  };
  const result = await afterSignIn(key, await send(), send);
  // The session ended, and the console stays open on this device.
  return (!result.ok && result.status === 401 && (await copied(key, request))) || result;
}

/** The answer of a read that the network did not give, if this device has it. */
async function copied<K extends EndpointKey>(
  key: K,
  request: CallOptions<K>,
  error?: unknown,
): Promise<Result<Answer<K>> | null> {
  const isAborted = error instanceof DOMException && error.name === 'AbortError';
  if (isAborted || factsOf(key).method !== 'GET' || request.token !== undefined) return null;
  const copy = await copyOf(key, request as CallOptions<EndpointKey>);
  if (copy === null) return null;
  if (error !== undefined) noteStale(copy.since);
  return {
    ok: true,
    status: 200,
    data: copy.data as Answer<K>,
    headers: new Headers(),
    staleSince: copy.since,
  };
}

async function readAnswer<T>(response: Response, renew: (token: string) => void): Promise<Result<T>> {
  const body = await bodyOf(response);
  const staleSince = response.headers.get('x-kept-since');
  if (staleSince !== null) noteStale(staleSince);
  else if (response.status < 502 || response.status > 504) noteReachable();
  const renewed = response.headers.get(RENEWED_TOKEN);
  if (renewed !== null) renew(renewed);
  if (!response.ok) return failureOf(response.status, response.headers, body);
  return { ok: true, status: response.status, data: body as T, headers: response.headers, staleSince };
}

async function bodyOf(response: Response): Promise<unknown> {
  if (response.status === 204) return undefined;
  const text = await response.text();
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    // A proxy's error page, for example: the status is enough.
    return undefined;
  }
}
