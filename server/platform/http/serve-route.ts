import { Readable } from 'node:stream';
import type { AnyEndpoint } from '@aerowatch/contracts/endpoint';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SignedIn } from '../audit/recorder.ts';
import { ApiError, BadRequest, NotFound, PayloadTooLarge } from '../errors.ts';
import { may, type Viewer } from '../viewer.ts';
import { VISITOR_BODY_LIMIT } from './answer-error.ts';
import type { App, AppOptions } from './app-options.ts';
import { admit } from './authenticate.ts';
import type { CallerRate } from './caller-rate.ts';
import { mustBeConfirmed } from './confirm.ts';
import { etagOf, isUnchanged, isVersioned } from './etag.ts';
import { type Outcome, once } from './idempotency.ts';
import { languageOf } from './language.ts';
import { parse, refuseVast } from './parse.ts';
import { Answer, type Call, type Route, WrittenJson } from './route.ts';
import { receiveUpload, type Upload } from './upload.ts';
import { refuseHaste, type VisitorRate } from './visitor-rate.ts';

interface Serving
  extends Pick<
    AppOptions,
    'db' | 'clock' | 'sessions' | 'vault' | 'load' | 'disk' | 'scanner' | 'checkAnswers'
  > {
  readonly visitors: VisitorRate;
  readonly callers: CallerRate;
}

/** Serves one endpoint below `/api`: credentials, level, parameters, query, body, handler, answer, in this order. */
export function serveRoute(app: App, options: Serving, { endpoint, handler, first }: Route): void {
  app.route({
    method: endpoint.method,
    url: `/api${endpoint.path.replace(/\{(\w+)\}/g, ':$1')}`,
    config: { endpoint },
    exposeHeadRoute: endpoint.answers !== 'events',
    ...(endpoint.level === 'visitor' ? { bodyLimit: VISITOR_BODY_LIMIT } : {}),
    // Credentials and level come before the body is read: a stranger uploads nothing.
    onRequest: async (request, reply) => {
      await first?.(request, reply);
      if (endpoint.level === 'visitor' && endpoint.body !== undefined)
        refuseHaste(options.visitors, request.ip);
      request.viewer = await admit(options, request, endpoint);
      if (endpoint.confirm === true) mustBeConfirmed(request.viewer, options.clock);
    },
    handler: async (request, reply) => {
      const viewer = request.viewer as Viewer;
      // A file may take as long as it takes; behind everything else somebody sits and waits.
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
  if (mayBeKept(endpoint, request, viewer)) reply.header('X-Offline-Copy', 'allowed');
  const params = parseParams(endpoint, request.params);
  const query = endpoint.query === undefined ? undefined : parse(endpoint.query, request.query);
  if (endpoint.upload !== undefined && options.disk.isFull()) throw new ApiError(507, 'disk_full');
  const upload = endpoint.upload === undefined ? undefined : await receiveUpload(request, endpoint.upload);
  try {
    if (upload !== undefined) await options.scanner.check(upload.file.path, endpoint.upload?.field ?? '');
    const sent = upload === undefined ? request.body : upload.fields;
    const body = parseBody(endpoint, sent);
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
    return await respond(options, endpoint, call, contentOf(sent, upload), () => handler(call));
  } finally {
    await upload?.remove();
  }
}

/** Whether the console may keep a copy for use without network: never of what holds secrets. */
function mayBeKept(endpoint: AnyEndpoint, request: FastifyRequest, viewer: Viewer): boolean {
  const { secretsFrom } = endpoint;
  if (request.method !== 'GET' || viewer.kind !== 'user') return false;
  return secretsFrom === undefined || !may(viewer, secretsFrom);
}

/** What does not even look like an id cannot name anything: missing, not malformed. */
function parseParams(endpoint: AnyEndpoint, params: unknown): unknown {
  if (endpoint.params === undefined) return undefined;
  try {
    return parse(endpoint.params, params);
  } catch (error) {
    if (error instanceof BadRequest) throw new NotFound();
    throw error;
  }
}

function parseBody(endpoint: AnyEndpoint, sent: unknown): unknown {
  if (endpoint.body === undefined) return undefined;
  refuseVast(sent);
  if (sent === undefined && endpoint.body.safeParse(undefined).success)
    return parse(endpoint.body, undefined);
  return parse(endpoint.body, sent ?? {});
}

function contentOf(sent: unknown, upload: Upload | undefined): string {
  return JSON.stringify([sent ?? null, upload?.file.sha256 ?? null]);
}

async function respond(
  options: Serving,
  endpoint: AnyEndpoint,
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
  if (endpoint.recorded === 'sign_in') request.signedIn = (outcome.body as { user?: SignedIn } | null)?.user;
  if (outcome.replayed === true) reply.header('Idempotent-Replayed', 'true');
  if (reply.sent) return reply;
  reply.code(outcome.status).headers(produced?.headers ?? {});
  if (isBinary(produced?.body)) return sendBinary(request, reply, produced?.body);
  if (outcome.status === 204 || outcome.body === undefined) return reply.send();
  if (options.checkAnswers && outcome.status < 300) checkAnswer(endpoint, outcome.body);
  return sendJson(endpoint, request, reply, outcome.body);
}

function sendJson(
  endpoint: AnyEndpoint,
  request: FastifyRequest,
  reply: FastifyReply,
  body: unknown,
): FastifyReply | Promise<FastifyReply> {
  const written = body instanceof WrittenJson ? body : new WrittenJson(JSON.stringify(body));
  const { text } = written;
  if (text.length > 500_000_000) throw new PayloadTooLarge();
  if (isVersioned(body) || (request.method === 'GET' && endpoint.resource !== undefined)) {
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

/** Long answers go compressed to who can read that; short ones are not worth it. */
async function sendText(
  request: FastifyRequest,
  reply: FastifyReply,
  json: WrittenJson,
): Promise<FastifyReply> {
  reply.header('Vary', 'Accept-Encoding, Accept-Language');
  const wanted = /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''));
  if (!wanted || json.text.length < 4096) return reply.send(json.text);
  return reply.header('Content-Encoding', 'gzip').send(await json.zipped());
}

/** HEAD wants the headers alone: an export is not written for nobody. */
function sendBinary(request: FastifyRequest, reply: FastifyReply, body: unknown): FastifyReply {
  if (request.method !== 'HEAD' || !(body instanceof Readable)) return reply.send(body);
  body.on('error', () => undefined).destroy();
  return reply.send();
}

function isBinary(body: unknown): boolean {
  return body instanceof Readable || Buffer.isBuffer(body);
}

/** The contract holds for answers too; a field that it does not name is a leak or a forgotten word. */
function checkAnswer(endpoint: AnyEndpoint, body: unknown): void {
  if (endpoint.response === undefined) return;
  const result = endpoint.response.safeParse(JSON.parse(textOf(body)));
  if (!result.success)
    throw new Error(
      `The answer of ${endpoint.name} does not fit its contract: ${JSON.stringify(result.error.issues.slice(0, 5))}`,
    );
}
