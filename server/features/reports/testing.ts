import { DAY } from '@aerowatch/domain/durations';
import { makeFinding } from '@aerowatch/domain/faults/finding';
import { FAULT_ROWS, type Fault, type FindingKey } from '@aerowatch/domain/faults/list';
import { withDefaults } from '@aerowatch/domain/faults/steps/defaults';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/db.ts';
import { proposeDue } from '../work/matters/propose.ts';

interface Leak {
  /** Moments in ms. */
  readonly noticed: number;
  readonly actBy: number;
  /** When the pressure may reach its minimum: earliest, most likely, latest. */
  readonly reaches: readonly [number, number, number];
}

/** AEROs diagnosed today with a leak, with curves of pressure and stroke. */
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

/** AEROs diagnosed today with a fault, without a curve. */
export async function storeFaults(
  db: Db,
  aeros: readonly number[],
  fault: Fault,
  noticed: number,
): Promise<void> {
  const [key = fault] = Object.keys(FAULT_ROWS[fault].findings);
  const said = { fault, confidence: 0.9, since: noticed, noticed };
  const finding = withDefaults(makeFinding(key as FindingKey, 0.9, null, 'bad', {}, said), noticed);
  await sql`insert into diagnostics (aero_id, day, verdict, findings, primary_finding, faults, fault)
    select a, current_date, 'bad', ${JSON.stringify([finding])}::jsonb, ${key}, array[${fault}::text], ${fault}
    from unnest(${[...aeros]}::int[]) a`.execute(db);
}

/** Runs the proposals, as the worker does, until no box is due. */
export async function propose(db: Db, now: number): Promise<void> {
  while ((await proposeDue(db, new Date(now))) > 0);
}
