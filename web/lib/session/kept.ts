import { KEPT_BELOW } from '../base.ts';

const FAMILY = `${KEPT_BELOW}aerowatch-answers`;
/**
 * Name of the cache of answers for offline use. Earlier caches contained answers with secrets, or without an
 * end: `forgetKept` and each new service worker delete them.
 */
export const KEPT_ANSWERS = `${FAMILY}-3`;

/** Whether an answer may be cached: the server allows it, and never for one that holds secrets. */
export const mayKeep = (response: Pick<Response, 'status' | 'headers'>): boolean =>
  response.status === 200 && response.headers.get('x-offline-copy') === 'allowed';

/** Whether the session that a cached answer belongs to has ended by its own time. */
export const isEnded = (response: Pick<Response, 'headers'>, now: number): boolean =>
  !(Date.parse(response.headers.get('x-offline-until') ?? '') > now);

/**
 * Whether an answer shows that the session of its request ended: revoked, expired, or signed out elsewhere.
 */
export async function saysEnded(request: Pick<Request, 'headers'>, response: Response): Promise<boolean> {
  if (response.status !== 401 || request.headers.get('authorization') === null) return false;
  try {
    const { code } = (await response.clone().json()) as { code?: unknown };
    // Other refusals ask a valid session for a confirmation.
    return code === 'unauthorized';
  } catch {
    return false;
  }
}

/** Deletes the cached answers of a session that ended while the console was closed. */
export async function forgetEnded(now: number): Promise<void> {
  try {
    const cache = await caches.open(KEPT_ANSWERS);
    const answers = await cache.matchAll();
    if (answers.some((answer) => isEnded(answer, now))) await forgetKept();
  } catch {
    // Cache storage is not available.
  }
}

/** Deletes the cached answers, which belong to the previous user. `except` stays. */
export async function forgetKept(except?: string): Promise<void> {
  try {
    const names = (await caches.keys()).filter((name) => name.startsWith(FAMILY) && name !== except);
    await Promise.all(names.map((name) => caches.delete(name)));
  } catch {
    // Cache storage is not available: nothing was cached.
  }
}
