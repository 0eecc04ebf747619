/** What the write-ahead log takes for a measure of a small fleet, by how far checkpoints lie apart. */
import { CHECKPOINT_MINUTES } from '@aerowatch/server/platform/database/embedded/programs';
import { sql } from 'kysely';
import { payloadOf } from '../lib/batches.ts';
import { median, sleep } from '../lib/figures.ts';
import { wiresOf } from '../lib/load.ts';
import { judged, type Row } from '../lib/row.ts';
import { onStage, type Stage } from '../lib/stage.ts';
import { type FilledBox, fillBoxes } from '../lib/store-fill.ts';
import type { WireBox } from '../lib/wire-box.ts';

const BOXES = 300;
/** Measures of an AERO in the message of an hour. */
const EACH = 6;
/** Times as fast as boxes send: each message still has a transaction of its own. */
const FASTER = 120;
const HOUR_MS = 3_600_000 / FASTER;
/** PostgreSQL's own, as it was before. */
const USUAL_MINUTES = 5;

export const wal: Row = {
  name: 'wal',
  run: ({ full }) =>
    onStage(async (stage) => {
      const boxes = await fillBoxes(stage.db, BOXES);
      const server = await stage.launch();
      const wires = wiresOf(boxes, [server.mqttPort]);
      await Promise.all(wires.map((wire) => wire.connect()));
      const fleet = { stage, boxes, wires };
      let hour = 0;
      const sent = async (minutes: number) => bytesOfHour(fleet, hour++, minutes);
      await sent(USUAL_MINUTES);
      const usual: number[] = [];
      const ours: number[] = [];
      for (let round = 0; round < (full ? 5 : 2); round += 1) {
        usual.push(await sent(USUAL_MINUTES));
        ours.push(await sent(CHECKPOINT_MINUTES));
      }
      for (const wire of wires) wire.end();
      const [before, after] = [median(usual), median(ours)];
      return [
        {
          what: `write-ahead log for a measure, ${BOXES} boxes that send every hour`,
          value: after,
          unit: 'bytes',
          reference: before,
          referenceIs: `a checkpoint every ${USUAL_MINUTES} minutes in place of ${CHECKPOINT_MINUTES}`,
          ratio: after / before,
          target: '≤ 0.6 of it',
          verdict: judged(after / before <= 0.6),
          note: `rounds: ${usual.map((one) => one.toFixed(0)).join(', ')} and ${ours.map((one) => one.toFixed(0)).join(', ')}`,
        },
      ];
    }),
};

interface Fleet {
  readonly stage: Stage;
  readonly boxes: readonly FilledBox[];
  readonly wires: readonly WireBox[];
}

/** Sends an hour of every box, evenly, with a checkpoint at each of the minutes; bytes of the log for a measure. */
async function bytesOfHour({ stage, wires }: Fleet, hour: number, minutes: number): Promise<number> {
  await sql`checkpoint`.execute(stage.db);
  const before = await position(stage);
  const start = performance.now();
  let checkpoints = 1;
  const first = Math.floor(Date.now() / 3_600_000 - 24) * 3600;
  for (const [index, wire] of wires.entries()) {
    const due = start + (index * HOUR_MS) / wires.length;
    await sleep(Math.max(0, due - performance.now()));
    if ((index * 60) / wires.length >= checkpoints * minutes) {
      checkpoints += 1;
      await sql`checkpoint`.execute(stage.db);
    }
    await wire.deliver(`boxes/${wire.serial}/measures`, payloadOf(index, hour, first, EACH), 500);
  }
  // Judging and rollups follow within a second.
  await sleep(2000);
  return ((await position(stage)) - before) / (wires.length * EACH * 2);
}

async function position(stage: Stage): Promise<number> {
  const { rows } = await sql<{ at: number }>`select (pg_current_wal_lsn() - '0/0')::float8 as at`.execute(
    stage.db,
  );
  return rows[0]!.at;
}
