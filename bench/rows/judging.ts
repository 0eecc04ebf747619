/**
 * Judging: how many (condition, datapoint) per second, and how soon an alert exists and reaches a browser.
 */

import { judgeDue } from '@aerowatch/server/features/alerting/judging/judging';
import { condition } from '@aerowatch/server/features/alerting/testing';
import { sql } from 'kysely';
import { exponent, quantile } from '../lib/figures.ts';
import { judged, type Row } from '../lib/row.ts';
import { onStage, type Stage } from '../lib/stage.ts';
import { fillBoxes } from '../lib/store-fill.ts';
import { latencies } from './latency.ts';

const minutes = (value: number) => ({ value, unit: 'minutes' as const });
const CONDITIONS = [
  condition(),
  condition({ period: minutes(60), percent: 80 }),
  condition({ period: minutes(60), average: true }),
  condition({ comparator: 'varies', value: 10, period: minutes(120) }),
  condition({ metric: 'displacement_time', value: 100, period: minutes(120) }),
];

export const judging: Row = {
  name: 'judging',
  run: ({ full }) =>
    onStage(async (stage) => {
      const client = (
        await sql<{ id: number }>`insert into clients (name) values ('Bench') returning id`.execute(stage.db)
      ).rows[0]!.id;
      const server = await stage.launch({ ROLES: 'web,ingest' });
      const manager = await stage.user(server.url, { level: 'privileged', client });
      const latency = await latencies(stage, server, manager, client);
      const sizes = full ? [625, 2500, 10_000] : [250, 1000, 4000];
      const boxes = await fillBoxes(stage.db, sizes[2]! / 2, { client, prefix: 'JUDGE' });
      const aeros = boxes.flatMap((box) => box.aeros);
      for (let start = 0; start < aeros.length; start += 1000) {
        const supervisor = {
          name: `S${start}`,
          aeros: aeros.slice(start, start + 1000),
          conditions: CONDITIONS,
        };
        const answer = await manager.api.post('/supervisors/', supervisor);
        if (answer.status !== 201) throw new Error(answer.text.slice(0, 500));
      }
      await history(stage, aeros);
      await rate(stage, aeros.slice(0, 100), 0);
      const rates: number[] = [];
      for (const [turn, size] of sizes.entries())
        rates.push(await rate(stage, aeros.slice(0, size), turn + 1));
      return [
        {
          what: `judging: ${sizes.at(-1)} AEROs under 5 conditions each, a datapoint each, one worker`,
          value: rates.at(-1)!,
          unit: '(condition, datapoint)/s',
          target: '≥ 20,000',
          verdict: judged(rates.at(-1)! >= 20_000),
          growth: {
            sizes,
            values: rates,
            exponent: exponent(
              sizes,
              rates.map((one) => 1 / one),
            ),
          },
          note: 'windows of 0, 1 and 2 hours; exponent is of the time per judgement',
        },
        ...(['alert', 'browser'] as const).map((end) => {
          const p95 = quantile(latency[end], 0.95);
          const limit = end === 'alert' ? 1000 : 1500;
          return {
            what:
              end === 'alert'
                ? 'judging: from publish to the alert in the database, p95'
                : 'judging: from publish to the event stream of a browser, p95',
            value: p95,
            unit: 'ms',
            target: `< ${limit} ms`,
            verdict: judged(p95 < limit),
            note: `median ${quantile(latency[end], 0.5).toFixed(0)} ms, ${latency[end].length} alerts, one worker process`,
          };
        }),
      ];
    }),
};

/** Eight hours of ten-minute data up to an hour ago. */
async function history(stage: Stage, aeros: readonly number[]): Promise<void> {
  await sql`
    insert into measures (aero_id, time, received_at, temperature, pressure, stroke, battery_voltage)
    select a, date_trunc('minute', now()) - interval '1 hour' - m * interval '10 minutes', now(), 20 + (a + m) % 9, 100, 400 + (a + m) % 20, 3.9
    from unnest(${aeros}::int[]) a, generate_series(48, 1, -1) m`.execute(stage.db);
  await sql`analyze measures, aeros, supervisor_aeros, conditions`.execute(stage.db);
}

/** A datapoint of each AERO is due: judgements per second until none is. */
async function rate(stage: Stage, aeros: readonly number[], turn: number): Promise<number> {
  const time = sql`date_trunc('minute', now()) - interval '30 minutes' + ${turn} * interval '1 second'`;
  await sql`
    insert into measures (aero_id, time, received_at, temperature, pressure, stroke, battery_voltage)
    select a, ${time}, clock_timestamp(), case when a % 100 = 0 then 35 else 25 end, 100, 400, 3.9 from unnest(${aeros}::int[]) a on conflict do nothing`.execute(
    stage.db,
  );
  await sql`insert into aero_due (aero_id, from_time) select a, ${time} from unnest(${aeros}::int[]) a`.execute(
    stage.db,
  );
  const start = performance.now();
  let judgements = 0;
  for (;;) {
    const batch = await judgeDue(stage.db, Date.now());
    judgements += batch.judgements;
    if (batch.aeros === 0) break;
  }
  if (judgements < aeros.length * CONDITIONS.length) throw new Error(`only ${judgements} judgements`);
  return judgements / ((performance.now() - start) / 1000);
}
