import {
  type Key,
  keysCreate,
  keysDelete,
  keysGet,
  keysList,
  keysPatch,
} from '@aerowatch/contracts/api/keys';
import { KEY_DAYS } from '@aerowatch/domain/access';
import { DAY } from '@aerowatch/domain/durations';
import type { Updateable } from 'kysely';
import type { Parts } from '../../parts.ts';
import { recordEdit } from '../../platform/audit/record-edit.ts';
import type { Clock } from '../../platform/clock.ts';
import { newSecret, sha256 } from '../../platform/crypto/secrets.ts';
import { type Db, transaction } from '../../platform/database/db.ts';
import { BadRequest } from '../../platform/errors.ts';
import { mustBeConfirmed } from '../../platform/http/callers/confirm.ts';
import { checkIfMatch } from '../../platform/http/etag.ts';
import { listRoute } from '../../platform/http/list-route.ts';
import { type Call, changeRoute, type Route, route } from '../../platform/http/route.ts';
import { userIdOf, type Viewer } from '../../platform/viewer.ts';
import { chosenClient } from '../clients/choose.ts';
import type { ApiKeysTable } from './schema.ts';
import { deleteKey, insertKey, type KeyRow, keyById, listKeys, updateKey } from './store.ts';

/** Number of characters of a key shown in lists to distinguish keys. */
const PREFIX = 8;

export const presentKey = (row: KeyRow): Key => ({
  id: row.id,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
  name: row.name,
  client: row.client_id,
  prefix: row.prefix,
  last_used_at: row.last_used_at?.toISOString() ?? null,
  revoked_at: row.revoked_at?.toISOString() ?? null,
  expires_at: row.expires_at.toISOString(),
  scopes: row.scopes,
  created_by: row.created_by,
  created_by_name: row.maker,
  maker_left_at: row.maker_left_at?.toISOString() ?? null,
});

const aboutKey = ({ id, name, client }: Key) => ({ entity: 'keys', id, name, clientId: client }) as const;

/** When a new key expires: a year from now by default. Throws 400 for the past and for over five years. */
function endOf(requested: string | undefined, now: Date): Date {
  if (requested === undefined) return new Date(now.getTime() + KEY_DAYS.usual * DAY);
  const end = new Date(requested);
  if (end <= now) throw new BadRequest({ expires_at: ['key_past'] });
  if (end.getTime() > now.getTime() + KEY_DAYS.most * DAY)
    throw new BadRequest({ expires_at: ['key_too_long'] });
  return end;
}

/** Makes this user responsible for a key whose creator left, so that it keeps its original end. */
function keepBy(viewer: Viewer, clock: Clock, key: KeyRow): Updateable<ApiKeysTable> {
  if (key.maker_left_at === null) return {};
  mustBeConfirmed(viewer, clock);
  if (key.expires_at <= clock.date()) throw new BadRequest({ kept: ['key_past'] });
  const answers = { created_by: userIdOf(viewer), maker_left_at: null, kept_until: null, told_at: null };
  return key.kept_until === null ? answers : { ...answers, expires_at: key.kept_until };
}

type NewKey = Call<typeof keysCreate>['body'];

/** Creates a key; its value is only in this answer. */
function createKey(db: Db, viewer: Viewer, body: NewKey, expires: Date) {
  return transaction(db, async (trx) => {
    const clientId = await chosenClient(trx, viewer, body.client);
    const value = `aw_${newSecret()}`;
    const row = await insertKey(trx, {
      name: body.name,
      client_id: clientId,
      prefix: value.slice(0, PREFIX),
      hash: sha256(value),
      expires_at: expires,
      scopes: body.scopes,
      created_by: userIdOf(viewer),
    });
    const key = presentKey(row);
    await recordEdit(trx, viewer, {
      action: 'create',
      ...aboutKey(key),
      after: {
        name: key.name,
        client: clientId,
        prefix: key.prefix,
        scopes: key.scopes,
        expires_at: key.expires_at,
      },
    });
    return { ...key, value };
  });
}

export function keyRoutes({ db, clock }: Parts): Route[] {
  return [
    listRoute(db, keysList, listKeys, presentKey),
    route(keysGet, async ({ viewer, params }) => presentKey(await keyById(db, viewer, params.id))),
    route(keysCreate, ({ viewer, body }) =>
      createKey(db, viewer, body, endOf(body.expires_at, clock.date())),
    ),
    changeRoute(db, keysPatch, async (trx, { viewer, params, body, request }) => {
      const before = await keyById(trx, viewer, params.id, true);
      checkIfMatch(request, before);
      const now = clock.date();
      const revoked = body.revoked === true && before.revoked_at === null ? { revoked_at: now } : {};
      const kept = body.kept === true ? keepBy(viewer, clock, before) : {};
      const key = presentKey(
        await updateKey(trx, before.id, { name: body.name, ...kept, ...revoked, updated_at: now }),
      );
      const logged = (one: Key) => ({
        name: one.name,
        revoked_at: one.revoked_at,
        expires_at: one.expires_at,
      });
      await recordEdit(trx, viewer, {
        action: 'update',
        ...aboutKey(key),
        before: logged(presentKey(before)),
        after: logged(key),
      });
      return key;
    }),
    changeRoute(db, keysDelete, async (trx, { viewer, params, request }) => {
      const before = await keyById(trx, viewer, params.id, true);
      checkIfMatch(request, before);
      await deleteKey(trx, before.id);
      await recordEdit(trx, viewer, {
        action: 'delete',
        ...aboutKey(presentKey(before)),
        before: { name: before.name, prefix: before.prefix },
      });
    }),
  ];
}
