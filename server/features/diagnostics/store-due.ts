import type { Finding } from '@aerowatch/domain/faults/finding';
import { FAULTS } from '@aerowatch/domain/faults/list';
import { REPAIR_DAYS, type Repair } from '@aerowatch/domain/faults/repair';
import type { MetricKey } from '@aerowatch/domain/metrics';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/db.ts';
import { candidates, followChanges, keepAgain, statesOf } from './store-kept-due.ts';

/** Any AERO of a box that has a due AERO, with its data. */
export interface DueAero {
  readonly id: number;
  readonly position: 1 | 2;
  readonly model_type: number;
  readonly conductor_type: string | null;
  readonly mechanical_tension: number | null;
  readonly regularized_length: number | null;
  readonly expansion_coefficient: number | null;
  readonly stroke_min_offset: number | null;
  readonly stroke_max_offset: number | null;
  readonly battery_min: number | null;
  readonly pressure_min: number | null;
  /** False for the twin of the one that is due. */
  readonly due: boolean;
  /** Day (UTC) of its newest measure. */
  readonly day: string;
  /** Time of the newest measure in ms, and of the last baseline reset. */
  readonly newest: number;
  readonly baseline: number | null;
  /** When the sensors of some metrics were last replaced, ms; null: no entry of the log says so. */
  readonly sensors: Partial<Record<MetricKey, number>> | null;
  /** Its last work order about a fault that was finished within the last fortnight. */
  readonly repair: Repair | null;
  /** Findings of the last diagnosis; null without one or without findings. */
  readonly reported: readonly Finding[] | null;
}
export interface DueBox {
  readonly id: number;
  /** When this was read: it does not contain later resets and changes. */
  readonly loadedAt: Date;
  readonly client: number | null;
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly altitude: number | null;
  readonly coldest: number | null;
  readonly hottest: number | null;
  /** Newest measure of any of its AEROs, ms. */
  readonly newest: number;
  /** When it reverted to an older firmware, ms, and the versions. */
  readonly fellBack: { readonly at: number; readonly from: string; readonly to: string } | null;
  /** s, as reported by the box; null when it has not reported. */
  readonly logTime: number | null;
  /** Those that have measures, by position. */
  readonly aeros: readonly DueAero[];
}

/**
 * Boxes with an AERO to diagnose now. The first time when its backlog has arrived (no message for 20 s, or
 * the newest measure is of the last day); then once for every day with measures, at least an hour apart and
 * when the box has been quiet for half a minute; every two hours while a repair is being verified; once a day
 * while one AERO is silent and the other is not; at once after a baseline reset or a change of its data; and
 * on request (older measures arrived, an alert was opened) once there has been no further request for a
 * minute, or after ten in any case. Requested ones come first. `without`: boxes that are delayed for other
 * reasons. Acts for the server itself.
 */
export async function dueBoxes(db: Db, limit: number, without: readonly number[] = []): Promise<DueBox[]> {
  for (;;) {
    await followChanges(db);
    const maybe = await candidates(db, limit, without);
    if (maybe.length === 0) return [];
    const boxes = maybe.map(({ box }) => box);
    const due = await dueAmong(db, boxes, limit);
    if (due.length === limit) return due;
    // The time of these has passed, but messages delayed them: they must not stand before others.
    const delayed = maybe.filter(({ box, timed }) => timed && !due.some(({ id }) => id === box));
    await keepAgain(
      db,
      delayed.map(({ box }) => box),
    );
    if (due.length > 0 || delayed.length === 0) return due;
  }
}

/** Those of the boxes that are due, in order, with what a diagnosis needs. */
async function dueAmong(db: Db, boxIds: readonly number[], limit: number): Promise<DueBox[]> {
  const ids = sql`(select unnest(${[...boxIds]}::int[]))`;
  const { rows } = await sql<Omit<DueBox, 'aeros'> & { aeros: DueAero[] }>`
    with states as materialized (select *, coalesce(at < now(), false) as due from ${statesOf(ids)} s),
    chosen as (select box_id, bool_or(asked) as asked, bool_or(new) as new from states where due group by box_id
      order by bool_or(asked) desc, bool_or(new) desc, box_id limit ${limit})
    select boxes.id, now() as "loadedAt", boxes.client_id as client, boxes.latitude, boxes.longitude, boxes.altitude,
      boxes.temperature_coldest as coldest, boxes.temperature_hottest as hottest, (boxes.reported->>'log_time')::float8 as "logTime",
      extract(epoch from max(states.heard))::float8 * 1000 as newest,
      case when boxes.firmware_fell_back is not null then json_build_object('at', extract(epoch from boxes.firmware_fell_back_at) * 1000,
        'from', boxes.firmware_fell_back, 'to', boxes.firmware_version) end as "fellBack",
      json_agg(json_build_object('id', aeros.id, 'position', aeros.position, 'model_type', aeros.model_type, 'conductor_type', aeros.conductor_type,
        'mechanical_tension', aeros.mechanical_tension, 'regularized_length', aeros.regularized_length,
        'expansion_coefficient', aeros.expansion_coefficient, 'stroke_min_offset', aeros.stroke_min_offset,
        'stroke_max_offset', aeros.stroke_max_offset, 'battery_min', aeros.battery_min, 'pressure_min', aeros.pressure_min,
        'due', states.due, 'day', (states.time at time zone 'UTC')::date, 'newest', extract(epoch from states.time) * 1000,
        'repair', (select json_build_object('order', w.id, 'at', extract(epoch from coalesce(w.closed_at, w.repaired_at)) * 1000, 'kind', w.kind) from work_orders w
          -- What is the box's is told by its first AERO.
          where (w.aero_id = aeros.id or (w.aero_id is null and w.box_id = aeros.box_id and not exists (select from aeros o where o.box_id = aeros.box_id and o.position < aeros.position)))
            and w.state in ('open', 'planned', 'done') and w.kind = any(${[...FAULTS]}::text[]) and coalesce(w.closed_at, w.repaired_at) > now() - make_interval(days => ${REPAIR_DAYS})
          order by coalesce(w.closed_at, w.repaired_at) desc limit 1),
        'baseline', extract(epoch from states.baseline) * 1000,
        'sensors', (select jsonb_object_agg(metric, at) from (
          select unnest(n.metrics) as metric, extract(epoch from max(n.at)) * 1000 as at from notes n
          where n.kind = 'baseline_reset' and n.metrics is not null and n.box_id = aeros.box_id and (n.aero_id is null or n.aero_id = aeros.id)
          group by 1) s),
        'reported', (select jsonb_agg(f) from diagnostics d cross join lateral jsonb_array_elements(d.findings) f
          where d.aero_id = aeros.id and states.due and f->>'verdict' in ('watch', 'bad'))) order by aeros.position) as aeros
    from chosen join states using (box_id) join aeros on aeros.id = states.id join boxes on boxes.id = chosen.box_id
    group by boxes.id, chosen.asked, chosen.new order by chosen.asked desc, chosen.new desc, boxes.id`.execute(
    db,
  );
  return rows;
}
