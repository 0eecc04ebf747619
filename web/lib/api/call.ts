import { RENEWED_TOKEN } from '@aerowatch/contracts/session-token';
import { noteReachable, noteStale } from '../live/connection.ts';
import { addressOf, afterSignIn, factsOf, lost, renewalOf, requestHeaders } from './client.ts';
import type { Answer, CallOptions, EndpointKey } from './contract.ts';
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
      return lost(error);
    }
  };
  return afterSignIn(key, await send(), send);
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
