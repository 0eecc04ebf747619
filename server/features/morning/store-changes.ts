import { CHANGE_KINDS, type MorningChanges } from '@aerowatch/contracts/api/console';
import { DAY } from '@aerowatch/domain/durations';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/db.ts';
import { all, among, visibleTo } from '../../platform/database/scope.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { quietTerm } from '../aeros/store-contact-status.ts';

/**
 * Maximum number of changes listed, and days after which the last visit is too long ago to list all of them.
 */
const TOLD = 12;
const DAYS = 31;

type Row = Omit<MorningChanges['results'][number], 'at'> & { at: Date; total: number };

/** What changed between a visit and now: alerts opened and ended, findings, silences, SAMI. */
export async function changesSince(
  db: Db,
  viewer: Viewer,
  client: readonly number[] | undefined,
  since: Date | null,
  now: Date,
): Promise<Omit<MorningChanges, 'since'>> {
  const counts = Object.fromEntries(CHANGE_KINDS.map((kind) => [kind, 0])) as MorningChanges['counts'];
  if (since === null) return { counts, results: [] };
  const from = new Date(Math.max(since.getTime(), now.getTime() - DAYS * DAY));
  const { rows } = await sql<Row>`
    with changes as (
      select 'alert_opened' as kind, l.created_at as at, l.aero_id, l.box_id, null::text as fault, null::text as sami, l.id as alert
      from alerts l where l.created_at > ${from}
      union all select 'alert_ended', l.cleared_at, l.aero_id, l.box_id, null, null, l.id from alerts l where l.cleared_at > ${from} and l.cleared_at <= ${now}
      union all select 'finding', to_timestamp((f->>'noticed')::float8 / 1000), d.aero_id, a.box_id, f->>'fault', null, null
      from diagnostics d join aeros a on a.id = d.aero_id cross join lateral jsonb_array_elements(d.findings) f
      where d.verdict in ('bad', 'watch') and f->>'verdict' in ('bad', 'watch') and f->>'key' = d.primary_finding
        and to_timestamp((f->>'noticed')::float8 / 1000) > ${from}
      union all select 'silent', ${quietTerm} + interval '7 days', null, b.id, null, null, null from boxes b
      where ${quietTerm} > ${from}::timestamptz - interval '7 days' and ${quietTerm} <= ${now}::timestamptz - interval '7 days'
      union all select 'sami', h.at, h.aero_id, a.box_id, null, h.to_level, null from sami_history h join aeros a on a.id = h.aero_id where h.at > ${from})
    select c.kind, c.at, c.aero_id as aero, c.box_id as box, b.serial_number, a.position, c.fault, c.sami, c.alert,
      count(*) over (partition by c.kind)::integer as total
    from changes c join boxes b on b.id = c.box_id left join aeros a on a.id = c.aero_id
    where ${all([visibleTo(viewer, 'b.client_id'), among('b.client_id', client)])} order by c.at desc, c.box_id`.execute(
    db,
  );
  for (const { kind, total } of rows) counts[kind] = total;
  return {
    counts,
    results: rows.slice(0, TOLD).map(({ total: _, ...row }) => ({ ...row, at: row.at.toISOString() })),
  };
}
