import { KEPT_BELOW } from './base.ts';

const FAMILY = `${KEPT_BELOW}aerowatch-answers`;
/**
 * Name of the cache of answers for offline use. Its predecessor held answers with secrets: `forgetKept` and
 * each new service worker remove it.
 */
export const KEPT_ANSWERS = `${FAMILY}-2`;

/** Whether an answer may be cached: the server allows it, and never for one that holds secrets. */
export const mayKeep = (response: Pick<Response, 'status' | 'headers'>): boolean =>
  response.status === 200 && response.headers.get('x-offline-copy') === 'allowed';

/** Deletes the cached answers: they belong to whoever was signed in. `except` stays. */
export async function forgetKept(except?: string): Promise<void> {
  try {
    const names = (await caches.keys()).filter((name) => name.startsWith(FAMILY) && name !== except);
    await Promise.all(names.map((name) => caches.delete(name)));
  } catch {
    // No cache storage here: nothing was cached.
  }
}
