import { cookies } from '../../lib/session/cookies.ts';
import { storage } from '../../lib/session/storage.ts';

/**
 * Marks that somebody signed in with this browser before: it grants nothing, but has tries of its own while strangers
 * guess. A cookie, and gone at sign-out unless wanted; the sign after it says whether it is.
 */
const COOKIE = 'device';
const WANTED = 'wanted.';
const UNTIL_SIGN_OUT = 'session.';

/** Whether this browser stays known after signing out. */
export const staysKnown = (): boolean => cookies.get(COOKIE)?.startsWith(WANTED) === true;

/** The mark that the server sealed; null for a browser that nobody signed in with. */
export function knownAs(): string | null {
  const sealed = cookies.get(COOKIE)?.replace(/^\w+\./, '') ?? '';
  return sealed === '' ? null : sealed;
}

function keep(sealed: string, wanted: boolean): void {
  cookies.set(COOKIE, (wanted ? WANTED : UNTIL_SIGN_OUT) + sealed, wanted);
}

/** Whether the next sign-in stays known afterwards; remembered here, as a sign-in at a provider leaves the page. */
export function wishKnown(wanted: boolean): void {
  if (wanted !== staysKnown()) keep(knownAs() ?? '', wanted);
}

/** Keeps the mark that a sign-in answered. */
export function keepKnown(sealed: string): void {
  keep(sealed, staysKnown());
}

/** At sign-out: nothing stays of who did not ask for it. */
export function forgetKnown(): void {
  if (!staysKnown()) cookies.remove(COOKIE);
}

/** Versions before 2.7 kept it with the session's own data. */
export function takeOverMark(): void {
  const sealed = storage.get(COOKIE);
  if (sealed === null) return;
  storage.remove(COOKIE);
  if (knownAs() === null) keep(sealed, false);
}
