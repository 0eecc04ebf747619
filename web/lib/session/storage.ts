import { KEPT_BELOW } from '../base.ts';

/** Storage key with the console's prefix: two consoles on one host stay separate. */
export const keyOf = (key: string): string => KEPT_BELOW + key;

/** Browser storage that may be disabled, full or corrupted: then nothing is stored, and nothing fails. */
export const storage = {
  get(key: string): string | null {
    try {
      return localStorage.getItem(keyOf(key));
    } catch {
      return null;
    }
  },
  set(key: string, value: string): void {
    try {
      localStorage.setItem(keyOf(key), value);
    } catch {
      // Disabled or full: the session lives in memory only.
    }
  },
  remove(key: string): void {
    try {
      localStorage.removeItem(keyOf(key));
    } catch {
      // Nothing was stored.
    }
  },
  /** Parsed JSON, or null when absent or corrupted. */
  json(key: string): unknown {
    const text = storage.get(key);
    if (text === null) return null;
    try {
      return JSON.parse(text) as unknown;
    } catch {
      return null;
    }
  },
};
