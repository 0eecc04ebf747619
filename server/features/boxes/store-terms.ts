import type { BOX_STATUSES } from '@aerowatch/contracts/api/aeros';
import type { TWIN_STATES } from '@aerowatch/contracts/api/boxes';
import { SAMI_LEVELS } from '@aerowatch/domain/sami';
import { type RawBuilder, sql } from 'kysely';
import { contactStatusTerm, quietTerm } from '../aeros/store-contact-status.ts';

/**
 * Derived values of a box, each defined once; `b` is the box. The time is an argument because a status
 * depends on it.
 */

type Status = (typeof BOX_STATUSES)[number];

/**
 * new: no client yet. A box is as late or silent as its AERO heard least recently; one that was never heard
 * counts from its creation and is at most late.
 */
export const statusTerm = (now: Date): RawBuilder<Status> => sql`case
  when b.client_id is null then 'new'
  when b.last_send is null then case when b.created_at < ${now}::timestamptz - interval '7 days' then 'silent' else 'late' end
  ${contactStatusTerm(quietTerm, now)}
  else 'online' end`;

/** Overdue: not reported within two upload intervals (docs/devices.md, "Configuration"). */
export const twinTerm = (now: Date): RawBuilder<(typeof TWIN_STATES)[number]> => sql`case
  when b.reported is null then 'never_reported'
  when b.twin_refused then 'refused'
  when b.twin_pending_since is null then 'in_sync'
  when b.twin_pending_since < ${now}::timestamptz - make_interval(mins => 2 * b.upload_time) then 'overdue'
  else 'pending' end`;

/** 0 (best) to 3, of an AERO. */
export const samiRankTerm = (column: string): RawBuilder<number> =>
  sql`array_position(array[${sql.join(SAMI_LEVELS.map((level) => sql.lit(level)))}], ${sql.ref(column)}) - 1`;

/** The worst AERO of each box that has one below satisfactory: `s.box_id`, `s.rank`. */
export const worstAeros = sql`(select box_id, max(${samiRankTerm('sami')}) as rank from aeros where sami <> 'satisfactory' group by box_id)`;

/** Open alerts of each box that has any: `o.box_id`, `o.count`. */
export const openAlerts = sql`(select box_id, count(*)::integer as count from alerts where seen_at is null group by box_id)`;

/** The client's own firmware with this version, else everybody's. */
export const firmwareTerm = (version: RawBuilder<unknown>): RawBuilder<number | null> =>
  sql`(select f.id from firmwares f where f.version = ${version} and (f.client_id is null or f.client_id = b.client_id) order by f.client_id nulls last limit 1)`;
