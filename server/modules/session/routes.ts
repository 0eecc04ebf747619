import {
  checkEmail,
  confirm as confirmEndpoint,
  login,
  logout,
  resetPassword as resetEndpoint,
  secondFactor,
} from '@aerowatch/contracts/api/auth';
import { confirmOptions, passkeyOptionsEndpoint } from '@aerowatch/contracts/api/second-factor';
import { translateMessage } from '@aerowatch/i18n/translate-message';
import type { Parts } from '../../parts.ts';
import { confirmedFrom } from '../../platform/http/confirm.ts';
import { type Route, route } from '../../platform/http/route.ts';
import { userOf } from '../../platform/viewer.ts';
import { deleteToken } from '../credentials/store-sessions.ts';
import { askLimits, count } from '../credentials/throttle.ts';
import { confirmAgain, confirmingBy } from './confirm.ts';
import { fromOf, presentSession } from './present.ts';
import { mustExist, resetPassword, sendReset } from './service.ts';
import { askForPasskey, finishSignIn, logIn } from './sign-in.ts';

export function sessionRoutes(parts: Parts): Route[] {
  return [
    route(login, async (call) => {
      const { username, email = '', password, device } = call.body;
      const signed = await logIn(parts, username ?? email, password, fromOf(call, device));
      return 'token' in signed ? presentSession(parts, signed) : { second_factor: signed };
    }),
    route(secondFactor, async (call) =>
      presentSession(parts, await finishSignIn(parts, call.body, fromOf(call, call.body.device))),
    ),
    route(passkeyOptionsEndpoint, async ({ address }) => {
      await count(parts.db, parts.clock, askLimits('passkey', address));
      return askForPasskey(parts, address);
    }),
    route(logout, async ({ viewer }) => {
      const { id, tokenId } = userOf(viewer);
      if (tokenId !== null) await deleteToken(parts.db, id, tokenId);
    }),
    route(confirmEndpoint, async ({ viewer, body, address }) => {
      await confirmAgain(parts, { viewer: userOf(viewer), address }, body);
      return { confirmed_until: confirmedFrom(parts.clock.now()).toISOString() };
    }),
    route(confirmOptions, ({ viewer, address }) => confirmingBy(parts, { viewer: userOf(viewer), address })),
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
