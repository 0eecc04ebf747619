import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { FORMATS } from '@aerowatch/domain/formats';
import type { Client } from 'aedes';
import { newSecret, sameBytes, sha256 } from '../../crypto/secrets.ts';
import type { Db } from '../../database/db.ts';
import { bucketPer, makeBucket } from '../../load/rate.ts';
import type { Log } from '../../log/log.ts';
import type { ClaimTaker } from '../broker.ts';
import { type Credentials, credentialsBySerial, noteRetired } from '../store-credentials.ts';
import type { Connections } from './connections.ts';
import { lookupTogether } from './lookup.ts';
import type { Networks } from './networks.ts';

/** Connections of one serial number with the right password. */
const SESSIONS = { perSecond: 5, burst: 100 };
/** Claims looked up for one network, or one serial number where many boxes share an address; as wrong passwords. */
const CLAIMS = { perSecond: 5, burst: 300 };
/** Delay before a refusal is sent, so that a box that retries in a loop costs little. */
const REFUSAL_DELAY_MS = 1000;
const BAD_CREDENTIALS = 4;

type Done = (error: { returnCode: number } | null, admitted: boolean | null) => void;

export interface AuthenticateOptions {
  readonly db: Db;
  readonly log: Log;
  readonly networks: Networks;
  readonly connections: Pick<Connections, 'add'>;
  /** Counts a refusal by its reason. */
  readonly metrics: { refused(reason: string): void };
  /** Decides on serial numbers that no box has. */
  readonly takers: { readonly claim: ClaimTaker };
  /** Stores a serial number that was refused, and from where. */
  readonly refusals: { add(serial: string, address: string): void };
}

/**
 * Whether a connection belongs to the box it names. A wrong password counts against its network and never
 * against the serial number, which everybody can read on the pole: the box itself always gets in. Only
 * callers with the right password use up the connections of a serial number.
 */
export function makeAuthenticate(options: AuthenticateOptions) {
  const { db, log, networks, connections, metrics, refusals } = options;
  const sessions = bucketPer(SESSIONS.perSecond, SESSIONS.burst);
  const credentialsOf = lookupTogether((serials: readonly string[]) =>
    credentialsBySerial(db, serials, new Date()),
  );
  // A flood of refusals must not flood the log.
  const lines = makeBucket(5, 50);
  let unsaid = 0;
  const claimed = claimsWithin(options.takers);
  const sayIfRetired = makeSayIfRetired(db, log);

  return (client: Client, username: string | undefined, password: Buffer | undefined, done: Done): void => {
    const socket = client.conn as Socket;
    const network = networks.of(socket);
    const serial = client.id;
    const refuse = (reason: string, answer: () => void) => {
      metrics.refused(reason);
      if (lines.tryTake(performance.now())) {
        const more = unsaid === 0 ? {} : { unsaid };
        log.warn({ serial: String(serial).slice(0, 64), network, reason, ...more }, 'a box was refused');
        unsaid = 0;
      } else unsaid += 1;
      setTimeout(answer, REFUSAL_DELAY_MS).unref();
    };
    const refuseForGood = () => {
      networks.failed(network, performance.now());
      refusals.add(String(serial), network);
      refuse('bad credentials', () =>
        done(Object.assign(new Error('bad credentials'), { returnCode: BAD_CREDENTIALS }), null),
      );
    };
    // Closes without a CONNACK: clients treat any refusal as final (mqtt.js does, also of 3, server
    // unavailable), and retry after a connection that just ends.
    const hangUp = (reason: string) => refuse(reason, () => client.close());
    const certified = certifiedAs(socket);
    if (!namesItself(serial, certified, username, password)) {
      refuseForGood();
      return;
    }
    const asked = performance.now();
    const claim = { serial, network, password: certified === undefined ? password : undefined };
    credentialsOf(serial)
      .then(async (known) => known ?? ((await claimed(claim)) ? credentialsOf(serial) : undefined))
      .then((known) => {
        const secret = provenBy(certified, known, password);
        if (known === undefined || secret === undefined) {
          sayIfRetired(serial, password);
          return refuseForGood();
        }
        networks.known(socket);
        if (known.full) return hangUp('waits with all that is kept');
        const now = performance.now();
        if (!sessions.of(serial, now).tryTake(now)) return hangUp('too many connections');
        if (!connections.add(client, { ...known, secret }, asked)) return hangUp('changed meanwhile');
        done(null, true);
      })
      .catch(() => hangUp('database away'));
  };
}

/** Whether certificate, or user name with a password, are of the serial number that connects. */
function namesItself(
  serial: string,
  certified: string | undefined,
  username: string | undefined,
  password: Buffer | undefined,
): boolean {
  if (username !== undefined && username !== serial) return false;
  return certified === undefined ? username === serial && password !== undefined : certified === serial;
}

interface ShownClaim {
  readonly serial: string;
  readonly network: string;
  readonly password: Buffer | undefined;
}
/** Claims are evaluated at a limited rate: beyond it a serial number is refused without one. */
function claimsWithin(takers: AuthenticateOptions['takers']) {
  const tries = bucketPer(CLAIMS.perSecond, CLAIMS.burst);
  return async ({ serial, network, password }: ShownClaim): Promise<boolean> => {
    if (password === undefined || !FORMATS.serial_number.test(serial)) return false;
    const now = performance.now();
    if (!tries.of(network === '' ? `serial ${serial}` : network, now).tryTake(now)) return false;
    return takers.claim({ serial, hash: sha256(password), network });
  };
}

/** Administrators see that hardware which was replaced is still in use somewhere; a few a second are noted. */
function makeSayIfRetired(db: Db, log: Log): (serial: string, password: Buffer | undefined) => void {
  const notes = makeBucket(5, 50);
  return (serial, password) => {
    if (password === undefined || !notes.tryTake(performance.now())) return;
    noteRetired(db, serial, sha256(password), new Date()).then(
      (is) => is && log.warn({ serial }, 'a box that was replaced still connects'),
      (error) => log.warn({ err: error, serial }, 'a refusal was not noted'),
    );
  };
}

/**
 * The serial number in a connection's certificate (its common name), if an authority of MQTT_CLIENT_CA issued
 * it. Undefined for a connection without one, which uses a password.
 */
function certifiedAs(socket: Socket): string | undefined {
  if (!(socket instanceof TLSSocket) || !socket.authorized) return undefined;
  const name: string | string[] | undefined = socket.getPeerCertificate().subject?.CN;
  return typeof name === 'string' ? name : undefined;
}

/**
 * What admits a box: null for a certificate, else the hash of the matching password; undefined for neither.
 */
function provenBy(
  certified: string | undefined,
  known: Credentials | undefined,
  password?: Buffer,
): Buffer | null | undefined {
  if (certified !== undefined) return null;
  // An unknown serial number takes as long as a wrong password.
  const hash = sha256(password ?? '');
  const secrets = known?.secrets.length ? known.secrets : [sha256(newSecret())];
  return secrets.map((secret) => sameBytes(hash, secret)).includes(true) ? hash : undefined;
}
