import type { AnyEndpoint } from '@aerowatch/contracts/endpoint';
import type { FastifyRequest } from 'fastify';
import { ApiError, NotFound } from '../../errors.ts';
import type { Doors } from '../callers/doors.ts';

/** After an answer that came before the whole body: so long what is still sent is thrown away, then the connection ends. */
const REST_MS = 2000;

const pathOf = ({ url }: FastifyRequest) => url.split('?')[0] ?? '';
export const isReading = ({ method }: FastifyRequest) => method === 'GET' || method === 'HEAD';
export const isBelowApi = (request: FastifyRequest) => /^\/api(\/|$)/.test(pathOf(request));
const isFile = (request: FastifyRequest) =>
  isReading(request) && !/^\/(api|mcp|metrics|health|firmware)(\/|$)/.test(pathOf(request));

/** Every request is counted before its body is read: here, or by its route, which learns who calls. */
export function countVisit(doors: Doors, request: FastifyRequest): void {
  const { door } = request.routeOptions.config ?? {};
  if (door === 'own') return;
  if (door === 'probe') doors.probe(request.ip);
  else if (isFile(request)) doors.file(request.ip);
  else doors.visit(request.ip);
}

/** Who was answered before all of the body came is heard a moment longer, so that the answer arrives, and no further. */
export function hangUpOnRest({ raw }: FastifyRequest): void {
  // Of a request made within the process nothing is on its way.
  if (raw.complete !== false) return;
  const cut = setTimeout(() => raw.socket.destroy(), REST_MS).unref();
  raw.once('close', () => clearTimeout(cut));
}

/** Why an address answers nothing: there is none, or not by this method. */
export function missingOf(endpoints: readonly AnyEndpoint[]): (request: FastifyRequest) => ApiError {
  const known = endpoints.map(({ method, path }) => ({ method, pattern: patternOf(path) }));
  return (request) => {
    if (!isBelowApi(request)) return new NotFound();
    const allowed = known.filter(({ pattern }) => pattern.test(pathOf(request))).map(({ method }) => method);
    if (allowed.length === 0) return new NotFound('no_such_address');
    return new ApiError(405, 'method_not_allowed', 'method_not_allowed', {
      Allow: [...new Set(allowed)].join(', '),
    });
  };
}

function patternOf(path: string): RegExp {
  const source = path
    .replace(/\/$/, '')
    .replace(/[.]/g, '\\.')
    .replace(/\{\w+\}/g, '[^/]+');
  return new RegExp(`^/api${source}/?$`);
}
