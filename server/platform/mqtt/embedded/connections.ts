import { randomUUID } from 'node:crypto';
import type { Client } from 'aedes';
import type { Db } from '../../database/db.ts';
import { batch } from '../../events/batch.ts';
import type { Hub } from '../../events/hub.ts';
import { notify } from '../../events/store-events.ts';
import { CONNECTION_CHANNEL, readConnectionNotice } from '../broker.ts';
import { credentialsByBox, isStillTrue, type Proof } from '../store-credentials.ts';
import { lookupTogether } from './lookup.ts';

/** Maximum number of boxes in one notice: PostgreSQL limits payloads. */
const BOXES_PER_NOTICE = 500;
/** How long a closed connection is remembered, ms: admitting one takes less. */
const REMEMBERED_MS = 120_000;

/** The live connections of this process, one per box, each with its proof. */
export interface Connections {
  /**
   * Adds a connection, admitted by what the database contained at `readAt` (performance.now()) or later.
   * Returns false, without adding it, if the box has changed since.
   */
  add(client: Client, proof: Proof, readAt: number): boolean;
  proofOf(client: Client): Proof | undefined;
  ofBox(box: number): Client | undefined;
  all(): Client[];
  /** Closes the connections of this box in the other processes. */
  opened(client: Client): void;
  /** Whether the proof of a connection is still valid; otherwise closes it. */
  isStillTrue(client: Client): Promise<boolean>;
}

/**
 * A connection belongs to a box, not to a serial number: its messages belong to that box whatever its present
 * name, and it is closed when the box gets another serial number, client or password. The database notifies
 * of each such change (migration 0390).
 */
export function makeConnections(db: Db, hub: Hub): Connections {
  const processId = randomUUID();
  const byBox = new Map<number, Client>();
  const proofs = new WeakMap<Client, Proof>();
  const changedAt = makeRecent();
  const known = lookupTogether((boxes: readonly number[]) => credentialsByBox(db, boxes, new Date()));

  const check = async (client: Client): Promise<boolean> => {
    const proof = proofs.get(client);
    const isTrue =
      proof !== undefined &&
      (await known(proof.box).then(
        (credentials) => isStillTrue(proof, credentials),
        () => false,
      ));
    if (!isTrue) client.close();
    return isTrue;
  };
  const announce = batch<number>(
    50,
    (boxes) => {
      for (let start = 0; start < boxes.length; start += BOXES_PER_NOTICE) {
        const some = boxes.slice(start, start + BOXES_PER_NOTICE);
        notify(db, CONNECTION_CHANNEL, `${processId}:${some.join(',')}`).catch(() => undefined);
      }
    },
    () => undefined,
  );
  hub.listen(CONNECTION_CHANNEL, (payload) => {
    const notice = readConnectionNotice(payload);
    if ('changed' in notice) {
      changedAt.note(notice.changed);
      const client = byBox.get(notice.changed);
      if (client !== undefined) void check(client);
    } else if (notice.from !== processId) for (const box of notice.boxes) byBox.get(box)?.close();
  });
  // Changes may have been missed while not listening.
  hub.onGap(() => byBox.forEach((client) => void check(client)));
  return {
    add(client, proof, readAt) {
      if (changedAt.of(proof.box) >= readAt) return false;
      byBox.get(proof.box)?.close();
      byBox.set(proof.box, client);
      proofs.set(client, proof);
      client.conn.once('close', () => {
        if (byBox.get(proof.box) === client) byBox.delete(proof.box);
      });
      return true;
    },
    proofOf: (client) => proofs.get(client),
    ofBox: (box) => byBox.get(box),
    all: () => [...byBox.values()],
    opened(client) {
      const proof = proofs.get(client);
      if (proof !== undefined) announce([proof.box]);
    },
    isStillTrue: check,
  };
}

/** When an event was recorded for a box, kept for a while. */
function makeRecent() {
  const times = new Map<number, number>();
  return {
    note(box: number): void {
      const now = performance.now();
      times.delete(box);
      for (const [one, at] of times) {
        if (at > now - REMEMBERED_MS) break;
        times.delete(one);
      }
      times.set(box, now);
    },
    of: (box: number) => times.get(box) ?? Number.NEGATIVE_INFINITY,
  };
}
