import type { AnyEndpoint } from '@aerowatch/contracts/endpoint';
import type { FastifyRequest } from 'fastify';
import { ApiError, NotFound } from '../../errors.ts';
import type { NetworkLimits } from '../callers/network-limits.ts';

/**
 * After an answer that was sent before the whole body had arrived, the rest is discarded for this time, then
 * the connection ends.
 */
const REST_MS = 2000;

const pathOf = ({ url }: FastifyRequest) => url.split('?')[0] ?? '';
export const isReading = ({ method }: FastifyRequest) => method === 'GET' || method === 'HEAD';
export const isBelowApi = (request: FastifyRequest) => /^\/api(\/|$)/.test(pathOf(request));
const isFile = (request: FastifyRequest) =>
  isReading(request) && !/^\/(api|mcp|scim|metrics|health|firmware)(\/|$)/.test(pathOf(request));

/** Every request is counted before its body is read: here, or by its route, which identifies the caller. */
export function countVisit(networkLimits: NetworkLimits, request: FastifyRequest): void {
  const { counted } = request.routeOptions.config ?? {};
  if (counted === 'own') return;
  if (counted === 'probe') networkLimits.countProbe(request.ip);
  else if (isFile(request)) networkLimits.countFile(request.ip);
  else networkLimits.countRequest(request.ip);
}

/**
 * After an answer sent before the whole body had arrived, reads a moment longer, so that the answer arrives,
 * and then disconnects.
 */
export function hangUpOnRest({ raw }: FastifyRequest): void {
  // A request made within the process has no body under way.
  if (raw.complete !== false) return;
  const cut = setTimeout(() => raw.socket.destroy(), REST_MS).unref();
  raw.once('close', () => clearTimeout(cut));
}

/** Why an address has no answer: it does not exist, or not for this method. */
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
