import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/db.ts';
import { TooManyRequests } from '../../platform/errors.ts';
import { addHits, forget, type Limit, removeHits, secondsOver } from './store-throttle.ts';

const QUARTER_HOUR = 15 * 60_000;
/** From settled numbers: 10 failures of an account and 50 of an address in 15 minutes. */
const PER_ACCOUNT = 10;
const PER_ADDRESS = 50;
/** Above this many failures of one account from everywhere, only addresses it signed in from are heard. */
const PER_ACCOUNT_EVERYWHERE = 100;
const KNOWN_FOR = 30 * 24 * 3_600_000;

export interface Attempt {
  /** The right one: it does not count as a failure. */
  succeeded(trx: Db): Promise<void>;
  /** A wrong one: throws 429 when the account has had its ten failures, wherever they came from. */
  failed(): Promise<void>;
}

/**
 * Counts an attempt to sign in before it is made. Ten failures of an account from one address close that
 * address to the account, so that a stranger elsewhere cannot lock the owner out; ten failures from
 * everywhere make each further wrong one a 429, and a hundred close the account but to known addresses.
 */
export async function attempt(db: Db, clock: Clock, account: string, address: string): Promise<Attempt> {
  const now = clock.date();
  const pair: Limit = {
    scope: 'login_pair',
    subject: `${account}|${address}`,
    most: PER_ACCOUNT,
    windowMs: QUARTER_HOUR,
  };
  const from: Limit = { scope: 'login_address', subject: address, most: PER_ADDRESS, windowMs: QUARTER_HOUR };
  const of: Limit = { scope: 'login_account', subject: account, most: PER_ACCOUNT, windowMs: QUARTER_HOUR };
  const known: Limit = {
    scope: 'login_known',
    subject: `${account}|${address}`,
    most: 1,
    windowMs: KNOWN_FOR,
  };
  const [pairId = 0, fromId = 0, ofId = 0] = await addHits(db, [pair, from, of], now);
  const ids = [pairId, fromId, ofId];
  const refuse = async (seconds: number) => {
    // A refused attempt tells nothing about the password, so it does not count as a failure.
    await removeHits(db, ids);
    throw new TooManyRequests(seconds);
  };
  const [overPair = 0, overFrom = 0, overOf = 0, overAll = 0, isKnown = 0] = await secondsOver(
    db,
    [
      [pair, pairId],
      [from, fromId],
      [of, ofId],
      [{ ...of, most: PER_ACCOUNT_EVERYWHERE }, ofId],
      [known, Number.MAX_SAFE_INTEGER],
    ],
    now,
  );
  if (overPair > 0 || overFrom > 0) await refuse(Math.max(overPair, overFrom));
  if (overAll > 0 && isKnown === 0) await refuse(overAll);
  return {
    succeeded: async (trx) => {
      await removeHits(trx, ids);
      await forget(trx, pair);
      await forget(trx, known);
      await addHits(trx, [known], now);
    },
    failed: async () => {
      if (overOf > 0) throw new TooManyRequests(overOf);
    },
  };
}

/** Counts a call and throws 429 when there were too many before it. */
export async function count(db: Db, clock: Clock, limits: readonly Limit[]): Promise<void> {
  const now = clock.date();
  const ids = await addHits(db, limits, now);
  const asked = limits.map((limit, index) => [limit, ids[index] ?? 0] as const);
  const seconds = Math.max(...(await secondsOver(db, asked, now)));
  if (seconds === 0) return;
  await removeHits(db, ids);
  throw new TooManyRequests(seconds);
}

/** Questions about an e-mail from one address, and links sent to one e-mail. */
export const askLimits = (scope: string, address: string): Limit[] => [
  { scope: `${scope}_address`, subject: address, most: 50, windowMs: QUARTER_HOUR },
];
export const mailLimits = (account: string, address: string): Limit[] => [
  ...askLimits('reset', address),
  { scope: 'reset_account', subject: account, most: 5, windowMs: QUARTER_HOUR },
];
