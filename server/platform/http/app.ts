import multipart from '@fastify/multipart';
import Fastify, { type FastifyBaseLogger, LogController } from 'fastify';
import type { SignedIn } from '../audit/recorder.ts';
import type { Viewer } from '../viewer.ts';
import { answerError } from './answer-error.ts';
import type { App, AppOptions } from './app-options.ts';
import { type CallerRate, callerRate } from './callers/caller-rate.ts';
import { type Doors, makeDoors } from './callers/doors.ts';
import { withoutBase } from './console/base-path.ts';
import { serveConsole } from './console/console-files.ts';
import { serveSecurityText } from './console/security-txt.ts';
import { countVisit, hangUpOnRest, isBelowApi, isReading, missingOf } from './console/visits.ts';
import { securityHeaders } from './headers.ts';
import { serveHealth } from './health.ts';
import { type BodyBounds, refuseUnbounded, USUAL_BOUNDS, VISITOR_BOUNDS } from './requests/body-bounds.ts';
import { boundBodyTime } from './requests/body-time.ts';
import { serveRoute } from './serve-route.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Address people reach the console at, without a slash at its end; null when nobody said. */
    publicUrl(): string | null;
    /** What somebody may ask who is not known yet. */
    readonly doors: Doors;
    /** How fast who is known may call. */
    readonly callers: CallerRate;
  }
  interface FastifyContextConfig {
    /** Who counts a request before its body is read: the route itself, or the probes. By default the visitors. */
    door?: 'own' | 'probe';
    /** Of its JSON body; by default the usual ones. */
    bounds?: BodyBounds;
  }
  interface FastifyRequest {
    /** Who calls, once known. */
    viewer: Viewer | undefined;
    /** All of its body had come when its credentials were looked up. */
    isWhole: boolean | undefined;
    /** Whom the answer of a sign-in names. */
    signedIn: SignedIn | undefined;
    /** The answer shows secrets in clear. */
    revealed: boolean | undefined;
    /** Who somebody tried to sign in as, where the body does not say it. */
    tried: string | undefined;
  }
}

/** Fastify with our limits, and what its requests carry. */
function newApp(options: AppOptions): App {
  const app = Fastify({
    loggerInstance: options.log as unknown as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: VISITOR_BOUNDS.bytes,
    // Bodies are bounded by their size (`boundBodyTime`), headers by the server's own minute.
    requestTimeout: 0,
    connectionTimeout: 0,
    keepAliveTimeout: 72_000,
    // Who connects and says nothing holds a place for others: looked at each five seconds.
    http: { headersTimeout: 15_000, connectionsCheckingInterval: 5000 },
    trustProxy: ['loopback', ...options.trustedProxies],
    forceCloseConnections: 'idle',
    requestIdHeader: false,
    genReqId: () => crypto.randomUUID(),
    rewriteUrl: ({ url = '/' }) => withoutBase(options.basePath, url),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 300 },
    frameworkErrors: (error, request, reply) => {
      answerError(error, request, reply as never);
    },
  }) as unknown as App;
  app.decorateRequest('viewer', undefined);
  app.decorateRequest('isWhole', undefined);
  app.decorateRequest('signedIn', undefined);
  app.decorateRequest('tried', undefined);
  app.decorateRequest('revealed', undefined);
  app.decorate('publicUrl', options.publicUrl);
  app.decorate('doors', makeDoors());
  app.decorate('callers', callerRate(options.callRate));
  app.setErrorHandler(answerError);
  return app;
}

/** Records, logs and times each answer. */
function logAnswers(app: App, options: AppOptions): void {
  const seconds = options.registry.getSingleMetric('http_request_duration_seconds');
  app.addHook('onResponse', async (request, reply) => {
    const log = {
      method: request.method,
      path: request.routeOptions.url ?? 'unknown',
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
      request: request.id,
    };
    options.recorder.answered(request, reply);
    hangUpOnRest(request);
    request.log[reply.statusCode >= 500 ? 'warn' : 'debug'](log, 'request');
    (seconds as { observe?: (labels: object, value: number) => void } | undefined)?.observe?.(
      { method: log.method, path: log.path, status: String(log.status) },
      reply.elapsedTime / 1000,
    );
  });
}

export async function makeApp(options: AppOptions): Promise<App> {
  const app = newApp(options);
  const headers = securityHeaders(options);
  const missing = missingOf(options.routes.map(({ endpoint }) => endpoint));
  boundBodyTime(app);
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(headers).header('X-Request-Id', request.id);
    countVisit(app.doors, request);
    if (request.is404 && !isReading(request)) throw missing(request);
  });
  // Whatever a route said: an answer of the API ends with the session, pictures too. Not a copy stays in the browser.
  app.addHook('onSend', async (request, reply) => {
    if (request.url.startsWith('/api/')) reply.header('Cache-Control', 'no-store');
  });
  logAnswers(app, options);
  parseJson(app);
  await app.register(multipart, { throwFileSizeLimit: false });
  serveHealth(app, options);
  serveSecurityText(app, { contact: options.securityContact, publicUrl: options.publicUrl });
  for (const plugin of options.plugins) await plugin(app);
  const serving = { ...options, doors: app.doors, callers: app.callers };
  for (const route of options.routes) serveRoute(app, serving, route);

  const serveScreen = await serveConsole(app, options.consoleFolder, options.basePath);
  app.setNotFoundHandler((request, reply) => {
    if (isBelowApi(request)) throw missing(request);
    return serveScreen(request, reply);
  });
  return app;
}

/** An empty body is no body; what is not JSON is a 400, never a guess. */
function parseJson(app: App): void {
  const strict = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    if (body.length === 0) return done(null, undefined);
    try {
      refuseUnbounded(body, request.routeOptions.config.bounds ?? USUAL_BOUNDS);
    } catch (error) {
      return done(error as Error, undefined);
    }
    strict(request, body.toString('utf8'), done);
  });
}
