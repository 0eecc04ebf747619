import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/db.ts';
import { TooManyRequests } from '../../platform/errors.ts';
import { networkOf } from '../../platform/machine/address.ts';
import { addHits, forget, type Limit, removeHits, secondsOver, takeHits } from './store-throttle.ts';

export const QUARTER_HOUR = 15 * 60_000;
/** 10 failures per account and 50 per address in 15 minutes. */
export const PER_ACCOUNT = 10;
export const PER_ADDRESS = 50;
/** Above this many failures of one account from everywhere, networks it never signed in from get fewer tries. */
const PER_ACCOUNT_EVERYWHERE = 100;
const TRIES_UNDER_ATTACK = 2;
const KNOWN_FOR = 30 * 24 * 3_600_000;

export interface Attempt {
  /** The hits that were recorded. */
  readonly hits: readonly number[];
  /** The attempt succeeded: neither it nor the `earlier` hits leading to it count as failures. */
  succeeded(trx: Db, earlier?: readonly number[]): Promise<void>;
}

/**
 * Counts an attempt before it is made (docs/decisions/0092), or throws 429: an attempt answered with 429 is
 * not evaluated. Counted by device if the account has signed in with it, so that others' failures do not
 * matter; otherwise by network: an IPv4 address, or the /64 of an IPv6 address, within which an attacker has
 * 2^64 addresses.
 */
export function attempt(
  db: Db,
  clock: Clock,
  account: string,
  { address, device }: { address: string; device?: string | undefined },
): Promise<Attempt> {
  return device === undefined
    ? fromNetwork(db, clock, account, networkOf(address))
    : fromDevice(db, clock, account, device);
}

/** The limit per device: ten failures of an account from one of its own devices. */
async function fromDevice(db: Db, clock: Clock, account: string, device: string): Promise<Attempt> {
  const limit = limitOf('login_device', `${account}|${device}`, PER_ACCOUNT);
  await count(db, clock, [limit]);
  return { hits: [], succeeded: (trx) => forget(trx, limit) };
}

/**
 * The limits per network. Ten failures of an account from one network block that network for the account.
 * Fifty failures from one network block it for accounts that never signed in from there. A hundred failures
 * of one account leave two attempts to each network it never signed in from: never none, or strangers could
 * lock its owner out.
 */
async function fromNetwork(db: Db, clock: Clock, account: string, network: string): Promise<Attempt> {
  const now = clock.date();
  const pair = limitOf('login_pair', `${account}|${network}`, PER_ACCOUNT);
  const byAddress = limitOf('login_address', network, PER_ADDRESS);
  const byAccount = limitOf('login_account', account, PER_ACCOUNT_EVERYWHERE);
  const known = knownAt(account, network);
  const [pairId = 0, addressId = 0, accountId = 0] = await addHits(db, [pair, byAddress, byAccount], now);
  const ids = [pairId, addressId, accountId];
  const few = { ...pair, most: TRIES_UNDER_ATTACK };
  const [overPair = 0, overFew = 0, overAddress = 0, overEverywhere = 0, isKnown = 0] = await secondsOver(
    db,
    [pair, few, byAddress, byAccount, known],
    now,
    [pairId, pairId, addressId, accountId],
  );
  const fromStrangers = isKnown === 0 ? Math.max(overAddress, overEverywhere > 0 ? overFew : 0) : 0;
  const seconds = Math.max(overPair, fromStrangers);
  if (seconds > 0) {
    // A refused attempt reveals nothing about the password, so it does not count as a failure.
    await removeHits(db, ids);
    throw new TooManyRequests(seconds);
  }
  return {
    hits: ids,
    succeeded: async (trx, earlier = []) => {
      await removeHits(trx, [...ids, ...earlier]);
      await welcome(trx, clock, account, network);
    },
  };
}

/** The owner signed in from this address: its failures are cleared, and it counts as known. */
export async function welcome(trx: Db, clock: Clock, account: string, address: string): Promise<void> {
  const network = networkOf(address);
  const known = knownAt(account, network);
  await forget(trx, limitOf('login_pair', `${account}|${network}`, PER_ACCOUNT));
  await forget(trx, known);
  await addHits(trx, [known], clock.date());
}

const limitOf = (scope: string, subject: string, most: number): Limit => ({
  scope,
  subject,
  most,
  windowMs: QUARTER_HOUR,
});
const knownAt = (account: string, network: string): Limit => ({
  ...limitOf('login_known', `${account}|${network}`, 1),
  windowMs: KNOWN_FOR,
});

/** Counts a call and throws 429 after too many; returns the hits, so that they can be removed. */
export async function count(db: Db, clock: Clock, limits: readonly Limit[]): Promise<number[]> {
  const taken = await takeHits(db, limits, clock.date());
  if (typeof taken === 'number') throw new TooManyRequests(taken);
  return taken;
}

/** Limits of queries about an e-mail from one network, and of links sent to one e-mail. */
export const askLimits = (scope: string, address: string): Limit[] => [
  limitOf(`${scope}_address`, networkOf(address), PER_ADDRESS),
];
export const mailLimits = (account: string, address: string): Limit[] => [
  ...askLimits('reset', address),
  limitOf('reset_account', account, 5),
];
