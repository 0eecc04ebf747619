import { meAvatar, meAvatarDelete } from '@aerowatch/contracts/api/avatars';
import {
  confirmEmail as confirmEmailEndpoint,
  meData,
  meGet,
  mePassword,
  mePatch,
  meTestNotification,
} from '@aerowatch/contracts/api/users';
import { translateMessage } from '@aerowatch/i18n/translate-message';
import type { Parts } from '../../../parts.ts';
import { type Route, route } from '../../../platform/http/route.ts';
import { type UserViewer, userOf } from '../../../platform/viewer.ts';
import { presentUser } from '../present.ts';
import { by } from '../routes.ts';
import { changeUser } from '../service.ts';
import { userById } from '../store.ts';
import { askForEmail, confirmEmail, keepEmail, proveForEmail } from './email-change.ts';
import { changeOwnPassword, setAvatar, testNotification } from './me.ts';
import { dataAbout } from './store-data.ts';
import { pendingEmail } from './store-email-changes.ts';

async function presentMe({ db, clock, config }: Parts, viewer: UserViewer) {
  const [row, email_pending] = await Promise.all([
    userById(db, viewer, viewer.id),
    pendingEmail(db, viewer, clock.date()),
  ]);
  const limited = viewer.limited === null ? {} : { limited: viewer.limited };
  return { ...presentUser(config, row), email_pending, ...limited };
}

export function meRoutes(parts: Parts): Route[] {
  const { db, config } = parts;
  return [
    route(meGet, async ({ viewer }) => presentMe(parts, userOf(viewer))),
    route(mePatch, async (call) => {
      let who = by(call);
      const { email, password, ...change } = call.body;
      const changesEmail = email !== undefined && email !== who.viewer.email;
      if (changesEmail) {
        await proveForEmail(parts, who, email, password);
        if (password !== undefined)
          who = { ...who, viewer: { ...who.viewer, confirmedAt: parts.clock.date() } };
      }
      await changeUser(parts, who, who.viewer.id, change, false);
      if (changesEmail) await askForEmail(parts, who, email);
      else if (email !== undefined) await keepEmail(parts, who);
      return presentMe(parts, who.viewer);
    }),
    route(confirmEmailEndpoint, async ({ body, address, language }) => ({
      email: await confirmEmail(parts, body, address),
      detail: translateMessage('email_done', language),
    })),
    route(mePassword, (call) => changeOwnPassword(parts, by(call), call.body)),
    route(meAvatar, async (call) =>
      presentUser(config, await setAvatar(parts, by(call), call.file?.path ?? null)),
    ),
    route(meAvatarDelete, async (call) => {
      await setAvatar(parts, by(call), null);
    }),
    route(meTestNotification, async ({ viewer, body }) => ({
      notification: await testNotification(parts, userOf(viewer), body.channel),
    })),
    route(meData, async ({ viewer }) => {
      const user = userOf(viewer);
      return {
        profile: presentUser(config, await userById(db, viewer, user.id)),
        ...(await dataAbout(db, user)),
      };
    }),
  ];
}
