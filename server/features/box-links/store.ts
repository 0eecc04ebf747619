import { MANAGER_GROUP } from '@aerowatch/domain/access';
import type { Severity } from '@aerowatch/domain/alerting/severity';
import type { DiagnosticVerdict } from '@aerowatch/domain/faults/finding';
import type { Fault } from '@aerowatch/domain/faults/list';
import type { MetricKey } from '@aerowatch/domain/metrics';
import { METRIC_KEYS } from '@aerowatch/domain/metrics';
import type { SamiLevel } from '@aerowatch/domain/sami';
import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/database/db.ts';
import { visibleTo } from '../../platform/database/scope.ts';
import { found } from '../../platform/errors.ts';
import { userIdOf, type Viewer } from '../../platform/viewer.ts';

export interface LinkRow {
  id: number;
  box_id: number;
  client_id: number | null;
  serial_number: string;
  created_at: Date;
  name: string;
  user_id: number | null;
  user_name: string | null;
  expires_at: Date;
  last_used_at: Date | null;
  uses: number;
}
const COLUMNS = sql`l.id, l.box_id, b.client_id, b.serial_number, l.created_at, l.name, l.user_id, l.expires_at, l.last_used_at, l.uses,
  coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), u.email) as user_name`;
/**
 * Valid links: not revoked, not of a former client of the box, and their creator may still create one. Shared
 * links end with the creator's account, level and client.
 */
const IS_VALID = (now: Date) =>
  sql`l.revoked_at is null and l.expires_at > ${now} and l.client_id is not distinct from b.client_id
    and exists (select from users m where m.id = l.user_id and m.is_active and (m.is_staff or m.is_superuser
      or (m.client_id = l.client_id and exists (select from user_groups g where g.user_id = m.id and g.group_id = ${MANAGER_GROUP}))))`;
const FROM = sql`box_links l join boxes b on b.id = l.box_id left join users u on u.id = l.user_id`;

export async function boxOf(
  db: Db,
  viewer: Viewer,
  id: number,
): Promise<{ id: number; client_id: number | null; serial_number: string }> {
  const { rows } = await sql<{ id: number; client_id: number | null; serial_number: string }>`
    select b.id, b.client_id, b.serial_number from boxes b where b.id = ${id} and ${visibleTo(viewer, 'b.client_id')}`.execute(
    db,
  );
  return found(rows);
}

export async function linksOf(db: Db, viewer: Viewer, box: number, now: Date): Promise<LinkRow[]> {
  const { rows } = await sql<LinkRow>`select ${COLUMNS} from ${FROM}
    where l.box_id = ${box} and ${IS_VALID(now)} and ${visibleTo(viewer, 'b.client_id')} order by l.id`.execute(
    db,
  );
  return rows;
}

export async function linkById(db: Db, viewer: Viewer, id: number): Promise<LinkRow> {
  const { rows } = await sql<LinkRow>`select ${COLUMNS} from ${FROM}
    where l.id = ${id} and l.revoked_at is null and l.client_id is not distinct from b.client_id and ${visibleTo(viewer, 'b.client_id')}`.execute(
    db,
  );
  return found(rows);
}

export async function insertLink(
  trx: Trx,
  viewer: Viewer,
  link: { box: number; client: number | null; name: string; hash: Buffer; now: Date; expiresAt: Date },
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into box_links (box_id, client_id, created_at, name, user_id, hash, expires_at)
    values (${link.box}, ${link.client}, ${link.now}, ${link.name}, ${userIdOf(viewer)}, ${link.hash}, ${link.expiresAt}) returning id`.execute(
    trx,
  );
  return rows[0]!.id;
}

/** The caller must have checked that the viewer may see the link. */
export async function revokeLink(trx: Trx, id: number, now: Date): Promise<void> {
  await sql`update box_links set revoked_at = ${now} where id = ${id}`.execute(trx);
}

/** The box that a secret opens, counted as a use; undefined when the link is unknown or no longer valid. */
export async function useLink(
  db: Db,
  hash: Buffer,
  now: Date,
): Promise<{ box: number; expiresAt: Date } | undefined> {
  const { rows } = await sql<{ box: number; expiresAt: Date }>`
    update box_links l set uses = uses + 1, last_used_at = ${now} from boxes b
    where b.id = l.box_id and l.hash = ${hash} and ${IS_VALID(now)} returning l.box_id as box, l.expires_at as "expiresAt"`.execute(
    db,
  );
  return rows[0];
}

export interface SharedRow {
  serial_number: string;
  name: string;
  line: string;
  kilometer_point: number | null;
  pole: string;
  last_send: Date | null;
}
export async function sharedBoxOf(db: Db, box: number): Promise<SharedRow> {
  const { rows } = await sql<SharedRow>`
    select serial_number, name, line, kilometer_point, pole, last_send from boxes where id = ${box}`.execute(
    db,
  );
  return rows[0]!;
}

export interface SharedAero {
  id: number;
  position: number;
  track_number: string;
  sami: SamiLevel;
  latest: ({ time: string } & Record<MetricKey, number | null>) | null;
  model_type: number;
  verdict: DiagnosticVerdict | null;
  fault: Fault | null;
  /** mm and °C: position of a free ram, and mm/°C; null while unknown. */
  line: { level: number; at: number; slope: number } | null;
  hours: { at: string; stroke: number | null; temperature: number | null }[];
}
const VALUES = sql.join(METRIC_KEYS.flatMap((key) => [sql.lit(key), sql.ref(`ml.${key}`)]));
export async function sharedAerosOf(db: Db, box: number, from: Date, to: Date): Promise<SharedAero[]> {
  const { rows } = await sql<SharedAero>`
    select a.id, a.position, a.track_number, a.sami, a.model_type, d.verdict, d.fault, s.standing as line,
      (select json_build_object('time', ml.time, ${VALUES}) from measure_latest ml where ml.aero_id = a.id) as latest,
      (select coalesce(json_agg(h order by h.at), '[]') from (
        select date_trunc('hour', m.time) as at, avg(m.stroke)::float8 as stroke, avg(m.temperature)::float8 as temperature
        from measures_between(a.id, ${from}, ${to}) as m group by 1) h) as hours
    from aeros a left join diagnostics d on d.aero_id = a.id left join aero_standings s on s.aero_id = a.id
    where a.box_id = ${box} order by a.position`.execute(db);
  return rows;
}

export async function sharedAlertsOf(
  db: Db,
  box: number,
): Promise<{ position: number; opened_at: Date; firing: boolean; severity: Severity }[]> {
  const { rows } = await sql<{ position: number; opened_at: Date; firing: boolean; severity: Severity }>`
    select a.position, al.opened_at, al.cleared_at is null as firing, al.severity
    from alerts al join aeros a on a.id = al.aero_id join boxes b on b.id = al.box_id
    where al.box_id = ${box} and al.client_id is not distinct from b.client_id and al.seen_at is null
    order by al.opened_at desc limit 50`.execute(db);
  return rows;
}
