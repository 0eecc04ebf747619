/** Messages by field as the server sends them; nested objects nest, list items are keyed by index. */
export type FieldErrors = { [field: string]: string[] | FieldErrors };

export interface Success<T> {
  readonly ok: true;
  readonly status: number;
  readonly data: T;
  readonly headers: Headers;
  /** When a cached answer, used offline, was received (ISO 8601). */
  readonly staleSince: string | null;
}
export interface Failure {
  readonly ok: false;
  /** 0 without an answer: offline, server unreachable, aborted. */
  readonly status: number;
  readonly code: string | null;
  readonly detail: string | null;
  readonly errors: FieldErrors;
  /** Seconds, from Retry-After. */
  readonly retryAfter: number | null;
  readonly requestId: string | null;
  readonly aborted: boolean;
}
export type Result<T> = Success<T> | Failure;

export function noAnswer(aborted = false): Failure {
  return {
    ok: false,
    status: 0,
    code: null,
    detail: null,
    errors: {},
    retryAfter: null,
    requestId: null,
    aborted,
  };
}

/**
 * Whether the same request may succeed later: no answer, too many calls, a server error. A refusal is final.
 */
export const mayPass = ({ status }: Failure): boolean =>
  status === 0 || status === 408 || status === 429 || status >= 500;

/** Turns an error answer, whatever its body, into a failure. */
export function failureOf(status: number, headers: Headers, body: unknown): Failure {
  const object = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
  const { detail, code, request_id, ...others } = object;
  // A field of the form may be called `code`: then its messages replace the stable code.
  const rest = Array.isArray(code) ? { ...others, code } : others;
  const retryAfter = Number(headers.get('retry-after') ?? Number.NaN);
  return {
    ok: false,
    status,
    code: typeof code === 'string' ? code : null,
    detail: typeof detail === 'string' ? detail : null,
    errors: status === 400 ? fieldErrors(rest) : {},
    retryAfter: Number.isFinite(retryAfter) ? retryAfter : null,
    requestId: typeof request_id === 'string' ? request_id : null,
    aborted: false,
  };
}

function fieldErrors(value: Record<string, unknown>): FieldErrors {
  const errors: FieldErrors = {};
  for (const [key, entry] of Object.entries(value)) {
    if (typeof entry === 'string') errors[key] = [entry];
    else if (Array.isArray(entry) && entry.every((item) => typeof item === 'string')) errors[key] = entry;
    else if (typeof entry === 'object' && entry !== null)
      errors[key] = fieldErrors(entry as Record<string, unknown>);
  }
  return errors;
}

/** `{aeros: {0: {line: ['…']}}}` → `{'aeros.0.line': '…'}`: the paths Mantine's form uses. */
export function flatErrors(errors: FieldErrors, prefix = ''): Record<string, string> {
  const flat: Record<string, string> = {};
  for (const [key, entry] of Object.entries(errors)) {
    if (Array.isArray(entry)) flat[prefix + key] = entry.join(' ');
    else Object.assign(flat, flatErrors(entry, `${prefix}${key}.`));
  }
  return flat;
}
