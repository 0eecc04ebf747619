import type { Parts } from '../../parts.ts';
import { BadRequest, NotFound } from '../../platform/errors.ts';
import { system, type UserViewer } from '../../platform/viewer.ts';
import { isPassword } from './passwords.ts';
import { accountOfId, noteConfirmed } from './store-sessions.ts';
import { attempt } from './throttle.ts';

type Tools = Pick<Parts, 'db' | 'clock'>;
export interface Prover {
  readonly viewer: UserViewer;
  readonly address: string;
}

/**
 * Whoever sits at this session proves to be its owner. `isRight` decides; a wrong proof is a 400 at
 * `field`, and counts like a failure to sign in, but only against those who are signed in already.
 */
export async function prove(
  { db, clock }: Tools,
  { viewer, address }: Prover,
  field: string,
  wrong: string,
  isRight: () => Promise<boolean>,
): Promise<void> {
  const device = `user ${viewer.id}`;
  const tried = await attempt(db, clock, viewer.email.toLowerCase(), { address, device });
  if (!(await isRight())) {
    await tried.failed();
    throw new BadRequest({ [field]: [wrong] });
  }
  await tried.succeeded(db);
  if (viewer.tokenId !== null) await noteConfirmed(db, viewer.tokenId, clock.date());
}

/** By the password: throws 400 at `field`, 429. */
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
