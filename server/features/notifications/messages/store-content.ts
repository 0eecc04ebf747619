import { type Condition, normalizeCondition } from '@aerowatch/domain/alerting/condition';
import type { Finding } from '@aerowatch/domain/faults/finding';
import { languageFrom } from '@aerowatch/domain/languages';
import type { SamiLevel } from '@aerowatch/domain/sami';
import type { Precision } from '@aerowatch/domain/work/precision';
import { sql } from 'kysely';
import type { Db } from '../../../platform/database/db.ts';
import type { Language, UnitSystem } from '../../../platform/viewer.ts';
import type { Message } from '../sending/store-outbox.ts';
import type { Reader } from './wording.ts';

/** The recipient of a message, with their current data. */
export interface Recipient extends Reader {
  readonly name: string;
  readonly clientId: number | null;
  readonly active: boolean;
  /** The channels that they want alerts by. */
  readonly wants: ReadonlySet<string>;
}

/** Whether a user may still see a client's data. */
export async function mayRead(db: Db, userId: number, client: number): Promise<boolean> {
  const { rows } =
    await sql`select from users where id = ${userId} and is_active and (is_staff or is_superuser or client_id = ${client})`.execute(
      db,
    );
  return rows.length > 0;
}

export async function recipientOf(db: Db, userId: number): Promise<Recipient | undefined> {
  const { rows } = await sql<{
    name: string;
    client_id: number | null;
    is_active: boolean;
    language: Language;
    unit_system: UnitSystem;
    time_zone: string;
    wants: string[];
  }>`
    select trim(first_name || ' ' || last_name) as name, client_id, is_active, language, unit_system, time_zone,
      array(select channel from user_channels c where c.user_id = users.id and c.enabled) as wants
    from users where id = ${userId}`.execute(db);
  const row = rows[0];
  return (
    row && {
      name: row.name,
      clientId: row.client_id,
      active: row.is_active,
      wants: new Set(row.wants),
      language: languageFrom(row.language),
      unitSystem: row.unit_system,
      timeZone: row.time_zone,
    }
  );
}

export interface NotifiedAlert {
  readonly id: number;
  readonly aero: number;
  /** Type of its model, which its stroke goes by. */
  readonly model: number;
  readonly condition: Condition;
  readonly supervisor: string;
  readonly openedAt: Date;
  readonly value: number;
  readonly lastAt: Date;
  readonly lastValue: number;
  readonly occurrences: number;
  /** The occurrence that this message is about. */
  readonly occurrence: number;
  readonly clearedAt: Date | null;
  readonly late: boolean;
  readonly sami: SamiLevel;
  readonly position: number;
  readonly track: string;
  readonly line: string;
  readonly box: string;
  readonly boxName: string;
  readonly pole: string;
  readonly kilometerPoint: number | null;
  /** The reasons for the notification. */
  readonly kinds: readonly string[];
  /** The conditions joined with it. */
  readonly also: readonly (Condition & { compared: number | null })[];
  readonly finding: Finding | null;
  /** Outcomes of orders about the same fault at this client; null without a fault. */
  readonly precision: Precision | null;
}

/** The alerts of a message that still belong to the recipient's client, oldest first. */
export async function alertsOf(db: Db, message: Message, clientId: number | null): Promise<NotifiedAlert[]> {
  const { rows } = await sql<NotifiedAlert>`
    select al.id, al.aero_id as aero, a.model_type as model, al.condition, al.supervisor_name as supervisor, al.opened_at as "openedAt", al.value,
      al.last_at as "lastAt", al.last_value as "lastValue", al.occurrences, told.occurrence, al.cleared_at as "clearedAt", al.late, a.sami,
      a.position, a.track_number as track, coalesce(nullif(a.line, ''), b.line) as line, b.serial_number as box,
      b.name as "boxName", b.pole, b.kilometer_point as "kilometerPoint", told.kinds, al.also, al.finding,
      case when al.finding->>'fault' is null then null else (
        select json_build_object('found', count(*) filter (where w.verdict = 'found'), 'not_found', count(*) filter (where w.verdict = 'not_found'),
          'other_cause', count(*) filter (where w.verdict = 'other_cause'))
        from work_orders w where w.client_id = al.client_id and w.kind = al.finding->>'fault' and w.state = 'done') end as precision
    from alerts al join aeros a on a.id = al.aero_id join boxes b on b.id = al.box_id
    join (select alert_id, max(occurrence) as occurrence, array_agg(distinct kind) as kinds from notifications where message_id = ${message.id} group by 1) told on told.alert_id = al.id
    where al.client_id = ${clientId}
    order by al.opened_at, al.id`.execute(db);
  return rows.map((row) => ({
    ...row,
    condition: normalizeCondition(row.condition),
    also: row.also.map((other) => ({ ...normalizeCondition(other), compared: other.compared })),
  }));
}
