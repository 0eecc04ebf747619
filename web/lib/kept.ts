/** Name of the cache in which the service worker keeps answers for use without network. */
export const KEPT_ANSWERS = 'aerowatch-answers';

/** Throws the kept answers away: they belong to whoever was signed in. */
export async function forgetKept(): Promise<void> {
  try {
    await caches.delete(KEPT_ANSWERS);
  } catch {
    // No cache storage here: nothing was kept.
  }
}
