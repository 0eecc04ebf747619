import { KEPT_BELOW } from './base.ts';

const FAMILY = `${KEPT_BELOW}aerowatch-answers`;
/**
 * Name of the cache in which the service worker keeps answers for use without network. The one before
 * held answers with secrets: `forgetKept` and each new service worker remove it.
 */
export const KEPT_ANSWERS = `${FAMILY}-2`;

/** Whether an answer may be kept: the server says so, and never of one that holds secrets. */
export const mayKeep = (response: Pick<Response, 'status' | 'headers'>): boolean =>
  response.status === 200 && response.headers.get('x-offline-copy') === 'allowed';

/** Throws the kept answers away: they belong to whoever was signed in. `except` stays. */
export async function forgetKept(except?: string): Promise<void> {
  try {
    const names = (await caches.keys()).filter((name) => name.startsWith(FAMILY) && name !== except);
    await Promise.all(names.map((name) => caches.delete(name)));
  } catch {
    // No cache storage here: nothing was kept.
  }
}
