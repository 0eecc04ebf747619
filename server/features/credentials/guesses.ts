import { DAY, MINUTE } from '@aerowatch/domain/durations';
import type { Parts } from '../../parts.ts';
import { transaction } from '../../platform/database/db.ts';
import { TooManyRequests } from '../../platform/errors.ts';
import { networkOf } from '../../platform/machine/address.ts';
import { queueMail } from '../outbox/queue.ts';
import { type Limit, removeHits, secondsOver, takeHits } from './store-throttle.ts';
import { count, PER_ACCOUNT, PER_ADDRESS, QUARTER_HOUR } from './throttle.ts';

type Tools = Pick<Parts, 'db' | 'clock'>;

/** How many wrong attempts are evaluated in a period: for one account, or from one network. */
interface Bound {
  readonly by: 'account' | 'network';
  readonly most: number;
  readonly windowMs: number;
}
interface Guessable {
  readonly bounds: readonly Bound[];
  /** The owner gets a mail once an account's attempts are used up, at most once a day. */
  readonly told?: true;
  /** Where it is sent: `endpoint.field`. */
  readonly at: readonly string[];
}

const perNetwork: Bound = { by: 'network', most: PER_ADDRESS, windowMs: QUARTER_HOUR };
const perAccount: Bound = { by: 'account', most: PER_ACCOUNT, windowMs: QUARTER_HOUR };

/**
 * Every secret that could be guessed, with its limits. A test walks the contract: each field that takes a
 * secret must be listed here or, with a reason, in that test. Passwords follow `attempt`
 * (docs/decisions/0092).
 */
export const GUESSABLE = {
  /**
   * Codes of an authenticator and recovery codes. An attacker needs the password or a session first, so a
   * strict limit per account does not let strangers lock the owner out. At 50 a day a code of six digits, of
   * which three are valid at a time, is hit with a chance of 5 % in a year.
   */
  code: {
    bounds: [perAccount, { by: 'account', most: 50, windowMs: DAY }],
    told: true,
    at: ['auth.second_factor.totp', 'auth.second_factor.recovery', 'me.confirm.totp', 'me.confirm.recovery'],
  },
  /** The first code of an authenticator that is being set up. */
  first_code: { bounds: [perAccount], at: ['me.totp_set.code'] },
  /** A signature: it cannot be guessed, but checking it is expensive. */
  passkey: { bounds: [perNetwork], at: ['auth.second_factor.passkey', 'me.confirm.passkey'] },
  /** The following are 256 random bits each. */
  challenge: {
    bounds: [perNetwork],
    at: [
      'auth.second_factor.challenge',
      'me.confirm.challenge',
      'me.passkey_create.challenge',
      'auth.sso_finish.challenge',
      'me.sso_link.challenge',
      'me.confirm.sso',
    ],
  },
  /** Also invitations, which use the same kind of link. */
  reset_link: { bounds: [perNetwork], at: ['auth.reset_password.token'] },
  email_link: { bounds: [perNetwork], at: ['me.confirm_email.token'] },
  /** The code on the label of a box: at least 16 characters, by somebody who is signed in. */
  claim_code: { bounds: [perAccount, perNetwork], at: ['boxes.claim.claim_code'] },
  box_link: { bounds: [perNetwork], at: ['box_links.open.token'] },
  file_link: { bounds: [perNetwork], at: ['jobs.download.token'] },
} as const satisfies Record<string, Guessable>;
export type GuessableName = keyof typeof GUESSABLE;

/**
 * Who makes the attempt: an account's limits count separately for each of its own devices, as with passwords.
 */
export interface Guesser {
  readonly address: string;
  readonly account?: { readonly id: number; readonly device?: string | undefined };
}

/**
 * Evaluates a secret within its limits: a wrong attempt counts, a right one does not. Throws 429 before
 * anything is evaluated. `check` returns a falsy value for a wrong secret.
 */
export async function guess<T>(
  tools: Tools,
  name: GuessableName,
  who: Guesser,
  check: () => Promise<T>,
): Promise<T> {
  const { db, clock } = tools;
  const limits = limitsOf(name, who);
  const hits = await count(db, clock, limits);
  try {
    const found = await check();
    if (found) await removeHits(db, hits);
    else if ('told' in GUESSABLE[name]) await tellOwner(tools, name, who, limits);
    return found;
  } catch (error) {
    // Another limit refused it: nothing was evaluated.
    if (error instanceof TooManyRequests) await removeHits(db, hits);
    throw error;
  }
}

function limitsOf(name: GuessableName, { address, account }: Guesser): Limit[] {
  const bounds: readonly Bound[] = GUESSABLE[name].bounds;
  return bounds.map(({ by, most, windowMs }) => ({
    scope: `guess_${name}_${by}_${windowMs / MINUTE}`,
    subject: by === 'network' ? networkOf(address) : `${account?.id ?? 0}|${account?.device ?? ''}`,
    most,
    windowMs,
  }));
}

/** An attacker who used up the attempts has the password, so the owner should know. */
async function tellOwner(
  { db, clock }: Tools,
  name: GuessableName,
  { address, account }: Guesser,
  limits: readonly Limit[],
): Promise<void> {
  const now = clock.date();
  if (account === undefined || (await secondsOver(db, limits, now)).every((seconds) => seconds === 0)) return;
  await transaction(db, async (trx) => {
    const once = { scope: `told_${name}`, subject: String(account.id), most: 1, windowMs: DAY };
    if (typeof (await takeHits(trx, [once], now)) === 'number') return;
    await queueMail(trx, { kind: 'codes_guessed', userId: account.id, address, at: now });
  });
}
