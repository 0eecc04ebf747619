import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import type { Client } from 'aedes';
import { newSecret, sameBytes, sha256 } from '../../crypto/secrets.ts';
import type { Db } from '../../database/db.ts';
import type { Log } from '../../log/log.ts';
import { bucketPer, makeBucket } from '../../rate.ts';
import { secretsOfBoxes } from '../store-credentials.ts';
import type { Networks } from './networks.ts';

/** Connections of one serial number with the right password. */
const SESSIONS = { perSecond: 5, burst: 100 };
/** Delay before a refusal is answered: a box that retries in a loop costs little. */
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
    const certified = certifiedAs(socket);
    const named =
      certified === undefined ? username === serial && password !== undefined : certified === serial;
    if (!named || (username !== undefined && username !== serial)) {
      refuseForGood();
      return;
    }
    secretOf(serial).then(
      (secrets) => {
        if (!mayEnter(certified, secrets, password)) return refuseForGood();
        networks.known(socket);
        const now = performance.now();
        if (!sessions.of(serial, now).tryTake(now)) return hangUp('too many connections');
        done(null, true);
      },
      () => hangUp('database away'),
    );
  };
}

/**
 * Whom the certificate of a connection names, when an authority of MQTT_CLIENT_CA gave it: its common name is the
 * serial number. Undefined for a connection without one; it comes by password.
 */
function certifiedAs(socket: Socket): string | undefined {
  if (!(socket instanceof TLSSocket) || !socket.authorized) return undefined;
  const name: string | string[] | undefined = socket.getPeerCertificate().subject?.CN;
  return typeof name === 'string' ? name : undefined;
}

/** By certificate for any box there is, else by one of its passwords. */
function mayEnter(
  certified: string | undefined,
  secrets: readonly Buffer[] | undefined,
  password?: Buffer,
): boolean {
  if (certified !== undefined) return secrets !== undefined;
  // An unknown serial number takes as long as a wrong password.
  const hash = sha256(password ?? '');
  const known = secrets?.length ? secrets : [sha256(newSecret())];
  return known.map((secret) => sameBytes(hash, secret)).includes(true) && secrets !== undefined;
}

/** Looks up secrets, all of one moment in one query: a flood of guesses costs the database little. */
function together(db: Db): (serial: string) => Promise<readonly Buffer[] | undefined> {
  let coming: { serials: Set<string>; found: Promise<Map<string, Buffer[]>> } | undefined;
  return async (serial) => {
    if (coming === undefined) {
      const serials = new Set<string>();
      const found = new Promise<void>((resolve) => setTimeout(resolve, GATHER_MS)).then(() => {
        coming = undefined;
        return secretsOfBoxes(db, [...serials], new Date());
      });
      coming = { serials, found };
    }
    coming.serials.add(serial);
    return (await coming.found).get(serial);
  };
}
