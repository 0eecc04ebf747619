import { networkOf } from '../address.ts';
import { TooManyRequests } from '../errors.ts';
import { bucketPer } from '../rate.ts';

/** Calls that need no session, of one network: an office that signs in at eight passes, a flood does not. */
const PER_SECOND = 20;
const BURST = 300;

/** How fast who is not signed in may ask: kept in memory, so that it costs nothing before a body is read. */
export const visitorRate = () => bucketPer(PER_SECOND, BURST);
export type VisitorRate = ReturnType<typeof visitorRate>;

export function refuseHaste(rate: VisitorRate, address: string): void {
  const now = performance.now();
  if (!rate.of(networkOf(address), now).tryTake(now)) throw new TooManyRequests(1);
}
