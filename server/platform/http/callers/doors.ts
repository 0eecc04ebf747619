import { TooManyRequests } from '../../errors.ts';
import { bucketPer } from '../../load/rate.ts';
import { networkOf } from '../../machine/address.ts';

/** Requests of one network that is not signed in: an office that signs in at eight passes, a flood does not. */
const VISITS = { perSecond: 20, burst: 300 };
/** Credentials of one network that open nothing: sessions that ended meanwhile pass, guessing does not. */
const WRONG = { perSecond: 5, burst: 200 };
/** Files of the console are the same for everybody and come without credentials, some hundred for a screen. */
const FILES = { perSecond: 300, burst: 10_000 };
/** Credentials that opened lately are known without a look at the database, these many. */
const MAX_KNOWN = 20_000;

/** What somebody may ask who has not shown yet who it is, by network. Kept in memory: a refusal costs nothing. */
export interface Doors {
  /** Counts a request without credentials. Throws 429 beyond the rate, as the others do. */
  visit(address: string): void;
  /** Counts a file of the console. */
  file(address: string): void;
  /** Counts a health probe separately from other calls: a flood of those must not make the server look ill. */
  probe(address: string): void;
  /**
   * Credentials are about to be looked up: not when their network has sent too many wrong ones, unless these opened
   * here before. Who sits beside a guesser stays signed in, and a 429 says that nothing was looked at.
   */
  knock(address: string, credentials: Buffer): void;
  /** What they came to. */
  opened(credentials: Buffer): void;
  wrong(address: string): void;
}

export function makeDoors(now: () => number = () => performance.now()): Doors {
  const [visits, files, probes, wrongs] = [VISITS, FILES, VISITS, WRONG].map(({ perSecond, burst }) =>
    bucketPer(perSecond, burst),
  ) as [Buckets, Buckets, Buckets, Buckets];
  const known = new Set<string>();
  const take = (buckets: Buckets, address: string) => {
    if (!buckets.of(networkOf(address), now()).tryTake(now())) throw new TooManyRequests(1);
  };
  const forget = (name: string) => known.delete(name);
  return {
    visit: (address) => take(visits, address),
    file: (address) => take(files, address),
    probe: (address) => take(probes, address),
    knock(address, credentials) {
      if (known.has(credentials.toString('base64'))) return;
      if (!wrongs.of(networkOf(address), now()).has(now())) throw new TooManyRequests(1);
    },
    opened(credentials) {
      const name = credentials.toString('base64');
      forget(name);
      known.add(name);
      const [oldest] = known;
      if (known.size > MAX_KNOWN && oldest !== undefined) forget(oldest);
    },
    wrong: (address) => void wrongs.of(networkOf(address), now()).tryTake(now()),
  };
}
type Buckets = ReturnType<typeof bucketPer>;
