/**
 * Cost of judging a condition beyond measures (residual, finding and stop margin, silence) compared with a
 * plain threshold.
 */
import type { ConditionInput } from '@aerowatch/domain/alerting/condition';
import { judgeDiagnosed } from '@aerowatch/server/features/alerting/judging/judge-diagnoses';
import { judgeSilence } from '@aerowatch/server/features/alerting/judging/silence/silence';
import { condition, judgeAll } from '@aerowatch/server/features/alerting/testing';
import type { Db } from '@aerowatch/server/platform/database/db';
import { sql } from 'kysely';
import type { TestUser } from '../../testing/store-builders.ts';
import { timeOf } from '../lib/figures.ts';
import { judged, type Row } from '../lib/row.ts';
import { onStage } from '../lib/stage.ts';
import { type FilledBox, fillBoxes } from '../lib/store-fill.ts';

/** Conditions of each kind on every AERO, and of how many AEROs one fires. */
const EACH = 5;
const ONE_IN = 100;
const TARGET_RATE = 20_000;
const times = (of: (i: number) => Partial<ConditionInput>) =>
  Array.from({ length: EACH }, (_, i) => condition(of(i)));
const KINDS = {
  threshold: times((i) => ({ value: 30 + i / 10 })),
  residual: times((i) => ({ metric: 'residual', value: 200 + i })),
  diagnosis: [
    ...(['any', 'leak', 'seized', 'friction'] as const).map((finding) =>
      condition({ metric: 'finding', finding, comparator: 'gte', value: 1 }),
    ),
    condition({ metric: 'stop_margin', comparator: 'lt', value: 5 }),
  ],
  silence: times((i) => ({ metric: 'silence', value: 2 + i })),
};
type Kind = keyof typeof KINDS;
type Fleet = { readonly client: number; readonly boxes: readonly FilledBox[]; readonly aeros: number[] };

export const conditions: Row = {
  name: 'conditions',
  run: ({ full }) =>
    onStage(async (stage) => {
      const { db } = stage;
      const server = await stage.launch({ ROLES: 'web' });
      const fleetOf = async (kind: Kind): Promise<Fleet> => {
        const { rows } = await sql<{
          id: number;
        }>`insert into clients (name) values (${kind}) returning id`.execute(db);
        const client = rows[0]!.id;
        const boxes = await fillBoxes(db, (full ? 10_000 : 2000) / 2, { client, prefix: kind.toUpperCase() });
        const fleet = { client, boxes, aeros: boxes.flatMap((box) => box.aeros) };
        await watch(await stage.user(server.url, { level: 'privileged', client }), kind, fleet.aeros);
        return fleet;
      };
      const [plain, stroke, diagnosed, silent] = [
        await fleetOf('threshold'),
        await fleetOf('residual'),
        await fleetOf('diagnosis'),
        await fleetOf('silence'),
      ];
      const size = plain.aeros.length;
      const threshold = await measuredRate(db, plain);
      const reference = { reference: threshold, referenceIs: 'plain thresholds of as many AEROs, same run' };
      const row = (what: string, value: number, note: string) => ({
        what: `judging ${what}: ${size} AEROs under ${EACH} conditions each`,
        value,
        unit: '(condition, datapoint)/s',
        ...reference,
        ratio: value / threshold,
        target: '≥ 20,000',
        verdict: judged(value >= TARGET_RATE),
        note,
      });
      await history(db, stroke.aeros);
      const residual = await measuredRate(db, stroke);
      const diagnosis = await diagnosedRate(db, diagnosed);
      const { look, alerts } = await silenceOf(db, silent);
      return [
        row('residuals', residual, 'the line of the day is known'),
        row('diagnoses', diagnosis, 'four on findings, one on the stop margin'),
        {
          what: `judging silence: a look at all of ${silent.boxes.length * 4} boxes, none of which fell silent`,
          value: look,
          unit: 'ms',
          target: '< 100 ms',
          verdict: judged(look < 100),
          note: `all ${silent.boxes.length} boxes of a client at once: ${alerts.toFixed(0)} alerts/s`,
        },
      ];
    }),
};

async function watch({ api }: TestUser, kind: Kind, aeros: readonly number[]): Promise<void> {
  for (let start = 0; start < aeros.length; start += 1000) {
    const given = { name: `S${start}`, aeros: aeros.slice(start, start + 1000), conditions: KINDS[kind] };
    const answer = await api.post('/supervisors/', given);
    if (answer.status !== 201) throw new Error(answer.text.slice(0, 500));
  }
}

/** A day of measures, three days ago, from which the line of a day is computed. */
async function history(db: Db, aeros: readonly number[]): Promise<void> {
  await sql`
    insert into measures (aero_id, time, received_at, temperature, pressure, stroke, battery_voltage)
    select a, now() - (h + 48) * interval '1 hour', now(), 20 + h % 9, 100, 400, 3.9
    from unnest(${aeros}::int[]) a, generate_series(24, 1, -1) h`.execute(db);
}

/**
 * A datapoint of each AERO is due, first for the lines of the day and the plans of the database, then for
 * timing.
 */
async function measuredRate(db: Db, { client, aeros }: Fleet): Promise<number> {
  let rate = 0;
  for (const minutes of [40, 30]) {
    const time = sql`date_trunc('minute', now()) - ${minutes} * interval '1 minute'`;
    await sql`
      insert into measures (aero_id, time, received_at, temperature, pressure, stroke, battery_voltage)
      select a, ${time}, clock_timestamp(), case when a % ${ONE_IN} = 0 then 35 else 25 end, 100,
        case when a % ${ONE_IN} = 0 then 900 else 400 end, 3.9 from unnest(${aeros}::int[]) a`.execute(db);
    await sql`insert into aero_due (aero_id, from_time) select a, ${time} from unnest(${aeros}::int[]) a`.execute(
      db,
    );
    let judgements = 0;
    const duration = await timeOf(async () => {
      judgements = await judgeAll(db);
    });
    if (judgements < aeros.length * EACH) throw new Error(`only ${judgements} judgements`);
    rate = judgements / (duration / 1000);
  }
  await expectAlerts(db, client, (aeros.length / ONE_IN) * EACH);
  return rate;
}

async function diagnosedRate(db: Db, { client, aeros }: Fleet): Promise<number> {
  let rate = 0;
  for (const hours of [30, 6]) {
    await sql`
      insert into diagnosis_days (aero_id, at, grades, stop_margin)
      select a, now() - ${hours} * interval '1 hour',
        case when a % ${ONE_IN} = 0 then '{"stands": {"leak": 2, "seized": 1, "friction": 1}, "unknown": []}' else '{"stands": {}, "unknown": []}' end::jsonb,
        case when a % ${ONE_IN} = 0 then 2 else 20 end from unnest(${aeros}::int[]) a`.execute(db);
    await sql`insert into diagnosis_due (aero_id) select a from unnest(${aeros}::int[]) a on conflict do nothing`.execute(
      db,
    );
    const duration = await timeOf(async () => {
      while ((await judgeDiagnosed(db, Date.now())) > 0);
    });
    rate = (aeros.length * EACH) / (duration / 1000);
  }
  await expectAlerts(db, client, (aeros.length / ONE_IN) * EACH);
  return rate;
}

/** ms of a check of boxes of which none fell silent, and alerts per second when all of them did. */
async function silenceOf(db: Db, { client, boxes }: Fleet): Promise<{ look: number; alerts: number }> {
  await sql`insert into listening (since, at) values (now() - interval '90 days', now() + interval '1 hour')`.execute(
    db,
  );
  await sql`update boxes set last_send = now()`.execute(db);
  await judgeSilence(db, Date.now());
  const look = await timeOf(() => judgeSilence(db, Date.now()));
  await sql`update conditions set started_at = now() - interval '80 days'`.execute(db);
  await sql`update boxes set last_send = now() - interval '30 days' where client_id = ${client}`.execute(db);
  const duration = await timeOf(async () => {
    while ((await judgeSilence(db, Date.now())) > 0);
  });
  await expectAlerts(db, client, boxes.length * EACH);
  return { look, alerts: (boxes.length * EACH) / (duration / 1000) };
}

/** An AERO whose SAMI is unsatisfactory opens none: slightly fewer than computed. */
async function expectAlerts(db: Db, client: number, expected: number): Promise<void> {
  const { rows } = await sql<{
    n: number;
  }>`select count(*)::int as n from alerts where client_id = ${client}`.execute(db);
  const [{ n = 0 } = {}] = rows;
  if (n > expected || n < expected * 0.9) throw new Error(`${n} alerts in place of ${expected}`);
}
