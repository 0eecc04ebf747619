import type { scimTokensList } from '@aerowatch/contracts/api/scim';
import type { QueryOf } from '@aerowatch/contracts/endpoint';
import { type Insertable, sql } from 'kysely';
import type { Db, Trx } from '../../platform/database/db.ts';
import { type ListPage, listPage } from '../../platform/database/list.ts';
import { containing } from '../../platform/database/scope.ts';
import { NotFound } from '../../platform/errors.ts';
import type { System, Viewer } from '../../platform/viewer.ts';
import type { ScimTokensTable } from './schema.ts';

/** How often the last use is written, ms. */
const USE_NOTED_MS = 60_000;
const SHOWN = [
  'id',
  'created_at',
  'name',
  'client_id',
  'prefix',
  'last_used_at',
  sql<string | null>`(select nullif(trim(u.first_name || ' ' || u.last_name), '')
    from users u where u.id = scim_tokens.created_by)`.as('maker'),
] as const;
/** The hash is never returned. */
export type TokenRow = Awaited<ReturnType<typeof insertToken>>;

export function insertToken(db: Db, values: Insertable<ScimTokensTable>) {
  return db.insertInto('scim_tokens').values(values).returning(SHOWN).executeTakeFirstOrThrow();
}

/** Only administrators may ask: the endpoint says so. */
export function listTokens(
  db: Db,
  _viewer: Viewer,
  query: QueryOf<typeof scimTokensList>,
): Promise<ListPage<TokenRow>> {
  const found = db
    .selectFrom('scim_tokens')
    .select(SHOWN)
    .where('name', 'ilike', containing(query.search ?? ''));
  return listPage(found, query, '-created_at');
}

export function deleteToken(db: Db, _viewer: Viewer, id: number) {
  return db
    .deleteFrom('scim_tokens')
    .where('id', '=', id)
    .returning(['id', 'name', 'prefix', 'client_id'])
    .executeTakeFirstOrThrow(() => new NotFound());
}

/** A directory that calls, by the token it sent. */
export interface Directory {
  readonly id: number;
  readonly name: string;
  /** The client whose people it reaches; null: everybody. */
  readonly clientId: number | null;
}

export async function directoryOf(db: Db, _viewer: System, hash: Buffer, now: Date) {
  const row = await db
    .selectFrom('scim_tokens')
    .select(['id', 'name', 'client_id', 'last_used_at'])
    .where('hash', '=', hash)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  if (row.last_used_at === null || now.getTime() - row.last_used_at.getTime() > USE_NOTED_MS)
    await sql`update scim_tokens set last_used_at = ${now} where id in (
      select id from scim_tokens where id = ${row.id} for no key update skip locked)`.execute(db);
  return { id: row.id, name: row.name, clientId: row.client_id } satisfies Directory;
}

/** Whether a token still exists; it then stays until the transaction ends. */
export async function holdToken(trx: Trx, _viewer: System, id: number): Promise<boolean> {
  const { rows } = await sql`select from scim_tokens where id = ${id} for key share`.execute(trx);
  return rows.length > 0;
}
