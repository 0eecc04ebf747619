import { ENDPOINTS } from 'virtual:endpoints';
import { belowBase } from '../base.ts';
import { isUnattended } from '../live/attended.ts';
import { noteUnreachable } from '../live/connection.ts';
import type { CallOptions, EndpointFacts, EndpointKey } from './contract.ts';
import { type Failure, noAnswer, type Result } from './result.ts';

const LIMITS = ['second_factor_required', 'password_change_required'] as const;
export type Limit = (typeof LIMITS)[number];

/** What the client needs from the application. */
export interface ApiHooks {
  token(): string;
  language(): string;
  /** Signed in, but the token is no longer valid. Resolves true once signed in again. */
  onUnauthorized(): Promise<boolean>;
  /** The action needs the password or a factor again. Resolves true once it was confirmed. */
  onConfirm(): Promise<boolean>;
  /** For a call about to be sent: stores the new token that its answer may contain. */
  renewal(): (token: string) => void;
  onForbidden(): void;
  /** A write failed; `what` is the sentence of the action. */
  onFailed(failure: Failure, what: string): void;
  /** The session must do something else first. */
  onLimited(limit: Limit): void;
}
let hooks: ApiHooks = {
  token: () => '',
  language: () => 'en',
  onUnauthorized: async () => false,
  onConfirm: async () => false,
  renewal: () => () => undefined,
  onForbidden: () => undefined,
  onFailed: () => undefined,
  onLimited: () => undefined,
};
export function configureApi(value: ApiHooks): void {
  hooks = value;
}

export const reportFailure = (failure: Failure, what: string): void => hooks.onFailed(failure, what);

/** For a call about to be sent: stores the new token that its answer may contain. */
export const renewalOf = (): ((token: string) => void) => hooks.renewal();

export function factsOf(key: EndpointKey): EndpointFacts {
  return ENDPOINTS[key];
}

/** Address of an endpoint with its parameters, for links and streams. */
export function addressOf<K extends EndpointKey>(key: K, options: Partial<CallOptions<K>> = {}): string {
  const path = ENDPOINTS[key].path.replace(/\{(\w+)\}/g, (_match: string, name: string) =>
    encodeURIComponent(String((options.params as Record<string, unknown> | undefined)?.[name] ?? '')),
  );
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries((options.query ?? {}) as Record<string, unknown>)) {
    if (value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0))
      continue;
    search.set(name, Array.isArray(value) ? value.join(',') : String(value));
  }
  const text = search.toString();
  return belowBase(`/api${path}${text === '' ? '' : `?${text}`}`);
}

export function requestHeaders(token: string = hooks.token()): Record<string, string> {
  return {
    'Accept-Language': hooks.language(),
    ...(token === '' ? {} : { Authorization: `Token ${token}` }),
    ...(isUnattended() ? { 'X-Unattended': '1' } : {}),
  };
}

/**
 * Opens the dialog required by an answer: for signing in, confirming, or about privileges; retries after the
 * first two.
 */
export async function afterSignIn<T>(
  key: EndpointKey,
  result: Result<T>,
  again: () => Promise<Result<T>>,
): Promise<Result<T>> {
  if (result.ok) return result;
  if (result.status === 401 && result.code === 'confirm_again')
    return (await hooks.onConfirm()) ? again() : { ...result, aborted: true };
  if (result.status === 401 && ENDPOINTS[key].level !== 'visitor' && (await hooks.onUnauthorized()))
    return again();
  const limit = LIMITS.find((one) => one === result.code);
  if (limit !== undefined) hooks.onLimited(limit);
  else if (result.status === 403) hooks.onForbidden();
  return result;
}

export function lost(error: unknown): Failure {
  const aborted = error instanceof DOMException && error.name === 'AbortError';
  if (!aborted) noteUnreachable();
  return noAnswer(aborted);
}
