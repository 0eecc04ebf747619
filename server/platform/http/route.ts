import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type {
  AnyEndpoint,
  BodyOf,
  Endpoint,
  ParamsOf,
  QueryOf,
  ResponseOf,
} from '@aerowatch/contracts/endpoint';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { type Db, type Trx, transaction } from '../database/db.ts';
import { BadRequest } from '../errors.ts';
import type { Language, Viewer } from '../viewer.ts';

/** A file of a multipart body, complete on disk; it is removed after the answer. */
export interface UploadedFile {
  readonly path: string;
  readonly filename: string;
  readonly mimetype: string;
  readonly size: number;
  /** Hexadecimal. */
  readonly sha256: string;
}

/** The input of a handler: everything parsed by the endpoint's own schemas. */
export interface Call<E extends AnyEndpoint> {
  readonly viewer: Viewer;
  readonly params: ParamsOf<E>;
  readonly query: QueryOf<E>;
  readonly body: BodyOf<E>;
  /** Present when the endpoint declares `upload`. */
  readonly file: UploadedFile | undefined;
  /** Accept-Language, else the user's. */
  readonly language: Language;
  /** Address of the caller, for audit and throttles. */
  readonly address: string;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** An answer with headers, another status, or a stream in place of the plain body. */
export class Answer {
  readonly body: unknown;
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, string>>;
  constructor(body: unknown, options: { status?: number; headers?: Record<string, string> } = {}) {
    this.body = body;
    this.status = options.status;
    this.headers = options.headers ?? {};
  }
}

const zip = promisify(gzip);

/** Aborts when the client disconnects before its answer: the work for it ends, and that is not an error. */
export function goneOf(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  reply.raw.once('close', () => gone.abort(new BadRequest('bad_request')));
  return gone.signal;
}

/** JSON as text; compressed once, for any number of requests. */
export class WrittenJson {
  readonly text: string;
  #zipped: Promise<Buffer> | undefined;
  constructor(text: string) {
    this.text = text;
  }
  /** The lowest level by default: the next ones take twice the time for a tenth of the bytes. */
  zipped(level = 1): Promise<Buffer> {
    this.#zipped ??= zip(this.text, { level, chunkSize: 131_072 });
    return this.#zipped;
  }
  /** As part of something else, such as the answer that is kept for an idempotency key, it is its content. */
  toJSON(): unknown {
    return JSON.parse(this.text);
  }
}

/**
 * An answer whose JSON exists as text, for long columns: creating objects from them would cost more than all
 * else.
 */
export function jsonText(text: string): Answer {
  return new Answer(new WrittenJson(text));
}

/** Characters that file systems refuse, or that change the writing direction. */
const NO_NAME = /[\p{Cc}\p{Bidi_Control}"*/:<>?\\|]/gu;

/**
 * A file name in both forms of RFC 6266: in ISO 8859-1 without accents for old programs, and unchanged (RFC
 * 8187) for all others.
 */
export function attachmentOf(name: string): string {
  const safe = name.toWellFormed().replace(NO_NAME, '_');
  const plain = safe
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[\u2010-\u2015]/g, '-')
    .replace(/[^\w.() -]/g, '_');
  const encoded = encodeURIComponent(safe.normalize('NFC')).replace(
    /['()]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

/** A stream as the answer; with `filename` the browser saves it. */
export function stream(
  body: Readable | Buffer,
  options: { type: string; filename?: string; headers?: Record<string, string> },
): Answer {
  const headers: Record<string, string> = { 'Content-Type': options.type, ...options.headers };
  if (options.filename !== undefined) {
    headers['Content-Disposition'] = attachmentOf(options.filename);
  }
  return new Answer(body, { headers });
}

type Body<E> = [ResponseOf<E>] extends [undefined] ? unknown : ResponseOf<E>;
export type Handler<E extends AnyEndpoint> = (call: Call<E>) => Promise<Body<E> | Answer> | Body<E> | Answer;

export interface Route {
  readonly endpoint: AnyEndpoint;
  // biome-ignore lint/suspicious/noExplicitAny: a list of routes mixes endpoints; `route` checked each
  readonly handler: (call: Call<any>) => unknown;
  /** Called before anything is looked up, so that refusals cost the database nothing. */
  readonly first?: (request: FastifyRequest, reply: FastifyReply) => Promise<void>;
}

/** Joins an endpoint of the contract with the function that answers it. */
export function route<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, R extends z.ZodType>(
  endpoint: Endpoint<P, Q, B, R>,
  handler: Handler<Endpoint<P, Q, B, R>>,
): Route {
  return { endpoint, handler: handler as Route['handler'] };
}

/** The same for changes: in one transaction, rolled back when it throws. */
export function changeRoute<
  P extends z.ZodType,
  Q extends z.ZodType,
  B extends z.ZodType,
  R extends z.ZodType,
>(
  db: Db,
  endpoint: Endpoint<P, Q, B, R>,
  handler: (trx: Trx, call: Call<Endpoint<P, Q, B, R>>) => Promise<Body<Endpoint<P, Q, B, R>> | Answer>,
): Route {
  return route(endpoint, (call) => transaction(db, (trx) => handler(trx, call)));
}
