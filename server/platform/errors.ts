/**
 * Error thrown by a handler. `detail` and the messages of fields are codes of i18n (`validation`, `errors`)
 * with parameters after bars, `max_length|100`; they are translated into the caller's language at the
 * boundary.
 */
export class ApiError extends Error {
  readonly status: number;
  /** Stable code for programs. */
  readonly code: string;
  readonly detail: string;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, code: string, detail: string = code, headers: Record<string, string> = {}) {
    super(`${status} ${detail}`);
    this.name = new.target.name;
    this.status = status;
    this.code = code;
    this.detail = detail;
    this.headers = headers;
  }
}

/** Messages by field; nested objects nest, items of a list are keyed by their index. */
export type FieldErrors = { [field: string]: string[] | FieldErrors };

export class BadRequest extends ApiError {
  readonly fields: FieldErrors;
  /** `new BadRequest({ name: ['taken'] })`; a bare code is reported in non_field_errors. */
  constructor(fields: FieldErrors | string) {
    super(400, 'invalid');
    this.fields = typeof fields === 'string' ? { non_field_errors: [fields] } : fields;
  }
}
/** Runs work whose field errors belong inside this field of the request. */
export async function atField<T>(field: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof BadRequest) throw new BadRequest({ [field]: error.fields });
    throw error;
  }
}
export class Unauthorized extends ApiError {
  constructor(detail = 'unauthorized') {
    super(401, 'unauthorized', detail, { 'WWW-Authenticate': 'Token' });
  }
}
export class Forbidden extends ApiError {
  constructor(detail = 'forbidden') {
    super(403, 'forbidden', detail);
  }
}
export class NotFound extends ApiError {
  constructor(detail = 'not_found') {
    super(404, 'not_found', detail);
  }
}
/** The first row; throws 404 if there is none. */
export function found<T>([row]: readonly T[]): T {
  if (row === undefined) throw new NotFound();
  return row;
}
export class Conflict extends ApiError {
  constructor(detail = 'conflict', code = detail.split('|')[0] ?? 'conflict') {
    super(409, code, detail);
  }
}
export class PreconditionFailed extends ApiError {
  constructor() {
    super(412, 'precondition_failed');
  }
}
export class PayloadTooLarge extends ApiError {
  constructor(detail = 'payload_too_large', code = detail.split('|')[0] ?? 'payload_too_large') {
    super(413, code, detail);
  }
}
export class TooManyRequests extends ApiError {
  constructor(retryAfterSeconds: number, detail = 'too_many_requests', code = 'too_many_requests') {
    super(429, code, detail, {
      'Retry-After': String(Math.max(1, Math.ceil(retryAfterSeconds))),
    });
  }
}
export class Unavailable extends ApiError {
  constructor(retryAfterSeconds = 5, detail = 'unavailable') {
    super(503, 'unavailable', detail, { 'Retry-After': String(Math.max(1, Math.ceil(retryAfterSeconds))) });
  }
}
