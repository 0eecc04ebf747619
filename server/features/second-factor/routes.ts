import {
  passkeysCreate,
  passkeysDelete,
  passkeysList,
  recoveryCodesRenew,
  secondFactorGet,
  sessionsDelete,
  sessionsDeleteOthers,
  sessionsList,
  totpDelete,
  totpSet,
  usersRemoveFactors,
} from '@aerowatch/contracts/api/second-factor';
import { browserName } from '@aerowatch/domain/browser-name';
import type { Parts } from '../../parts.ts';
import { recordAudit } from '../../platform/audit/store-audit.ts';
import { Forbidden, NotFound } from '../../platform/errors.ts';
import { changeRoute, type Route, route } from '../../platform/http/route.ts';
import { system, type UserViewer, userOf, type Viewer } from '../../platform/viewer.ts';
import { linkedSince } from '../credentials/store-identities.ts';
import { hasPassword, mustHaveFactor } from '../credentials/store-sessions.ts';
import { deleteOwnToken, revokeTokens, type SessionMethod, sessionsOf } from '../credentials/store-tokens.ts';
import { aboutUser } from '../users/about.ts';
import { manages } from '../users/rules.ts';
import { userForUpdate } from '../users/store.ts';
import { relyingParty } from './passkeys/relying-party.ts';
import { listPasskeys } from './passkeys/store-passkeys.ts';
import { removeFactors } from './remove.ts';
import {
  addPasskey,
  beginPasskey,
  beginTotp,
  confirmTotp,
  removePasskey,
  removeTotp,
  renewCodes,
} from './setup.ts';
import { factorsOf } from './store-factors.ts';

const self = (call: { viewer: Viewer; address: string }) => ({
  viewer: userOf(call.viewer),
  address: call.address,
});

async function singleSignOnOf({ db, config: { oidc } }: Parts, me: UserViewer) {
  const linked = oidc === null ? null : await linkedSince(db, me, oidc.linkedAs, me.id);
  return linked === null ? null : { label: oidc?.label ?? null, linked_at: linked.toISOString() };
}

/** The caller's own second factors, and removing those of others. */
export function factorRoutes(parts: Parts): Route[] {
  const { db, config } = parts;
  return [
    route(secondFactorGet, async ({ viewer }) => {
      const me = userOf(viewer);
      const { totp, passkeys, recovery } = await factorsOf(db, me, me.id);
      return {
        required: await mustHaveFactor(db, system, me, config.sessions.secondFactor),
        totp: totp === null ? null : { confirmed_at: totp.toISOString() },
        passkeys,
        recovery_codes: recovery,
        passkey_origin: relyingParty(config.publicUrl)?.origin ?? null,
        has_password: await hasPassword(db, system, me.id),
        sso: await singleSignOnOf(parts, me),
      };
    }),
    route(totpSet, async (call) => {
      const code = call.body?.code;
      if (code === undefined) return beginTotp(parts, self(call));
      return { recovery_codes: await confirmTotp(parts, self(call), code) };
    }),
    route(totpDelete, (call) => removeTotp(parts, self(call))),
    route(recoveryCodesRenew, async (call) => ({ recovery_codes: await renewCodes(parts, self(call)) })),
    route(passkeysList, async ({ viewer }) => ({
      results: (await listPasskeys(db, userOf(viewer))).map((key) => ({
        ...key,
        created_at: key.created_at.toISOString(),
        last_used_at: key.last_used_at?.toISOString() ?? null,
      })),
    })),
    route(passkeysCreate, (call) =>
      call.body === undefined ? beginPasskey(parts, self(call)) : addPasskey(parts, self(call), call.body),
    ),
    route(passkeysDelete, (call) => removePasskey(parts, self(call), call.params.id)),
    changeRoute(db, usersRemoveFactors, async (trx, { viewer, params }) => {
      const by = userOf(viewer);
      const user = await userForUpdate(trx, by, params.id);
      if (!manages(by, user)) throw new Forbidden();
      await removeFactors(trx, by, user);
    }),
  ];
}

/** The caller's sessions. */
export function ownSessionRoutes({ db, clock, config }: Parts): Route[] {
  return [
    route(sessionsList, async ({ viewer }) => {
      const me = userOf(viewer);
      const { idleMs } = config.sessions;
      const rows = await sessionsOf(db, me, clock.date());
      const alive = rows.filter(
        (row) => idleMs === null || clock.now() - (row.last_used_at ?? row.created_at).getTime() <= idleMs,
      );
      return {
        results: alive.map((row) => ({
          id: row.id,
          created_at: row.created_at.toISOString(),
          last_used_at: row.last_used_at?.toISOString() ?? null,
          expires_at: row.expires_at.toISOString(),
          device: browserName(row.device ?? ''),
          address: row.address,
          method: row.method as SessionMethod,
          current: row.id === me.tokenId,
        })),
      };
    }),
    changeRoute(db, sessionsDelete, async (trx, { viewer, params }) => {
      const me = userOf(viewer);
      if (!(await deleteOwnToken(trx, me, params.id))) throw new NotFound();
      await recordAudit(trx, me, { action: 'end_sessions', ...aboutUser(me) });
    }),
    changeRoute(db, sessionsDeleteOthers, async (trx, { viewer }) => {
      const me = userOf(viewer);
      await revokeTokens(trx, me.id, me.tokenId);
      await recordAudit(trx, me, { action: 'end_sessions', ...aboutUser(me) });
    }),
  ];
}
