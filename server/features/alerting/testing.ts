/** Builders for tests of alerting through the database. */

import type { ConditionInput } from '@aerowatch/domain/alerting/condition';
import { MINUTE } from '@aerowatch/domain/durations';
import { METRIC_KEYS, type MetricKey } from '@aerowatch/domain/metrics';
import { type Db, transaction } from '../../platform/database/db.ts';
import { judgeDue } from './judging/judging.ts';

export { HOUR, MINUTE } from '@aerowatch/domain/durations';

export type Point = { time: number } & Partial<Record<MetricKey, number | null>>;

/** Stores datapoints of an AERO as one message would, and marks it as due, in one transaction. */
export async function receive(
  db: Db,
  aero: number,
  points: readonly Point[],
  receivedAt = new Date(),
): Promise<void> {
  if (points.length > 0) await receiveMany(db, new Map([[aero, points]]), receivedAt);
}

/** The same for many AEROs, as ingest gathers them. */
export async function receiveMany(
  db: Db,
  streams: ReadonlyMap<number, readonly Point[]>,
  receivedAt = new Date(),
): Promise<void> {
  const rows = [...streams].flatMap(([aero, points]) =>
    points.map(({ time, ...values }) => ({
      aero_id: aero,
      time: new Date(time),
      received_at: receivedAt,
      ...Object.fromEntries(METRIC_KEYS.map((key) => [key, values[key] ?? null])),
    })),
  );
  const due = [...streams].map(([aero, points]) => ({
    aero_id: aero,
    from_time: new Date(Math.min(...points.map((point) => point.time))),
  }));
  await transaction(db, async (trx) => {
    for (let start = 0; start < rows.length; start += 1000)
      await trx
        .insertInto('measures')
        .values(rows.slice(start, start + 1000) as never)
        .execute();
    await trx.insertInto('aero_due').values(due).execute();
  });
}

/** Judges until nothing is due; returns the number of judgements. */
export async function judgeAll(db: Db, now = Date.now()): Promise<number> {
  let judgements = 0;
  for (;;) {
    const batch = await judgeDue(db, now);
    judgements += batch.judgements;
    if (batch.aeros === 0) return judgements;
  }
}

/** temperature gt 30, P = 0, by e-mail, apart from the overrides; as sent to the API. */
export function condition(overrides: Partial<ConditionInput> = {}): ConditionInput {
  return {
    metric: 'temperature',
    comparator: 'gt',
    value: 30,
    period: { value: 0, unit: 'minutes' },
    actions: [{ type: 'email' }],
    ...overrides,
  };
}

export const minutes = (value: number) => ({ value, unit: 'minutes' }) as const;

/** The datapoints of the worked examples, ending at `end`: one each 10 min. */
export function workedExample(end: number, values = [10, 20, 31, 32, 33, 29, 34]): Point[] {
  return values.map((temperature, i) => ({ time: end - (values.length - 1 - i) * 10 * MINUTE, temperature }));
}
