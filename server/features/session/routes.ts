import {
  checkEmail,
  confirm as confirmEndpoint,
  login,
  logout,
  resetPassword as resetEndpoint,
  secondFactor,
} from '@aerowatch/contracts/api/auth';
import { confirmOptions, passkeyOptionsEndpoint, securityGet } from '@aerowatch/contracts/api/second-factor';
import {
  ssoBackchannelLogout,
  ssoBegin,
  ssoConfirmBegin,
  ssoFinish,
  ssoLink,
  ssoLogout,
} from '@aerowatch/contracts/api/sso';
import { translateMessage } from '@aerowatch/i18n/translate-message';
import type { FastifyRequest } from 'fastify';
import type { Parts } from '../../parts.ts';
import { transaction } from '../../platform/database/db.ts';
import { confirmedFrom } from '../../platform/http/callers/confirm.ts';
import { changeRoute, type Route, route } from '../../platform/http/route.ts';
import { userOf, type Viewer } from '../../platform/viewer.ts';
import { clientsAsking, howPeopleSignIn } from '../credentials/store-security.ts';
import { deleteToken } from '../credentials/store-tokens.ts';
import { askLimits, count } from '../credentials/throttle.ts';
import { makeSignOn, type SignOn } from '../sso/sign-on.ts';
import { confirmAgain, confirmingBy } from './confirm.ts';
import { fromOf, presentSession } from './present.ts';
import { mustExist, resetPassword, sendReset } from './service.ts';
import { askForPasskey, enter, finishSignIn, logIn } from './sign-in.ts';

export function sessionRoutes(parts: Parts): Route[] {
  const signOn = makeSignOn(parts);
  return [
    route(login, async (call) => {
      const { username, email = '', password, device } = call.body;
      const signed = await logIn(parts, username ?? email, password, fromOf(call, device));
      return 'token' in signed ? presentSession(parts, signed) : { second_factor: signed };
    }),
    route(secondFactor, async (call) => {
      const from = fromOf(call, call.body.device);
      return presentSession(parts, await finishSignIn(parts, call.body, from, tellTried(call.request)));
    }),
    route(passkeyOptionsEndpoint, async ({ address }) => {
      await count(parts.db, parts.clock, askLimits('passkey', address));
      return askForPasskey(parts, address);
    }),
    changeRoute(parts.db, logout, async (trx, { viewer }) => {
      const { id, tokenId } = userOf(viewer);
      if (tokenId !== null) await deleteToken(trx, id, tokenId);
    }),
    route(confirmEndpoint, async ({ viewer, body, address, reply }) => {
      await confirmAgain(parts, signOn, { viewer: userOf(viewer), address, reply }, body);
      return { confirmed_until: confirmedFrom(parts.clock.now()).toISOString() };
    }),
    route(confirmOptions, ({ viewer, address }) =>
      confirmingBy(parts, signOn, { viewer: userOf(viewer), address }),
    ),
    ...ssoRoutes(parts, signOn),
    route(securityGet, ({ viewer }) => securityOf(parts, signOn, viewer)),
    route(checkEmail, async ({ body, address }) => {
      await mustExist(parts, body.email, address);
      return { exists: true as const };
    }),
    route(resetEndpoint, async ({ body, address, language }) => {
      if ('email' in body) await sendReset(parts, body.email, address);
      else await resetPassword(parts, body, address);
      return { detail: translateMessage('email' in body ? 'reset_sent' : 'reset_done', language) };
    }),
  ];
}

/** Records in the audit log whose account somebody tried to sign in to. */
const tellTried = (request: FastifyRequest) => (email: string) => {
  request.tried = email;
};

/** Sign-in and sign-out through the OpenID provider. */
function ssoRoutes(parts: Parts, signOn: SignOn): Route[] {
  return [
    route(ssoBegin, ({ address }) => signOn.begin(address, null)),
    route(ssoConfirmBegin, ({ viewer, address }) => signOn.begin(address, userOf(viewer))),
    route(ssoLink, ({ viewer, body, address }) => signOn.link(body, address, userOf(viewer))),
    route(ssoFinish, async (call) => {
      const { device, ...answer } = call.body;
      const entered = await signOn.finish(answer, call.address, tellTried(call.request));
      return presentSession(parts, await enter(parts, signOn, entered, fromOf(call, device)));
    }),
    route(ssoBackchannelLogout, async ({ body, address }) => {
      await signOn.end(body.logout_token, address);
      return {};
    }),
    route(ssoLogout, async ({ viewer }) => {
      const user = userOf(viewer);
      const urlThere = await signOn.leaving(user);
      const { id, tokenId } = user;
      if (tokenId !== null) await transaction(parts.db, (trx) => deleteToken(trx, id, tokenId));
      return { url: await urlThere() };
    }),
  ];
}

/** How people sign in, and whether the provider answers. */
async function securityOf({ db, config }: Parts, { provider }: SignOn, viewer: Viewer) {
  const { secondFactor, idleMs } = config.sessions;
  const settings = provider?.settings ?? null;
  const [people, clients, reachable] = await Promise.all([
    howPeopleSignIn(db, viewer, secondFactor, settings?.linkedAs ?? null),
    clientsAsking(db, viewer),
    provider?.reach().then(
      () => true,
      () => false,
    ) ?? false,
  ]);
  return {
    second_factor: secondFactor,
    session_idle: idleMs === null ? null : idleMs / 60_000,
    ...people,
    clients,
    sso: settings && {
      issuer: settings.issuer,
      label: settings.label,
      creates: settings.create,
      claim_client: settings.claimClient,
      claim_groups: settings.claimGroups,
      reachable,
    },
  };
}
