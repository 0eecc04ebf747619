import { BASE } from '../base.ts';

/** A year, so that settings which outlive the session need not be chosen again and again. */
const LASTING = 31_536_000;

/** Attributes of this console's cookies: the path, and that no other site causes them to be sent. */
function attributes(): string {
  const secure = globalThis.location?.protocol === 'https:' ? '; Secure' : '';
  return `; Path=${BASE}/; SameSite=Strict${secure}`;
}

/** Cookies of this console, used only by it; if they are disabled, nothing is remembered. */
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
