import type { CONFIRM_METHODS } from '@aerowatch/contracts/api/second-factor';
import type { Parts } from '../../parts.ts';
import { BadRequest } from '../../platform/errors.ts';
import { system } from '../../platform/viewer.ts';
import { deviceOf, type Prover, prove, provePassword } from '../credentials/prove.ts';
import { hasPassword } from '../credentials/store-sessions.ts';
import { openChallenge, useChallenge } from '../second-factor/challenge.ts';
import { isFactorOf, nameOfFactor, type SentFactor } from '../second-factor/check.ts';
import { askPasskey } from '../second-factor/passkeys/passkeys.ts';
import { relyingParty } from '../second-factor/passkeys/relying-party.ts';
import type { Challenge } from '../second-factor/store-challenges.ts';
import { factorsOf } from '../second-factor/store-factors.ts';

import type { SignOn, SsoAnswer } from '../sso/sign-on.ts';

type Tools = Pick<Parts, 'db' | 'clock' | 'vault' | 'config'>;
/** The user who confirms, and from where. */
type Place = Pick<Prover, 'viewer' | 'address'>;
type Method = (typeof CONFIRM_METHODS)[number];

/** How a signed-in user can confirm. */
export async function confirmingBy(tools: Tools, signOn: SignOn, { viewer, address }: Place) {
  const { totp, passkeys, recovery } = await factorsOf(tools.db, viewer, viewer.id);
  const canPasskey = passkeys > 0 && relyingParty(tools.config.publicUrl) !== null;
  const passkey = canPasskey ? await askPasskey(tools, viewer.id) : null;
  const data = { passkey: passkey?.challenge ?? null };
  const methods: Method[] = [
    ...((await hasPassword(tools.db, system, viewer.id)) ? (['password'] as const) : []),
    ...(totp === null ? [] : (['totp'] as const)),
    ...(passkey === null ? [] : (['passkey'] as const)),
    ...(recovery === 0 ? [] : (['recovery'] as const)),
    ...((await signOn.isLinked(viewer)) === null ? [] : (['sso'] as const)),
  ];
  const challenge = await openChallenge(tools, 'confirm', viewer.id, address, data);
  return { methods, challenge, passkey: passkey as Record<string, unknown> | null };
}

/** Confirms that the caller owns this session: throws 400 at the field, 429. */
export async function confirmAgain(
  tools: Tools,
  signOn: SignOn,
  prover: Prover,
  sent: SentFactor & {
    password?: string | undefined;
    challenge?: string | undefined;
    sso?: SsoAnswer | undefined;
  },
): Promise<void> {
  const { sso } = sent;
  if (sso !== undefined)
    return prove(tools, prover, 'sso', 'sso_other_person', () =>
      signOn.isSame(sso, prover.address, prover.viewer),
    );
  if (sent.password !== undefined) return provePassword(tools, prover, sent.password);
  const field = nameOfFactor(sent);
  const { viewer, address } = prover;
  const who = { address, account: { id: viewer.id, device: deviceOf(viewer) } };
  const challenge = field === 'passkey' ? await challengeOf(tools, prover, sent.challenge ?? '') : null;
  await prove(tools, prover, field, 'factor_wrong', () => isFactorOf(tools, who, sent, challenge));
}

async function challengeOf(tools: Tools, { viewer, address }: Place, secret: string): Promise<Challenge> {
  const challenge = await useChallenge(tools, ['confirm'], secret, address);
  if (challenge.user_id !== viewer.id) throw new BadRequest({ challenge: ['challenge_over'] });
  return challenge;
}
