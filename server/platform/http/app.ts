import multipart from '@fastify/multipart';
import Fastify, { type FastifyBaseLogger, LogController } from 'fastify';
import type { SignedIn } from '../audit/recorder.ts';
import { ApiError, NotFound } from '../errors.ts';
import type { Viewer } from '../viewer.ts';
import { answerError, BODY_LIMIT } from './answer-error.ts';
import type { App, AppOptions } from './app-options.ts';
import { withoutBase } from './base-path.ts';
import { callerRate } from './caller-rate.ts';
import { serveConsole } from './console-files.ts';
import { securityHeaders } from './headers.ts';
import { serveHealth } from './health.ts';
import { serveSecurityText } from './security-txt.ts';
import { serveRoute } from './serve-route.ts';
import { visitorRate } from './visitor-rate.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Address people reach the console at, without a slash at its end; null when nobody said. */
    publicUrl(): string | null;
  }
  interface FastifyRequest {
    /** Who calls, once known. */
    viewer: Viewer | undefined;
    /** Whom the answer of a sign-in names. */
    signedIn: SignedIn | undefined;
    /** The answer shows secrets in clear. */
    revealed: boolean | undefined;
    /** Who somebody tried to sign in as, where the body does not say it. */
    tried: string | undefined;
  }
}

export async function makeApp(options: AppOptions): Promise<App> {
  const app = Fastify({
    loggerInstance: options.log as unknown as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT,
    requestTimeout: 300_000,
    connectionTimeout: 0,
    keepAliveTimeout: 72_000,
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
  app.decorateRequest('signedIn', undefined);
  app.decorateRequest('tried', undefined);
  app.decorateRequest('revealed', undefined);
  app.decorate('publicUrl', options.publicUrl);
  app.setErrorHandler(answerError);

  const headers = securityHeaders(options);
  const seconds = options.registry.getSingleMetric('http_request_duration_seconds');
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(headers).header('X-Request-Id', request.id);
    if (request.url.startsWith('/api/')) reply.header('Cache-Control', 'no-store');
  });
  app.addHook('onResponse', async (request, reply) => {
    const log = {
      method: request.method,
      path: request.routeOptions.url ?? 'unknown',
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
      request: request.id,
    };
    options.recorder.answered(request, reply);
    request.log[reply.statusCode >= 500 ? 'warn' : 'debug'](log, 'request');
    (seconds as { observe?: (labels: object, value: number) => void } | undefined)?.observe?.(
      { method: log.method, path: log.path, status: String(log.status) },
      reply.elapsedTime / 1000,
    );
  });

  parseJson(app);
  await app.register(multipart, { throwFileSizeLimit: false });
  serveHealth(app, options);
  serveSecurityText(app, { contact: options.securityContact, publicUrl: options.publicUrl });
  for (const plugin of options.plugins) await plugin(app);
  const serving = { ...options, visitors: visitorRate(), callers: callerRate(options.callRate) };
  for (const route of options.routes) serveRoute(app, serving, route);

  const serveScreen = await serveConsole(app, options.consoleFolder, options.basePath);
  const known = options.routes.map(({ endpoint }) => ({
    method: endpoint.method,
    pattern: patternOf(endpoint.path),
  }));
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0] ?? '';
    if (path !== '/api' && !path.startsWith('/api/')) return serveScreen(request, reply);
    const allowed = known.filter((route) => route.pattern.test(path)).map((route) => route.method);
    if (allowed.length > 0)
      throw new ApiError(405, 'method_not_allowed', 'method_not_allowed', {
        Allow: [...new Set(allowed)].join(', '),
      });
    throw new NotFound('no_such_address');
  });
  return app;
}

/** An empty body is no body; what is not JSON is a 400, never a guess. */
function parseJson(app: App): void {
  const strict = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else strict(request, body as string, done);
  });
}

function patternOf(path: string): RegExp {
  const source = path
    .replace(/\/$/, '')
    .replace(/[.]/g, '\\.')
    .replace(/\{\w+\}/g, '[^/]+');
  return new RegExp(`^/api${source}/?$`);
}
