import type { Socket } from 'node:net';
import type { Client } from 'aedes';
import { newSecret, sameBytes, sha256 } from '../crypto/secrets.ts';
import type { Db } from '../database/db.ts';
import type { Log } from '../log/log.ts';
import { bucketPer, makeBucket } from '../rate.ts';
import type { Networks } from './networks.ts';
import { secretsOfBoxes } from './store-credentials.ts';

/** Connections of one serial number with the right password. */
const SESSIONS = { perSecond: 5, burst: 100 };
/** Who is refused waits this long for the answer: a box that tries in a loop costs little. */
const REFUSAL_DELAY_MS = 1000;
const BAD_CREDENTIALS = 4;
/** Passwords that come within so many ms are looked up together. */
const GATHER_MS = 5;

type Done = (error: { returnCode: number } | null, admitted: boolean | null) => void;

export interface AuthenticateOptions {
  readonly db: Db;
  readonly log: Log;
  readonly networks: Networks;
  /** A refusal, by its reason. */
  readonly refused: (reason: string) => void;
}

/**
 * Whether a connection speaks for the box it names. A wrong password is charged to the network it came
 * from and never to the serial number, which everybody can read on the pole: the box itself always gets
 * in. Only who has the right password uses up what one serial number may connect.
 */
export function makeAuthenticate({ db, log, networks, refused }: AuthenticateOptions) {
  const sessions = bucketPer(SESSIONS.perSecond, SESSIONS.burst);
  const secretOf = together(db);
  // A flood of refusals is no flood of lines.
  const lines = makeBucket(5, 50);
  let unsaid = 0;

  return (client: Client, username: string | undefined, password: Buffer | undefined, done: Done): void => {
    const socket = client.conn as Socket;
    const network = networks.of(socket);
    const serial = client.id;
    const refuse = (reason: string, answer: () => void) => {
      refused(reason);
      if (lines.tryTake(performance.now())) {
        const more = unsaid === 0 ? {} : { unsaid };
        log.warn({ serial: String(serial).slice(0, 64), network, reason, ...more }, 'a box was refused');
        unsaid = 0;
      } else unsaid += 1;
      setTimeout(answer, REFUSAL_DELAY_MS).unref();
    };
    const refuseForGood = () => {
      networks.failed(network, performance.now());
      refuse('bad credentials', () =>
        done(Object.assign(new Error('bad credentials'), { returnCode: BAD_CREDENTIALS }), null),
      );
    };
    // Without a CONNACK: clients take any refusal as final (mqtt.js does, also of 3, server unavailable),
    // and come again after a connection that just ends.
    const hangUp = (reason: string) => refuse(reason, () => client.close());
    if (username === undefined || password === undefined || username !== serial) {
      refuseForGood();
      return;
    }
    secretOf(serial).then(
      (secret) => {
        // An unknown serial number takes as long as a wrong password.
        const right = sameBytes(sha256(password), secret ?? sha256(newSecret()));
        if (secret == null || !right) return refuseForGood();
        networks.known(socket);
        const now = performance.now();
        if (!sessions.of(serial, now).tryTake(now)) return hangUp('too many connections');
        done(null, true);
      },
      () => hangUp('database away'),
    );
  };
}

/** Looks secrets up, those asked for at the same moment by one question: a flood of guesses costs the database little. */
function together(db: Db): (serial: string) => Promise<Buffer | null | undefined> {
  let coming: { serials: Set<string>; found: Promise<Map<string, Buffer | null>> } | undefined;
  return async (serial) => {
    if (coming === undefined) {
      const serials = new Set<string>();
      const found = new Promise<void>((resolve) => setTimeout(resolve, GATHER_MS)).then(() => {
        coming = undefined;
        return secretsOfBoxes(db, [...serials]);
      });
      coming = { serials, found };
    }
    coming.serials.add(serial);
    return (await coming.found).get(serial);
  };
}
