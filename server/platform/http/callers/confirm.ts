import { CONFIRMED_MINUTES } from '@aerowatch/domain/access';
import type { Clock } from '../../clock.ts';
import { ApiError } from '../../errors.ts';
import type { Viewer } from '../../viewer.ts';

/** The session is valid, but the user must confirm again: `/me/confirm/`. */
class ConfirmAgain extends ApiError {
  constructor(text: 'confirm_again' | 'token_renewed') {
    super(401, 'confirm_again', text, { 'WWW-Authenticate': 'Token' });
  }
}

/** Until when a confirmation made at this time (ms since 1970) is valid. */
export const confirmedFrom = (provedAt: number): Date => new Date(provedAt + CONFIRMED_MINUTES * 60_000);

export function isConfirmed(viewer: Viewer, clock: Clock): boolean {
  if (viewer.kind !== 'user') return true;
  return viewer.confirmedAt !== null && confirmedFrom(viewer.confirmedAt.getTime()).getTime() > clock.now();
}

/**
 * 401 `confirm_again` unless this session was confirmed recently with password or factor. Keys authenticate
 * each call and cannot call such endpoints (contracts ensure it); the server itself is exempt.
 */
export function mustBeConfirmed(viewer: Viewer, clock: Clock): void {
  if (isConfirmed(viewer, clock)) return;
  throw new ConfirmAgain(viewer.kind === 'user' && viewer.isRenewed ? 'token_renewed' : 'confirm_again');
}
