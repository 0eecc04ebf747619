/**
 * Whether this browser can keep anything: it needs a secure context and its own storage. Where a user has
 * disabled that, reading `indexedDB` throws.
 */
export function canKeep(): boolean {
  try {
    return typeof indexedDB !== 'undefined' && globalThis.crypto?.subtle !== undefined;
  } catch {
    return false;
  }
}
