import {
  type ScimToken,
  scimTokensCreate,
  scimTokensDelete,
  scimTokensList,
} from '@aerowatch/contracts/api/scim';
import type { Parts } from '../../parts.ts';
import { recordAudit } from '../../platform/audit/store-audit.ts';
import { newSecret, sha256 } from '../../platform/crypto/secrets.ts';
import { listRoute } from '../../platform/http/list-route.ts';
import { changeRoute, type Route } from '../../platform/http/route.ts';
import { userIdOf } from '../../platform/viewer.ts';
import { mustSeeClient } from '../clients/store.ts';
import { deleteToken, insertToken, listTokens, type TokenRow } from './store-tokens.ts';

/** Number of characters of a token shown in lists to distinguish tokens. */
const PREFIX = 14;

const presentToken = (row: TokenRow): ScimToken => ({
  id: row.id,
  created_at: row.created_at.toISOString(),
  name: row.name,
  client: row.client_id,
  prefix: row.prefix,
  last_used_at: row.last_used_at?.toISOString() ?? null,
  created_by_name: row.maker,
});

/** Administrators create and revoke the tokens of directories; the value is only in the answer. */
export function tokenRoutes({ db }: Parts): Route[] {
  return [
    listRoute(db, scimTokensList, listTokens, presentToken),
    changeRoute(db, scimTokensCreate, async (trx, { viewer, body }) => {
      const client_id = body.client ?? null;
      if (client_id !== null) await mustSeeClient(trx, viewer, client_id);
      const value = `aw_scim_${newSecret()}`;
      const row = await insertToken(trx, {
        name: body.name,
        client_id,
        prefix: value.slice(0, PREFIX),
        hash: sha256(value),
        last_used_at: null,
        created_by: userIdOf(viewer),
      });
      const token = presentToken(row);
      await recordAudit(trx, viewer, {
        action: 'create',
        entity: 'scim_tokens',
        id: row.id,
        name: row.name,
        clientId: client_id,
        after: { name: token.name, client: client_id, prefix: token.prefix },
      });
      return { ...token, value };
    }),
    changeRoute(db, scimTokensDelete, async (trx, { viewer, params }) => {
      const { id, name, prefix, client_id } = await deleteToken(trx, viewer, params.id);
      await recordAudit(trx, viewer, {
        action: 'delete',
        entity: 'scim_tokens',
        id,
        name,
        clientId: client_id,
        before: { name, client: client_id, prefix },
      });
    }),
  ];
}
