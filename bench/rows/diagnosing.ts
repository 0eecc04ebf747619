/** A day's diagnosis: the time and memory for 10,000 AEROs, and how long other requests wait meanwhile. */
import { readFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { DAY } from '@aerowatch/domain/durations';
import { diagnoseDue } from '@aerowatch/server/features/diagnostics/worker';
import { packAero } from '@aerowatch/server/features/measures/packing/packing';
import { sql } from 'kysely';
import { judged, type Row } from '../lib/row.ts';
import { onStage, type Stage } from '../lib/stage.ts';
import { fillBoxes, fillMeasures, rollUpAll } from '../lib/store-fill.ts';

const AEROS = 10_000;
const LONGEST_MIN = 5;
/** Days that a diagnosis looks back. */
const DAYS = 92;
/** Longest time that the event loop may be blocked, ms: a request or a message waits as long. */
const LONGEST_WAIT_MS = 100;
const MAX_MB = 300;

export const diagnosing: Row = {
  name: 'diagnosing',
  run: ({ full }) =>
    onStage(async (stage) => {
      // Some boxes of a fleet of this size have measures; the days of all but the last week are packed, as in
      // production.
      const boxes = await fillBoxes(stage.db, AEROS / 2);
      const aeros = boxes.slice(0, full ? 100 : 30).flatMap((box) => box.aeros);
      await fillMeasures(stage.db, aeros, DAYS);
      await rollUpAll(stage.db);
      const week = new Date(Date.now() - 7 * DAY);
      for (const aero of aeros)
        await packAero(stage.db, aero, { closed: week, quiet: new Date(Date.now() + DAY) });
      await sql`vacuum analyze measures, measure_packs`.execute(stage.db);
      await diagnoseAll(stage);
      // Threads compile their code over their first hundred AEROs: negligible for 10,000, but half of the
      // sample.
      await again(stage, aeros);
      const { passed, cpu, database, waited, held } = await again(stage, aeros);
      const minutes = (milliseconds: number) => (milliseconds / aeros.length / 60_000) * AEROS;
      return [
        {
          what: "a day's diagnosis of 10,000 AEROs at 10 minutes, reckoned from a sample",
          value: minutes(passed),
          unit: 'min',
          target: `< ${LONGEST_MIN} min`,
          verdict: judged(minutes(passed) < LONGEST_MIN),
          note: `${aeros.length} AEROs of ${DAYS} days in ${(passed / 1000).toFixed(1)} s, ${(cpu / aeros.length).toFixed(1)} ms of the server's processor time and ${database === null ? 'unknown' : (database / aeros.length).toFixed(1)} ms of the database's for each; after two turns that are not counted, as threads take twice as long for their first hundred AEROs`,
        },
        {
          what: 'diagnosis: longest that requests and messages wait for it, p99',
          value: waited,
          unit: 'ms',
          target: `< ${LONGEST_WAIT_MS} ms`,
          verdict: judged(waited < LONGEST_WAIT_MS),
        },
        {
          what: 'diagnosis: memory above what stood before',
          value: held,
          unit: 'MB',
          target: `< ${MAX_MB} MB`,
          verdict: judged(held < MAX_MB),
        },
      ];
    }),
};

async function diagnoseAll({ db }: Stage): Promise<void> {
  while ((await diagnoseDue(db)) > 0);
}

/** Hundredths of a second that the kernel counts in, ms. */
const TICK_MS = 10;

/** ms of processor time of the database's connections so far; null if the system does not report it. */
async function usedByDatabase({ db }: Stage): Promise<number | null> {
  const { rows } = await sql<{
    pid: number;
  }>`select pid from pg_stat_activity where backend_type = 'client backend'`.execute(db);
  try {
    return rows.reduce((sum, { pid }) => {
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
      return sum + (Number(fields[11]) + Number(fields[12])) * TICK_MS;
    }, 0);
  } catch {
    return null;
  }
}

/** The same AEROs are due again, as on the next day. */
async function again(stage: Stage, aeros: readonly number[]) {
  await sql`update diagnostics set computed_at = now() - interval '26 hours', day = day - 1 where aero_id = any(${[...aeros]}::int[])`.execute(
    stage.db,
  );
  const before = process.memoryUsage().rss;
  let most = before;
  const looking = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss);
  }, 50);
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  const used = process.cpuUsage();
  const usedBefore = await usedByDatabase(stage);
  const begin = performance.now();
  let done = 0;
  for (let turn = 1; turn > 0; done += turn) turn = await diagnoseDue(stage.db);
  const passed = performance.now() - begin;
  const { user, system } = process.cpuUsage(used);
  const usedAfter = await usedByDatabase(stage);
  delay.disable();
  clearInterval(looking);
  if (done < aeros.length) throw new Error(`only ${done} of ${aeros.length} were due`);
  return {
    passed,
    cpu: (user + system) / 1000,
    database: usedBefore === null || usedAfter === null ? null : usedAfter - usedBefore,
    waited: delay.percentile(99) / 1e6,
    held: (most - before) / 2 ** 20,
  };
}
