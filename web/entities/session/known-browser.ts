import { cookies } from '../../lib/session/cookies.ts';
import { storage } from '../../lib/session/storage.ts';

/**
 * A mark that somebody signed in with this browser before: it grants no rights, but has its own attempts
 * while strangers guess. A cookie, deleted at sign-out unless the user chose otherwise; the character after
 * it records that choice.
 */
const COOKIE = 'device';
const WANTED = 'wanted.';
const UNTIL_SIGN_OUT = 'session.';

/** Whether this browser stays known after signing out. */
export const staysKnown = (): boolean => cookies.get(COOKIE)?.startsWith(WANTED) === true;

/** The mark encrypted by the server; null for a browser that nobody signed in with. */
export function knownAs(): string | null {
  const sealed = cookies.get(COOKIE)?.replace(/^\w+\./, '') ?? '';
  return sealed === '' ? null : sealed;
}

function keep(sealed: string, wanted: boolean): void {
  cookies.set(COOKIE, (wanted ? WANTED : UNTIL_SIGN_OUT) + sealed, wanted);
}

/**
 * Whether the next sign-in stays known afterwards; stored here, because a sign-in at a provider leaves the
 * page.
 */
export function wishKnown(wanted: boolean): void {
  if (wanted !== staysKnown()) keep(knownAs() ?? '', wanted);
}

/** Stores the mark returned by a sign-in. */
export function keepKnown(sealed: string): void {
  keep(sealed, staysKnown());
}

/** At sign-out, deletes the mark unless the user chose to keep it. */
export function forgetKnown(): void {
  if (!staysKnown()) cookies.remove(COOKIE);
}

/** Versions before 2.7 stored it with the session's own data. */
export function takeOverMark(): void {
  const sealed = storage.get(COOKIE);
  if (sealed === null) return;
  storage.remove(COOKIE);
  if (knownAs() === null) keep(sealed, false);
}
