import { BASE } from '../base.ts';

/** A year: what was asked to outlive the session is not asked for again and again. */
const LASTING = 31_536_000;

/** What a cookie of this console says beside its value: its path, and that no other site causes it to be sent. */
function attributes(): string {
  const secure = globalThis.location?.protocol === 'https:' ? '; Secure' : '';
  return `; Path=${BASE}/; SameSite=Strict${secure}`;
}

/** Cookies of this console, written and read by it alone; where they are switched off, nothing is remembered. */
export const cookies = {
  get(name: string): string | null {
    if (typeof document === 'undefined') return null;
    const found = document.cookie.split('; ').find((pair) => pair.startsWith(`${name}=`));
    return found === undefined ? null : decodeURIComponent(found.slice(name.length + 1));
  },
  /** `lasting`: it stays when the browser is closed. */
  set(name: string, value: string, lasting: boolean): void {
    const age = lasting ? `; Max-Age=${LASTING}` : '';
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox before 140 and without https
    document.cookie = `${name}=${encodeURIComponent(value)}${attributes()}${age}`;
  },
  remove(name: string): void {
    if (typeof document === 'undefined') return;
    // biome-ignore lint/suspicious/noDocumentCookie: as above
    document.cookie = `${name}=${attributes()}; Max-Age=0`;
  },
};
