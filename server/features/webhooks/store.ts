import type { webhooksDeliveries, webhooksList } from '@aerowatch/contracts/api/webhooks';
import type { QueryOf } from '@aerowatch/contracts/endpoint';
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Db, Trx } from '../../platform/database/db.ts';
import { type ListPage, listedSql, listPage } from '../../platform/database/list.ts';
import { containing, visibleTo } from '../../platform/database/scope.ts';
import { NotFound } from '../../platform/errors.ts';
import type { Viewer } from '../../platform/viewer.ts';
import type { WebhooksTable } from './schema.ts';

const COLUMNS = [
  'id',
  'created_at',
  'updated_at',
  'client_id',
  'url',
  'description',
  'events',
  'language',
  'enabled',
  'created_by',
  'last_success_at',
  'failing_since',
  'last_error',
  'disabled_at',
] as const;
const count = (state: string) =>
  sql<number>`(select count(*)::int from webhook_deliveries d where d.webhook_id = webhooks.id and d.state = ${sql.lit(state)})`;
/** The secret is never returned. */
export type WebhookRow = Pick<Selectable<WebhooksTable>, (typeof COLUMNS)[number]> & {
  queued: number;
  failed: number;
};

const seen = (db: Db, viewer: Viewer) =>
  db
    .selectFrom('webhooks')
    .select(COLUMNS)
    .select([count('queued').as('queued'), count('failed').as('failed')])
    .where(visibleTo(viewer, 'client_id'));

export function listWebhooks(
  db: Db,
  viewer: Viewer,
  query: QueryOf<typeof webhooksList>,
): Promise<ListPage<WebhookRow>> {
  let found = seen(db, viewer);
  if (query.client) found = found.where(sql<boolean>`client_id = any(${query.client})`);
  if (query.enabled !== undefined) found = found.where('enabled', '=', query.enabled);
  if (query.search) {
    const like = containing(query.search);
    found = found.where(sql<boolean>`(url ilike ${like} or description ilike ${like})`);
  }
  return listPage(found, query, '-created_at', { client: 'client_id' });
}

export function webhooksByIds(db: Db, viewer: Viewer, ids: readonly number[]): Promise<WebhookRow[]> {
  return seen(db, viewer)
    .where('id', 'in', [...ids])
    .execute();
}

export async function webhookById(db: Db, viewer: Viewer, id: number, lock = false): Promise<WebhookRow> {
  return seen(db, viewer)
    .where('id', '=', id)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirstOrThrow(() => new NotFound());
}

export async function insertWebhook(
  trx: Trx,
  values: Omit<Insertable<WebhooksTable>, 'secret'>,
  seal: (id: number) => string,
): Promise<number> {
  const { id } = await trx
    .insertInto('webhooks')
    .values({ ...values, secret: '' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await trx
    .updateTable('webhooks')
    .set({ secret: seal(id) })
    .where('id', '=', id)
    .execute();
  return id;
}

export async function updateWebhook(trx: Trx, id: number, values: Updateable<WebhooksTable>): Promise<void> {
  await trx
    .updateTable('webhooks')
    .set({ ...values, updated_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', id)
    .execute();
}

/** The previous secret signs beside the new one for a day. */
export async function replaceSecret(trx: Trx, id: number, sealed: string): Promise<void> {
  await sql`update webhooks set previous_secret = secret, previous_until = now() + interval '1 day', secret = ${sealed},
    updated_at = clock_timestamp() where id = ${id}`.execute(trx);
}

export async function deleteWebhook(trx: Trx, id: number): Promise<void> {
  await trx.deleteFrom('webhooks').where('id', '=', id).execute();
}

export interface DeliveryRow {
  readonly id: number;
  readonly event: string;
  readonly type: string;
  readonly resource: number;
  readonly at: Date;
  readonly state: string;
  readonly next_attempt_at: Date;
  readonly delivered_at: Date | null;
  readonly attempts: {
    at: string;
    duration_ms: number;
    status: number | null;
    error: string | null;
    answer: string;
  }[];
}

/** Deliveries of a webhook that the caller is known to see; newest first. */
export async function listDeliveries(
  db: Db,
  webhook: number,
  query: QueryOf<typeof webhooksDeliveries>,
): Promise<ListPage<DeliveryRow>> {
  const found = sql`webhook_deliveries d join webhook_events e on e.id = d.event_id
    where d.webhook_id = ${webhook} and (${query.state ?? null}::text is null or d.state = ${query.state ?? null}::text)
      and e.type ilike ${containing(query.search ?? '')}`;
  return listedSql(db, query, {
    columns: sql`d.id, e.event_id as event, e.type, e.resource_id as resource, e.at, d.state, d.next_attempt_at, d.delivered_at,
      (select coalesce(json_agg(json_build_object('at', to_char(a.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'duration_ms', a.duration_ms,
        'status', a.status, 'error', a.error, 'answer', a.answer) order by a.id desc), '[]') from webhook_attempts a where a.delivery_id = d.id) as attempts`,
    from: found,
    order: sql`d.event_id ${sql.raw(query.ordering === 'id' ? 'asc' : 'desc')}`,
  });
}

/** Queues one event, or all since a time, for a webhook again; returns how many. Bodies stay the same. */
export async function replayEvents(
  trx: Trx,
  { id, client_id, events }: WebhookRow,
  what: { event?: string | undefined; since?: string | undefined },
  entities: Readonly<Record<string, string>>,
): Promise<number> {
  const types = [...events];
  const { rows } = await sql<{ n: number }>`
    with wanted as (select e.id, t.entity || ':' || e.resource_id as resource from webhook_events e
        join unnest(${types}::text[], ${types.map((type) => entities[type] ?? '')}::text[]) as t (type, entity) on t.type = e.type
        where e.client_id = ${client_id} and (${what.event ?? null}::uuid is null or e.event_id = ${what.event ?? null}::uuid)
          and (${what.since ?? null}::timestamptz is null or e.at >= ${what.since ?? null}::timestamptz)),
      queued as (insert into webhook_deliveries (webhook_id, event_id, resource) select ${id}::int, id, resource from wanted order by id
        on conflict (webhook_id, event_id) do update set state = 'queued', next_attempt_at = clock_timestamp(), first_attempt_at = null,
          delivered_at = null, attempts = 0, unreachable = false
        returning id)
    select count(*)::int as n from queued`.execute(trx);
  return rows[0]?.n ?? 0;
}
