import { KEPT_BELOW } from './base.ts';

/** Browser storage that may be disabled, full or corrupted: then nothing is kept, and nothing fails. */
export const storage = {
  get(key: string): string | null {
    try {
      return localStorage.getItem(KEPT_BELOW + key);
    } catch {
      return null;
    }
  },
  set(key: string, value: string): void {
    try {
      localStorage.setItem(KEPT_BELOW + key, value);
    } catch {
      // Disabled or full: the session lives in memory only.
    }
  },
  remove(key: string): void {
    try {
      localStorage.removeItem(KEPT_BELOW + key);
    } catch {
      // Nothing was kept.
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
