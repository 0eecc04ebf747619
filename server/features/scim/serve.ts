import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Parts } from '../../parts.ts';
import { sha256 } from '../../platform/crypto/secrets.ts';
import { type Trx, transaction } from '../../platform/database/db.ts';
import { ApiError, NotFound } from '../../platform/errors.ts';
import { asApiError } from '../../platform/http/answer-error.ts';
import { fromOf } from '../../platform/http/callers/authenticate.ts';
import { refuseUnbounded } from '../../platform/http/requests/body-bounds.ts';
import { system } from '../../platform/viewer.ts';
import type { By } from './by.ts';
import { errorBody } from './protocol/error.ts';
import { asObject, type Resource } from './protocol/patch.ts';
import { type Directory, directoryOf, holdToken } from './store-tokens.ts';

export const PATH = '/scim/v2';
const TYPE = 'application/scim+json';
/** Of a JSON body: a group of ten thousand people. */
const BOUNDS = { bytes: 2 * 1024 * 1024, values: 50_000 };

declare module 'fastify' {
  interface FastifyRequest {
    /** The directory that calls, once its token was found. */
    directory: Directory | undefined;
  }
}

export const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
type Method = (typeof METHODS)[number];
/** What a call says: its directory, the id in its path, its query and its body. */
export interface ScimCall {
  readonly by: By;
  readonly id: number;
  readonly query: Resource;
  readonly body: Resource;
  /** The address of the interface, without a slash at its end. */
  readonly base: string;
}
export interface Answered {
  readonly status: number;
  readonly body?: Resource;
  readonly location?: unknown;
}
/** Answers a call; a change in one transaction, in which the token still exists. */
export type Handler = (
  call: ScimCall,
  change: <T>(work: (trx: Trx) => Promise<T>) => Promise<T>,
) => Promise<Answered>;
export interface ScimRoute {
  readonly method: Method;
  readonly path: string;
  readonly handle: Handler;
}

/** The interface of RFC 7644, with its own content type, refusals and tokens. */
export function serveScim(parts: Parts, routes: readonly ScimRoute[]) {
  return (app: FastifyInstance) =>
    app.register(
      async (scope) => {
        scope.decorateRequest('directory', undefined);
        readJson(scope);
        scope.setErrorHandler((error, request, reply) => refuse(error, request, reply));
        scope.setNotFoundHandler((request, reply) => refuse(new NotFound('no_such_address'), request, reply));
        for (const { method, path, handle } of routes)
          scope.route({
            method,
            url: path,
            config: { refusals: { method, path: `${PATH}${path}` }, counted: 'own' } as never,
            bodyLimit: BOUNDS.bytes,
            // Before the body is read, so that strangers cannot upload anything.
            onRequest: (request) => admit(parts, scope, request),
            handler: async (request, reply) => {
              const { status, body, location } = await handle(
                callOf(parts, request),
                changeOf(parts, request),
              );
              if (typeof location === 'string') reply.header('Location', location);
              return answer(reply, status, body);
            },
          });
      },
      { prefix: PATH },
    );
}

function answer(reply: FastifyReply, status: number, body: Resource | undefined): FastifyReply {
  reply.code(status).header('Cache-Control', 'no-store');
  // As bytes, to which the framework adds no charset: the type has none.
  return body === undefined ? reply.send() : reply.type(TYPE).send(Buffer.from(JSON.stringify(body)));
}

function refuse(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const known = asApiError(error, BOUNDS.bytes);
  if (known.status >= 500 && known.status !== 501) request.log.error({ err: error }, 'request failed');
  const body = errorBody(known);
  return answer(reply.headers(known.headers), Number(body.status), body);
}

/** JSON by the type of the RFC, and by its usual one, which RFC 7644 (3.1) allows too. */
function readJson(scope: FastifyInstance): void {
  const strict = scope.getDefaultJsonParser('error', 'error');
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(
    [TYPE, 'application/json'],
    { parseAs: 'buffer' },
    (request, body: Buffer, done) => {
      if (body.length === 0) return done(null, undefined);
      try {
        refuseUnbounded(body, BOUNDS);
      } catch (error) {
        return done(error as Error, undefined);
      }
      strict(request, body.toString('utf8'), done);
    },
  );
}

class NoDirectory extends ApiError {
  constructor() {
    super(401, 'unauthorized', 'scim_token', { 'WWW-Authenticate': 'Bearer' });
  }
}

/** Finds the directory of `Authorization: Bearer …`, within the limits of all callers. */
async function admit({ db, clock }: Parts, app: FastifyInstance, request: FastifyRequest): Promise<void> {
  const { networkLimits, callers } = app;
  const [, value] = /^bearer\s+(\S{1,512})\s*$/i.exec(request.headers.authorization ?? '') ?? [];
  if (value === undefined) {
    networkLimits.countRequest(request.ip);
    throw new NoDirectory();
  }
  const hash = sha256(value);
  networkLimits.checkCredentials(request.ip, hash);
  const directory = await directoryOf(db, system, hash, clock.date());
  if (directory === undefined) {
    networkLimits.noteInvalid(request.ip);
    throw new NoDirectory();
  }
  networkLimits.noteValid(hash);
  request.directory = directory;
  callers.count({ kind: 'scim', id: directory.id }, request.method);
}

function callOf({ config }: Parts, request: FastifyRequest): ScimCall {
  const directory = request.directory as Directory;
  const { id } = request.params as { id?: string };
  // An id of another form is nobody's.
  if (id !== undefined && !/^\d{1,9}$/.test(id)) throw new NotFound();
  return {
    by: { directory, actor: { ...system, from: fromOf(request) }, name: `SCIM ${directory.name}` },
    id: Number(id ?? 0),
    query: (request.query ?? {}) as Resource,
    body: ['POST', 'PUT', 'PATCH'].includes(request.method) ? asObject(request.body) : {},
    base: `${config.publicUrl}${PATH}`,
  };
}

function changeOf({ db }: Parts, { directory }: FastifyRequest) {
  return <T>(work: (trx: Trx) => Promise<T>) =>
    transaction(db, async (trx) => {
      // Revoked while the body arrived.
      if (directory === undefined || !(await holdToken(trx, system, directory.id))) throw new NoDirectory();
      return work(trx);
    });
}
