import multipart from '@fastify/multipart';
import Fastify, { type FastifyBaseLogger, LogController } from 'fastify';
import type { SignedIn } from '../audit/recorder.ts';
import type { Viewer } from '../viewer.ts';
import { answerError } from './answer-error.ts';
import type { App, AppOptions } from './app-options.ts';
import { type CallerRate, callerRate } from './callers/caller-rate.ts';
import { makeNetworkLimits, type NetworkLimits } from './callers/network-limits.ts';
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
    /** Public address of the console, without a trailing slash; null if unknown. */
    publicUrl(): string | null;
    /** Limits of unidentified callers. */
    readonly networkLimits: NetworkLimits;
    /** Rate limits of identified callers. */
    readonly callers: CallerRate;
  }
  interface FastifyContextConfig {
    /**
     * Where a request is counted before its body is read: by the route itself, or as a probe. By default as a
     * visit.
     */
    counted?: 'own' | 'probe';
    /** Limits of its JSON body; by default the usual ones. */
    bounds?: BodyBounds;
    /** Whether its body may be an HTML form. */
    takesForm?: boolean;
  }
  interface FastifyRequest {
    /** The caller, once identified. */
    viewer: Viewer | undefined;
    /** Whether the whole body had arrived when its credentials were looked up. */
    isWhole: boolean | undefined;
    /** The user that the answer of a sign-in names. */
    signedIn: SignedIn | undefined;
    /** Whether the answer contains secrets in clear. */
    revealed: boolean | undefined;
    /** The name of an attempted sign-in, where the body does not contain it. */
    tried: string | undefined;
  }
}

/** Fastify with our limits, and the fields of its requests. */
function newApp(options: AppOptions): App {
  const app = Fastify({
    loggerInstance: options.log as unknown as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: VISITOR_BOUNDS.bytes,
    // The time for a body is limited by its size (`boundBodyTime`), that for headers by the server.
    requestTimeout: 0,
    connectionTimeout: 0,
    keepAliveTimeout: 72_000,
    // A silent connection takes a place from others: checked every five seconds.
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
  app.decorate('networkLimits', makeNetworkLimits());
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
    countVisit(app.networkLimits, request);
    if (request.is404 && !isReading(request)) throw missing(request);
  });
  // Overrides any route: an answer of the API is valid only during the session, pictures too, so the browser
  // stores no copy.
  app.addHook('onSend', async (request, reply) => {
    if (request.url.startsWith('/api/')) reply.header('Cache-Control', 'no-store');
  });
  logAnswers(app, options);
  parseJson(app);
  parseForm(app);
  await app.register(multipart, { throwFileSizeLimit: false });
  serveHealth(app, options);
  serveSecurityText(app, { contact: options.securityContact, publicUrl: options.publicUrl });
  for (const plugin of options.plugins) await plugin(app);
  const serving = { ...options, networkLimits: app.networkLimits, callers: app.callers };
  for (const route of options.routes) serveRoute(app, serving, route);

  const serveScreen = await serveConsole(app, options.consoleFolder, options.basePath);
  app.setNotFoundHandler((request, reply) => {
    if (isBelowApi(request)) throw missing(request);
    return serveScreen(request, reply);
  });
  return app;
}

/** An empty body counts as none; a body that is not JSON is a 400, never a guess. */
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

/** A form of a standard's endpoint; everywhere else it is refused. */
function parseForm(app: App): void {
  const refusal = () => Object.assign(new Error('no form'), { code: 'FST_ERR_CTP_INVALID_MEDIA_TYPE' });
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (request, body: string, done) => {
      if (request.routeOptions.config.takesForm !== true) return done(refusal(), undefined);
      done(null, Object.fromEntries(new URLSearchParams(body)));
    },
  );
}
