import { type LookupAddress, type LookupOptions, lookup as resolveName } from 'node:dns';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP } from 'node:net';
import { isPublicAddress } from './outbound-addresses.ts';

export interface OutboundAnswer {
  readonly status: number;
  /** By lower-case name. */
  readonly headers: IncomingMessage['headers'];
  /** The beginning of the body: 64 kB by default. */
  readonly text: string;
}

/**
 * Why there is no answer. `refused`: the address may not be called; nothing was sent. `unreachable`: no
 * connection was established; nothing was sent. `broken`: the request may have arrived.
 */
export class OutboundError extends Error {
  readonly kind: 'refused' | 'unreachable' | 'broken';
  /** Code of Node or OpenSSL, such as `ECONNREFUSED`; null for other failures. */
  readonly code: string | null;
  constructor(kind: 'refused' | 'unreachable' | 'broken', message: string, code: string | null = null) {
    super(message);
    this.kind = kind;
    this.code = code;
  }
}

type Resolve = (
  host: string,
  options: { all: true },
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;
export interface OutboundOptions {
  /** Also allows addresses inside: loopback, link-local, private; and http in addition to https. */
  readonly allowPrivate: boolean;
  readonly timeoutMs?: number;
  readonly maxBytes?: number;
  readonly resolve?: Resolve;
}
export interface Outbound {
  /**
   * Sends one POST: no redirect is followed, no connection kept. Throws an OutboundError without an answer.
   */
  post(
    url: string,
    headers: Readonly<Record<string, string>>,
    body: string | Uint8Array,
  ): Promise<OutboundAnswer>;
  /** Sends one GET, in the same way. */
  get(url: string, headers: Readonly<Record<string, string>>): Promise<OutboundAnswer>;
}

const TIMEOUT = 10_000;
const MAX_BYTES = 65_536;
/** A name that resolves to any address inside is refused as a whole. */
const INSIDE = 'the address lies inside the network of the server';
const NEVER_CONNECTED: readonly string[] = [
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
];

/** Whether a connection error means that nothing was sent; with several addresses Node has tried each. */
export const neverConnected = (error: unknown): boolean =>
  error instanceof AggregateError ||
  NEVER_CONNECTED.includes((error as NodeJS.ErrnoException | null)?.code ?? '');

/**
 * The code of a failed connection, null without one. For several addresses Node gives the code of the first,
 * such as an IPv6 address without a route: a refusal by any of them is more informative, and so is the last
 * code.
 */
export function connectionCode(error: unknown): string | null {
  const codes = (error instanceof AggregateError ? error.errors : [error]).map(
    (one) => (one as NodeJS.ErrnoException | null)?.code ?? null,
  );
  return codes.find((code) => code === 'ECONNREFUSED') ?? codes.at(-1) ?? null;
}

/** Checks an address without resolving it: null when it may be tried. */
export function outboundProblem(url: string, allowPrivate: boolean): 'address' | 'private' | null {
  const parsed = URL.parse(url);
  if (parsed === null || parsed.hostname === '' || parsed.username !== '' || parsed.password !== '')
    return 'address';
  if (parsed.protocol !== 'https:' && !(parsed.protocol === 'http:' && allowPrivate)) return 'address';
  const host = parsed.hostname.replace(/^\[|\]$/g, '');
  const inside = isIP(host) === 0 ? /(^|\.)localhost\.?$/.test(host) : !isPublicAddress(host);
  return inside && !allowPrivate ? 'private' : null;
}

/**
 * Calls addresses that users entered. A name is resolved at each call, and the connection goes to exactly the
 * checked addresses, so that the name cannot change between check and call.
 */
export function makeOutbound(options: OutboundOptions): Outbound {
  const { allowPrivate, timeoutMs = TIMEOUT, maxBytes = MAX_BYTES } = options;
  const resolve: Resolve = options.resolve ?? resolveName;

  function lookup(
    host: string,
    { all }: LookupOptions,
    done: (error: Error | null, address: string | LookupAddress[], family?: number) => void,
  ): void {
    resolve(host, { all: true }, (error, found) => {
      const [first] = found ?? [];
      if (error !== null || first === undefined)
        return done(error ?? Object.assign(new Error('no address'), { code: 'ENOTFOUND' }), []);
      if (!allowPrivate && !found.every(({ address }) => isPublicAddress(address)))
        return done(new OutboundError('refused', INSIDE), []);
      return all ? done(null, found) : done(null, first.address, first.family);
    });
  }

  const callOnce = (
    method: 'GET' | 'POST',
    url: string,
    headers: Readonly<Record<string, string>>,
    body: string | Uint8Array | undefined,
  ): Promise<OutboundAnswer> =>
    new Promise((answer, fail) => {
      const problem = outboundProblem(url, allowPrivate);
      if (problem !== null)
        return fail(
          new OutboundError('refused', problem === 'private' ? INSIDE : 'the address cannot be called'),
        );
      const target = new URL(url);
      const send = target.protocol === 'http:' ? requestHttp : requestHttps;
      const length = body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) };
      const call = send(target, {
        method,
        headers: { ...headers, ...length },
        agent: false,
        lookup: lookup as never,
        signal: AbortSignal.timeout(timeoutMs),
      });
      call.on('error', (error) => fail(failure(error, timeoutMs)));
      call.on('response', (response) => {
        readStart(response, maxBytes).then(
          (text) => answer({ status: response.statusCode ?? 0, headers: response.headers, text }),
          (error) => fail(failure(error, timeoutMs)),
        );
      });
      call.end(body);
    });

  return {
    post: (url, headers, body) => callOnce('POST', url, headers, body),
    get: (url, headers) => callOnce('GET', url, headers, undefined),
  };
}

/** The start of an answer, without waiting for the rest. */
async function readStart(response: IncomingMessage, maxBytes: number): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk.subarray(0, maxBytes - length));
    length += chunk.length;
    if (length >= maxBytes) break;
  }
  response.destroy();
  return Buffer.concat(chunks).toString('utf8');
}

function failure(error: Error, timeoutMs: number): OutboundError {
  if (error instanceof OutboundError) return error;
  if (error.name === 'TimeoutError' || error.name === 'AbortError')
    return new OutboundError('broken', `no answer within ${timeoutMs / 1000} s`);
  const code = connectionCode(error);
  const message = error.message || (code ?? 'no connection');
  return new OutboundError(neverConnected(error) ? 'unreachable' : 'broken', message, code);
}
