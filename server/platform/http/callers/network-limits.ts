import { TooManyRequests } from '../../errors.ts';
import { bucketPer } from '../../load/rate.ts';
import { networkOf } from '../../machine/address.ts';

/**
 * Requests from one network that is not signed in: enough for an office that signs in at eight, too few for a
 * flood.
 */
const VISITS = { perSecond: 20, burst: 300 };
/** Invalid credentials from one network: enough for expired sessions, too few for guessing. */
const WRONG = { perSecond: 5, burst: 200 };
/** Files of the console are the same for everybody and need no credentials, some hundred for a screen. */
const FILES = { perSecond: 300, burst: 10_000 };
/** Maximum number of recently valid credentials that are recognized without a query. */
const MAX_KNOWN = 20_000;

/** Limits for callers that are not identified yet, by network. In memory, so that a refusal costs nothing. */
export interface NetworkLimits {
  /** Counts a request without credentials. Throws 429 beyond the rate, as the others do. */
  countRequest(address: string): void;
  /** Counts a file of the console. */
  countFile(address: string): void;
  /**
   * Counts a health probe separately from other calls: a flood of these must not make the server look
   * unhealthy.
   */
  countProbe(address: string): void;
  /**
   * Call before credentials are looked up. Throws if their network has sent too many invalid ones, unless
   * these were valid recently: somebody on the same network as an attacker stays signed in, and a 429 means
   * that nothing was looked up.
   */
  checkCredentials(address: string, credentials: Buffer): void;
  /** Records that they were valid. */
  noteValid(credentials: Buffer): void;
  noteInvalid(address: string): void;
}

export function makeNetworkLimits(now: () => number = () => performance.now()): NetworkLimits {
  const [visits, files, probes, wrongs] = [VISITS, FILES, VISITS, WRONG].map(({ perSecond, burst }) =>
    bucketPer(perSecond, burst),
  ) as [Buckets, Buckets, Buckets, Buckets];
  const known = new Set<string>();
  const take = (buckets: Buckets, address: string) => {
    if (!buckets.of(networkOf(address), now()).tryTake(now())) throw new TooManyRequests(1);
  };
  const forget = (name: string) => known.delete(name);
  return {
    countRequest: (address) => take(visits, address),
    countFile: (address) => take(files, address),
    countProbe: (address) => take(probes, address),
    checkCredentials(address, credentials) {
      if (known.has(credentials.toString('base64'))) return;
      if (!wrongs.of(networkOf(address), now()).has(now())) throw new TooManyRequests(1);
    },
    noteValid(credentials) {
      const name = credentials.toString('base64');
      forget(name);
      known.add(name);
      const [oldest] = known;
      if (known.size > MAX_KNOWN && oldest !== undefined) forget(oldest);
    },
    noteInvalid: (address) => void wrongs.of(networkOf(address), now()).tryTake(now()),
  };
}
type Buckets = ReturnType<typeof bucketPer>;
