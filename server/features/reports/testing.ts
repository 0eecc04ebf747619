import { DAY } from '@aerowatch/domain/durations';
import { makeFinding } from '@aerowatch/domain/faults/finding';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/db.ts';

interface Leak {
  /** Moments in ms. */
  readonly noticed: number;
  readonly actBy: number;
  /** When the pressure may be at its least: at the earliest, most likely, at the latest. */
  readonly reaches: readonly [number, number, number];
}

/** AEROs diagnosed today with a leak, whose page shows pressure and stroke. */
export async function storeLeaks(db: Db, aeros: readonly number[], { noticed, actBy, reaches }: Leak) {
  const [earliest, likely, latest] = reaches;
  const metrics = ['pressure', 'stroke'] as const;
  const since = noticed - 2 * DAY;
  const finding = makeFinding(
    'leak',
    0.82,
    null,
    'bad',
    {},
    {
      fault: 'leak',
      confidence: 0.9,
      since,
      candidates: [{ cause: 'burst', tell: 'read_gauge' }],
      ruled_out: [{ cause: 'pressure_sensor_drift', by: 'stroke_follows' }],
      would_change: 'gas_stays',
      noticed,
      evidence: {
        metrics: [...metrics],
        from: since,
        to: noticed,
        marks: [{ at: since, code: 'since' }],
        levels: [{ metric: 'pressure', value: 120, code: 'pressure_min' }],
        series: null,
      },
      act: { code: 'find_leak', urgency: 'weeks', by: actBy },
      reaches: { what: 'pressure_min', level: 120, earliest, likely, latest },
    },
  );
  await sql`insert into diagnostics (aero_id, day, verdict, findings, primary_finding, faults, fault, act, act_by)
    select a, current_date, 'bad', ${JSON.stringify([finding])}::jsonb, 'leak', array['leak'], 'leak', 'find_leak', ${new Date(actBy)}
    from unnest(${[...aeros]}::int[]) a`.execute(db);
}
