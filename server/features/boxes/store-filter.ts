import type { boxFilters } from '@aerowatch/contracts/api/boxes';
import { SAMI_LEVELS } from '@aerowatch/domain/sami';
import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import { containing, visibleTo } from '../../platform/database/scope.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { firmwareTerm, openAlerts, statusTerm, twinTerm, worstAeros } from './store-terms.ts';

const shape = {} as { [K in keyof typeof boxFilters]: z.output<(typeof boxFilters)[K]> };
export type BoxFilter = Partial<typeof shape> & { search?: string | undefined };

export interface BoxSource {
  /** `boxes b` and the joins that conditions and ordering need. */
  readonly from: RawBuilder<unknown>;
  readonly where: RawBuilder<boolean>;
}

/** The boxes that pass a viewer's filter. `join` adds joins that an ordering needs. */
export function boxesOf(
  viewer: Viewer,
  filter: BoxFilter,
  now: Date,
  join: { sami?: boolean } = {},
): BoxSource {
  const conditions: RawBuilder<boolean>[] = [visibleTo(viewer, 'b.client_id')];
  const among = (term: RawBuilder<unknown>, values: readonly unknown[] | undefined) => {
    if (values !== undefined) conditions.push(sql<boolean>`${term} = any(${values})`);
  };
  among(sql.ref('b.id'), filter.id);
  among(sql.ref('b.client_id'), filter.client);
  for (const tags of [filter.tag, filter.tags])
    if (tags !== undefined)
      conditions.push(sql<boolean>`b.id in (select box_id from box_tags where tag_id = any(${tags}))`);
  if (filter.firmware !== undefined) among(firmwareTerm(sql.ref('b.firmware_version')), filter.firmware);
  among(statusTerm(now), filter.status);
  among(twinTerm(now), filter.twin);
  if (filter.sami !== undefined)
    among(
      sql`coalesce(s.rank, 0)`,
      filter.sami.map((level) => SAMI_LEVELS.indexOf(level)),
    );
  if (filter.alert !== undefined) conditions.push(sql<boolean>`(o.box_id is not null) = ${filter.alert}`);
  for (const field of ['line', 'pole', 'serial_number', 'name', 'iccid'] as const) {
    const value = filter[field];
    // A single text, or a comma-separated list.
    if (value !== undefined) among(sql.ref(`b.${field}`), [...new Set([value, ...value.split(',')])]);
  }
  for (const word of (filter.search ?? '').split(/\s+/).filter((part) => part !== ''))
    conditions.push(sql<boolean>`b.search_text like lower(${containing(word)})`);
  const sami = filter.sami !== undefined || join.sami === true;
  return {
    from: sql`boxes b ${sami ? sql`left join ${worstAeros} s on s.box_id = b.id` : sql``}
      ${filter.alert === undefined ? sql`` : sql`left join ${openAlerts} o on o.box_id = b.id`}`,
    where: sql<boolean>`${sql.join(conditions, sql` and `)}`,
  };
}
