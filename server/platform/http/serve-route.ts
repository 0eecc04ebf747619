import { pipeline, Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import type { AnyEndpoint } from '@aerowatch/contracts/endpoint';
import type { FastifyContextConfig, FastifyReply, FastifyRequest } from 'fastify';
import type { SignedIn } from '../audit/recorder.ts';
import { sha256 } from '../crypto/secrets.ts';
import { withGuard } from '../database/guard.ts';
import { ApiError, BadRequest, NotFound, PayloadTooLarge } from '../errors.ts';
import { may, type Viewer } from '../viewer.ts';
import type { App, AppOptions } from './app-options.ts';
import { admit } from './callers/authenticate.ts';
import type { CallerRate } from './callers/caller-rate.ts';
import { mustBeConfirmed } from './callers/confirm.ts';
import type { NetworkLimits } from './callers/network-limits.ts';
import { type Standing, standingOf } from './callers/standing.ts';
import { whileAllowed } from './callers/while-allowed.ts';
import { checkAnswer } from './check-answer.ts';
import { etagOf, isUnchanged, isVersioned } from './etag.ts';
import { boundsOf } from './requests/body-bounds.ts';
import { type Outcome, once } from './requests/idempotency.ts';
import { languageOf } from './requests/language.ts';
import { parse, parseLong } from './requests/parse.ts';
import { receiveUpload, type Upload } from './requests/upload.ts';
import { Answer, type Call, type Route, WrittenJson } from './route.ts';

interface Serving
  extends Pick<
    AppOptions,
    'db' | 'clock' | 'sessions' | 'vault' | 'load' | 'disk' | 'scanner' | 'checkAnswers'
  > {
  readonly networkLimits: NetworkLimits;
  readonly callers: CallerRate;
}

/** Longest answer that gets an ETag without being one resource: hashing it takes some 2 ms. */
const MAX_TAGGED = 2 * 1024 * 1024;

/**
 * Serves one endpoint below `/api`: credentials, level, parameters, query, body, handler, answer, in this
 * order.
 */
export function serveRoute(app: App, options: Serving, { endpoint, handler, first }: Route): void {
  const bounds = boundsOf(endpoint);
  app.route({
    method: endpoint.method,
    url: `/api${endpoint.path.replace(/\{(\w+)\}/g, ':$1')}`,
    config: { endpoint, counted: 'own', bounds, takesForm: endpoint.form === true } as FastifyContextConfig,
    bodyLimit: bounds.bytes,
    exposeHeadRoute: endpoint.answers !== 'events',
    // Credentials and level are checked before the body is read, so that strangers cannot upload anything.
    onRequest: async (request, reply) => {
      await first?.(request, reply);
      request.viewer = await admit(options, request, endpoint);
      if (endpoint.confirm === true) mustBeConfirmed(request.viewer, options.clock);
      request.isWhole = request.raw.complete;
    },
    handler: async (request, reply) => {
      const viewer = request.viewer as Viewer;
      // A file may take long; for everything else somebody is waiting.
      const isQuick = endpoint.answers === undefined || endpoint.answers === 'json';
      const answered = isQuick ? options.load.begin() : undefined;
      try {
        return await answerCall(options, { endpoint, handler }, request, reply, viewer);
      } finally {
        answered?.();
      }
    },
  });
}

async function answerCall(
  options: Serving,
  { endpoint, handler }: Route,
  request: FastifyRequest,
  reply: FastifyReply,
  viewer: Viewer,
): Promise<FastifyReply> {
  if (viewer.kind === 'user' && viewer.endsAt && mayBeKept(endpoint, request, viewer))
    reply.headers({ 'X-Offline-Copy': 'allowed', 'X-Offline-Until': viewer.endsAt.toISOString() });
  const params = parseParams(endpoint, request.params);
  const query = endpoint.query === undefined ? undefined : parse(endpoint.query, request.query);
  if (endpoint.upload !== undefined && options.disk.isFull()) throw new ApiError(507, 'disk_full');
  const standing = standingOf(options, endpoint, viewer, request.params);
  const upload =
    endpoint.upload === undefined
      ? undefined
      : await receiveUpload(request, endpoint.upload, whileAllowed(standing.ask));
  try {
    // The body arrived after the credentials were checked: they may have been revoked in the meantime.
    if (request.isWhole !== true) await standing.ask();
    if (upload !== undefined) await options.scanner.check(upload.file.path, endpoint.upload?.field ?? '');
    const sent = upload === undefined ? request.body : upload.fields;
    const body = await parseBody(endpoint, sent);
    const call: Call<AnyEndpoint> = {
      viewer,
      params: params as never,
      query: query as never,
      body: body as never,
      file: upload?.file,
      language: languageOf(request.headers['accept-language'], viewer),
      address: request.ip,
      request,
      reply,
    };
    const act = () => withGuard(standing.hold, () => handler(call));
    return await respond(options, { endpoint, standing }, call, contentOf(sent, upload), act);
  } finally {
    await upload?.remove();
  }
}

/** Whether the console may keep a copy for use without a network: never if it contains secrets. */
function mayBeKept(endpoint: AnyEndpoint, request: FastifyRequest, viewer: Viewer): boolean {
  const { secretsFrom } = endpoint;
  if (request.method !== 'GET' || viewer.kind !== 'user') return false;
  return secretsFrom === undefined || !may(viewer, secretsFrom);
}

/** A value that does not look like an id cannot exist: 404, not 400. */
function parseParams(endpoint: AnyEndpoint, params: unknown): unknown {
  if (endpoint.params === undefined) return undefined;
  try {
    return parse(endpoint.params, params);
  } catch (error) {
    if (error instanceof BadRequest) throw new NotFound();
    throw error;
  }
}

async function parseBody(endpoint: AnyEndpoint, sent: unknown): Promise<unknown> {
  if (endpoint.body === undefined) return undefined;
  if (sent === undefined && endpoint.body.safeParse(undefined).success)
    return parse(endpoint.body, undefined);
  return parseLong(endpoint.body, sent ?? {});
}

function contentOf(sent: unknown, upload: Upload | undefined): string {
  return JSON.stringify([sent ?? null, upload?.file.sha256 ?? null]);
}

async function respond(
  options: Serving,
  { endpoint, standing }: { endpoint: AnyEndpoint; standing: Standing },
  call: Call<AnyEndpoint>,
  content: string,
  work: () => unknown,
): Promise<FastifyReply> {
  const { request, reply, viewer } = call;
  let produced: Answer | undefined;
  const act = async () => {
    const result = await work();
    produced = result instanceof Answer ? result : new Answer(result);
    return {
      status: produced.status ?? endpoint.status,
      body: isBinary(produced.body) ? null : produced.body,
    };
  };
  const isJson = endpoint.answers === undefined || endpoint.answers === 'json';
  const outcome: Outcome = isJson
    ? await once(options.db, options.vault, request, viewer, content, act)
    : await act();
  if (endpoint.recorded === 'sign_in') noteSignIn(options.networkLimits, request, outcome.body);
  if (outcome.replayed === true) reply.header('Idempotent-Replayed', 'true');
  if (reply.sent) return reply;
  reply.code(outcome.status).headers(produced?.headers ?? {});
  if (isBinary(produced?.body)) return sendBinary(request, reply, produced?.body, standing);
  if (outcome.status === 204 || outcome.body === undefined) return reply.send();
  if (options.checkAnswers && outcome.status < 300) checkAnswer(endpoint, textOf(outcome.body));
  return sendJson(request, reply, outcome.body);
}

/** The user named by the answer; their new session is recognized from its first call. */
function noteSignIn(networkLimits: NetworkLimits, request: FastifyRequest, body: unknown): void {
  const { user, token } = (body ?? {}) as { user?: SignedIn; token?: string };
  request.signedIn = user;
  if (token !== undefined) networkLimits.noteValid(sha256(token));
}

function sendJson(
  request: FastifyRequest,
  reply: FastifyReply,
  body: unknown,
): FastifyReply | Promise<FastifyReply> {
  const written = body instanceof WrittenJson ? body : new WrittenJson(JSON.stringify(body));
  const { text } = written;
  if (text.length > 500_000_000) throw new PayloadTooLarge();
  if (isVersioned(body) || (request.method === 'GET' && text.length <= MAX_TAGGED)) {
    const etag = etagOf(body, text);
    reply.header('ETag', etag);
    if (request.method === 'GET' && isUnchanged(request, etag)) return reply.code(304).send();
  }
  if (!reply.hasHeader('content-type')) reply.type('application/json; charset=utf-8');
  return sendText(request, reply, written);
}

function textOf(body: unknown): string {
  return body instanceof WrittenJson ? body.text : JSON.stringify(body);
}

const takesGzip = (request: FastifyRequest): boolean =>
  /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''));

/** Long answers are compressed if the client supports it; for short ones it is not worth it. */
async function sendText(
  request: FastifyRequest,
  reply: FastifyReply,
  json: WrittenJson,
): Promise<FastifyReply> {
  reply.header('Vary', 'Accept-Encoding, Accept-Language');
  if (!takesGzip(request) || json.text.length < 4096) return reply.send(json.text);
  return reply.header('Content-Encoding', 'gzip').send(await json.zipped());
}

/** HEAD needs only the headers: no export is produced for it. */
function sendBinary(
  request: FastifyRequest,
  reply: FastifyReply,
  body: unknown,
  { ask }: Standing,
): FastifyReply {
  if (!(body instanceof Readable)) return reply.send(body);
  if (request.method !== 'HEAD') {
    const allowed = whileAllowed(ask);
    const isText = /^application\/json\b/.test(String(reply.getHeader('content-type')));
    if (
      !isText ||
      reply.hasHeader('content-encoding') ||
      reply.hasHeader('content-disposition') ||
      !takesGzip(request)
    )
      return reply.send(pipeline(body, allowed, () => undefined) as unknown as Readable);
    reply.header('Content-Encoding', 'gzip').header('Vary', 'Accept-Encoding, Accept-Language');
    const packed = createGzip({ level: 1, chunkSize: 131_072 });
    return reply.send(pipeline(body, allowed, packed, () => undefined) as unknown as Readable);
  }
  body.on('error', () => undefined).destroy();
  return reply.send();
}

function isBinary(body: unknown): boolean {
  return body instanceof Readable || Buffer.isBuffer(body);
}
