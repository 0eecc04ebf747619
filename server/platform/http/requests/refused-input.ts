import type { FastifyRequest } from 'fastify';
import type { FieldErrors } from '../../errors.ts';
import { makeBucket } from '../../load/rate.ts';
import { nameOf } from '../../viewer.ts';

/** Log lines a second about refused input: the rest is only counted in `/metrics` by path and status. */
const A_SECOND = 2;
const BURST = 120;
const MAX_FIELDS = 20;

type Told = Pick<FastifyRequest, 'method' | 'routeOptions' | 'viewer' | 'ip' | 'id' | 'log'>;

/** Logs whose input was refused, where and at which fields: their names, never their values. */
export function refusedInputTeller(now: () => number = () => performance.now()) {
  const room = makeBucket(A_SECOND, BURST);
  let untold = 0;
  return (request: Told, fields: FieldErrors): void => {
    if (!room.tryTake(now())) {
      untold += 1;
      return;
    }
    const { method, routeOptions, viewer, ip, id, log } = request;
    const refused = {
      method,
      path: routeOptions.url ?? 'unknown',
      who: viewer === undefined ? 'visitor' : nameOf(viewer),
      address: ip,
      fields: Object.keys(fields)
        .slice(0, MAX_FIELDS)
        .map((name) => name.slice(0, 100)),
    };
    log.info({ refused_input: refused, request: id, ...(untold > 0 ? { untold } : {}) }, 'input refused');
    untold = 0;
  };
}
