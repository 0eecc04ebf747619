import { type ApiError, BadRequest, Conflict, Unavailable } from '../errors.ts';

interface PgError {
  code: string;
  constraint?: string;
}

function pgCode(error: unknown): string | undefined {
  const code = (error as Partial<PgError> | null | undefined)?.code;
  return typeof code === 'string' ? code : undefined;
}

/** A violation of a unique constraint; with a name, of that one. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  return (
    pgCode(error) === '23505' && (constraint === undefined || (error as PgError).constraint === constraint)
  );
}

export function isForeignKeyViolation(error: unknown, constraint?: string): boolean {
  return (
    pgCode(error) === '23503' && (constraint === undefined || (error as PgError).constraint === constraint)
  );
}

/** Lost a race with another transaction: trying again is right. */
export function isRetryable(error: unknown): boolean {
  const code = pgCode(error);
  return code === '40001' || code === '40P01';
}

const AWAY = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);
const AWAY_MESSAGES =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Cannot use a pool after|driver has already been destroyed|Connection ended unexpectedly|Client was closed/i;

/**
 * The database cannot be reached, is starting, stopping or a standby, or has no free connections or space.
 */
export function isDatabaseAway(error: unknown): boolean {
  const code = pgCode(error);
  if (code !== undefined && /^(08...|57P0[1-5]|53[0-4]00|25006)$/.test(code)) return true;
  const { syscall } = (error ?? {}) as { syscall?: string };
  if (
    code !== undefined &&
    AWAY.has(code) &&
    (syscall === 'connect' || syscall === 'read' || syscall === 'write' || syscall === 'getaddrinfo')
  )
    return true;
  return error instanceof Error && AWAY_MESSAGES.test(error.message);
}

/** The API error of a failed statement caused by the request, or resolved by retrying. */
export function requestFault(error: unknown): ApiError | undefined {
  const code = pgCode(error);
  if (code === undefined) return undefined;
  if (code === '23505' || code === '23503') return new Conflict();
  if (code === '22P05' || code === '22021') return new BadRequest('control_characters');
  if (code === '22003' || code === '22008') return new BadRequest('out_of_range');
  if (code === '57014') return new Unavailable(10, 'timeout');
  return isRetryable(error) ? new Unavailable(1) : undefined;
}
