import {
  checkEmail,
  confirm as confirmEndpoint,
  login,
  logout,
  resetPassword as resetEndpoint,
} from '@aerowatch/contracts/api/auth';
import { translateMessage } from '@aerowatch/i18n/translate-message';
import type { Parts } from '../../parts.ts';
import { confirmedFrom } from '../../platform/http/confirm.ts';
import { type Route, route } from '../../platform/http/route.ts';
import { system, userOf } from '../../platform/viewer.ts';
import { provePassword } from '../credentials/prove.ts';
import { deleteToken } from '../credentials/store-sessions.ts';
import { presentUser } from '../users/present.ts';
import { userById } from '../users/store.ts';
import { logIn, mustExist, resetPassword, sendReset } from './service.ts';

export function sessionRoutes(parts: Parts): Route[] {
  return [
    route(login, async ({ body, address }) => {
      const from = { address, device: body.device };
      const name = body.username ?? body.email ?? '';
      const { token, userId, device } = await logIn(parts, name, body.password, from);
      return { token, device, user: presentUser(await userById(parts.db, system, userId)) };
    }),
    route(logout, async ({ viewer }) => {
      const { id, tokenId } = userOf(viewer);
      if (tokenId !== null) await deleteToken(parts.db, id, tokenId);
    }),
    route(confirmEndpoint, async ({ viewer, body, address }) => {
      await provePassword(parts, { viewer: userOf(viewer), address }, body.password);
      return { confirmed_until: confirmedFrom(parts.clock.now()).toISOString() };
    }),
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
