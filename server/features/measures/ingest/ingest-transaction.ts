import { Unreadable } from '@aerowatch/contracts/mqtt/measures';
import { sql } from 'kysely';
import type { UplinkBox } from '../../../hooks.ts';
import type { Parts } from '../../../parts.ts';
import { type Trx, transaction } from '../../../platform/database/db.ts';
import { type MeasureSpan, notifyMeasures } from '../../../platform/events/events.ts';
import { wake } from '../../../platform/jobs/jobs.ts';
import type { ParsedUplink } from './read/read-uplink.ts';
import type { Uplink } from './uplink.ts';
import {
  type Aside,
  type BoxIds,
  emptyIntake,
  type Intake,
  NOT_IN_PLACE,
  setAsideUnknownMetrics,
  sortMeasures,
} from './write/sort-measures.ts';
import { findBoxes } from './write/store-boxes.ts';
import { storeIntake } from './write/store-intake.ts';
import { addToLedgers, lockBoxes, touchBoxes } from './write/store-ledger.ts';
import { tallyOf } from './write/tally.ts';

/**
 * Writes messages of many boxes in one transaction: all of them or, when it throws, none. `careful` is for a
 * retry after another process stored the same measures.
 */
export function ingestInTransaction(
  parts: Parts,
  reads: readonly ParsedUplink[],
  careful = false,
): Promise<void> {
  return transaction(parts.db, async (trx) => {
    const boxOf = await findBoxes(
      trx,
      reads.map((read) => read.uplink),
    );
    if (reads.some((read) => read.kind === 'other'))
      await lockBoxes(trx, [...new Set(reads.flatMap((read) => boxOf(read.uplink)?.id ?? []))]);
    const batch: BatchIntake = { intake: emptyIntake(), heard: new Set(), sent: new Map() };
    for (const read of reads) await takeIn(trx, parts, batch, read, boxOf(read.uplink));
    const { touched } = await storeIntake(trx, batch.intake, { live: true, careful });
    await addToLedgers(trx, batch.intake.tallies);
    await touchBoxes(trx, [...batch.heard], batch.sent);
    await announce(trx, touched);
  });
}

/**
 * What a transaction collects: rows and set-aside messages, the ids of boxes that sent, and by box the AEROs
 * that measured (`touchBoxes`).
 */
interface BatchIntake {
  readonly intake: Intake;
  readonly heard: Set<number>;
  readonly sent: Map<number, number>;
}

/** Adds one message to the batch, or runs its handler; an unusable one is set aside. */
async function takeIn(
  trx: Trx,
  parts: Parts,
  { intake, heard, sent }: BatchIntake,
  read: ParsedUplink,
  box: BoxIds | undefined,
): Promise<void> {
  const { uplink } = read;
  // The box was deleted since it connected: kept for administrators, who see messages without a box.
  if (box === undefined) {
    intake.asides.push(asideOfMessage(uplink, undefined, 'unknown_box', 'no box of this serial number'));
    return;
  }
  const tally = tallyOf(intake.tallies, box.id);
  tally.messages += 1;
  // Former hardware says nothing about the present one: neither that it is there, nor its configuration.
  const isPresent = box.retiredAt === undefined;
  if (isPresent) heard.add(box.id);
  else if (read.kind === 'other') {
    setAsideMessage(intake, uplink, box, NOT_IN_PLACE, 'sent by hardware that was replaced');
    return;
  }
  switch (read.kind) {
    case 'measures': {
      tally.nulled += read.sent.nulled;
      hearClock(parts, uplink.serial, read.sent.measures);
      const aeros = sortMeasures(intake, box, uplink.topic, read.sent.measures, parts.clock.now());
      setAsideUnknownMetrics(intake, box, uplink.topic, read.sent);
      if (aeros !== null && isPresent) sent.set(box.id, (sent.get(box.id) ?? 0) | aeros);
      return;
    }
    case 'other': {
      const problem = await handleOther(trx, read, box);
      if (problem !== null) setAsideMessage(intake, uplink, box, problem.reason, problem.detail);
      return;
    }
    default:
      setAsideMessage(intake, uplink, box, read.reason, read.detail);
  }
}

/**
 * The latest measuring time that a box claims, noted before the commit, which stores nothing if our clock is
 * slow.
 */
function hearClock({ boxClocks }: Parts, serial: string, measures: readonly { time: number }[]): void {
  let latest = Number.NEGATIVE_INFINITY;
  for (const { time } of measures) if (time > latest) latest = time;
  if (Number.isFinite(latest)) boxClocks.hear(serial, latest);
}

/** Runs a handler within a savepoint, so that a refused message leaves no changes. */
async function handleOther(
  trx: Trx,
  read: Extract<ParsedUplink, { kind: 'other' }>,
  known: BoxIds,
): Promise<Unreadable | null> {
  const box: UplinkBox = { id: known.id, clientId: known.clientId, serial: known.serial };
  await sql`savepoint uplink`.execute(trx);
  try {
    await read.handler(trx, box, read.message);
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    await sql`rollback to savepoint uplink`.execute(trx);
    return error;
  }
  await sql`release savepoint uplink`.execute(trx);
  return null;
}

export function setAsideMessage(
  intake: Intake,
  uplink: Uplink,
  box: BoxIds,
  reason: string,
  detail: string,
): void {
  tallyOf(intake.tallies, box.id).received += 1;
  intake.asides.push(asideOfMessage(uplink, box, reason, detail));
}

function asideOfMessage(uplink: Uplink, box: BoxIds | undefined, reason: string, detail: string): Aside {
  return {
    boxId: box?.id ?? null,
    clientId: box?.clientId ?? null,
    serial: uplink.serial,
    topic: uplink.topic,
    payload: uplink.payload,
    reason,
    detail,
    single: false,
  };
}

/** Tells browsers which curves changed, and the judging worker that AEROs are due. */
export async function announce(trx: Trx, touched: readonly MeasureSpan[]): Promise<void> {
  if (touched.length === 0) return;
  await notifyMeasures(trx, touched);
  await wake(trx, 'aero_due');
}
