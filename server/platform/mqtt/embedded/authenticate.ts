import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import type { Client } from 'aedes';
import { newSecret, sameBytes, sha256 } from '../../crypto/secrets.ts';
import type { Db } from '../../database/db.ts';
import { bucketPer, makeBucket } from '../../load/rate.ts';
import type { Log } from '../../log/log.ts';
import { type Credentials, credentialsBySerial } from '../store-credentials.ts';
import type { Connections } from './connections.ts';
import { lookupTogether } from './lookup.ts';
import type { Networks } from './networks.ts';

/** Connections of one serial number with the right password. */
const SESSIONS = { perSecond: 5, burst: 100 };
/** Delay before a refusal is answered: a box that retries in a loop costs little. */
const REFUSAL_DELAY_MS = 1000;
const BAD_CREDENTIALS = 4;

type Done = (error: { returnCode: number } | null, admitted: boolean | null) => void;

export interface AuthenticateOptions {
  readonly db: Db;
  readonly log: Log;
  readonly networks: Networks;
  readonly connections: Pick<Connections, 'add'>;
  /** A refusal, by its reason. */
  readonly refused: (reason: string) => void;
}

/**
 * Whether a connection speaks for the box it names. A wrong password is charged to the network it came
 * from and never to the serial number, which everybody can read on the pole: the box itself always gets
 * in. Only who has the right password uses up what one serial number may connect.
 */
export function makeAuthenticate({ db, log, networks, connections, refused }: AuthenticateOptions) {
  const sessions = bucketPer(SESSIONS.perSecond, SESSIONS.burst);
  const credentialsOf = lookupTogether((serials: readonly string[]) =>
    credentialsBySerial(db, serials, new Date()),
  );
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
    const asked = performance.now();
    credentialsOf(serial).then(
      (known) => {
        const secret = provenBy(certified, known, password);
        if (known === undefined || secret === undefined) return refuseForGood();
        networks.known(socket);
        const now = performance.now();
        if (!sessions.of(serial, now).tryTake(now)) return hangUp('too many connections');
        if (!connections.add(client, { ...known, secret }, asked)) return hangUp('changed meanwhile');
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

/** What lets a box in: null for a certificate, else the hash of the one of its passwords; undefined when nothing does. */
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
