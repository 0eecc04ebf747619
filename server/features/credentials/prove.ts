import { RENEWED_TOKEN } from '@aerowatch/contracts/session-token';
import { foldEmail } from '@aerowatch/domain/validation';
import type { FastifyReply } from 'fastify';
import type { Parts } from '../../parts.ts';
import { BadRequest, NotFound } from '../../platform/errors.ts';
import { system, type UserViewer } from '../../platform/viewer.ts';
import { isPassword } from './passwords.ts';
import { accountOfId } from './store-sessions.ts';
import { renewToken } from './store-tokens.ts';
import { attempt } from './throttle.ts';

type Tools = Pick<Parts, 'db' | 'clock' | 'vault'>;
export interface Prover {
  readonly viewer: UserViewer;
  readonly address: string;
  /** Receives the session's new token, even when the answer is a refusal for another reason. */
  readonly reply: Pick<FastifyReply, 'header'>;
}

/**
 * Confirms that the caller owns this session. `isRight` checks the proof; a wrong one is a 400 at `field`,
 * and counts as a failed sign-in, but only against people already signed in. The session gets a new token.
 */
export async function prove(
  { db, clock, vault }: Tools,
  { viewer, address, reply }: Prover,
  field: string,
  wrong: string,
  isRight: () => Promise<boolean>,
): Promise<void> {
  const device = deviceOf(viewer);
  const tried = await attempt(db, clock, foldEmail(viewer.email), { address, device });
  if (!(await isRight())) throw new BadRequest({ [field]: [wrong] });
  await tried.succeeded(db);
  if (viewer.tokenId === null) return;
  const token = await renewToken(db, viewer, clock.date(), (former) =>
    vault.derive('session token', String(viewer.tokenId), former.toString('hex')),
  );
  if (token !== null) reply.header(RENEWED_TOKEN, token);
}

/** Failures of a signed-in person have their own count, so that others cannot lock them out. */
export const deviceOf = ({ id }: Pick<UserViewer, 'id'>): string => `user ${id}`;

/** By password: throws 400 at `field`, 429. */
export async function provePassword(
  tools: Tools,
  prover: Prover,
  password: string,
  field = 'password',
): Promise<void> {
  const account = await accountOfId(tools.db, system, prover.viewer.id);
  if (account === undefined) throw new NotFound();
  await prove(tools, prover, field, 'password_wrong', () => isPassword(password, account.password_hash));
}
