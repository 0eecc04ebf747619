import {
  meAvatar,
  meAvatarDelete,
  meData,
  meGet,
  mePassword,
  mePatch,
  meTestNotification,
} from '@aerowatch/contracts/api/users';
import type { Parts } from '../../parts.ts';
import { type Route, route } from '../../platform/http/route.ts';
import { userOf } from '../../platform/viewer.ts';
import { changeOwnPassword, setAvatar, testNotification } from './me.ts';
import { presentUser } from './present.ts';
import { by } from './routes.ts';
import { changeUser } from './service.ts';
import { userById } from './store.ts';
import { dataAbout } from './store-data.ts';

export function meRoutes(parts: Parts): Route[] {
  const { db } = parts;
  return [
    route(meGet, async ({ viewer }) => presentUser(await userById(db, viewer, userOf(viewer).id))),
    route(mePatch, async (call) =>
      presentUser(await changeUser(parts, by(call), userOf(call.viewer).id, call.body, false)),
    ),
    route(mePassword, (call) => changeOwnPassword(parts, by(call), call.body)),
    route(meAvatar, async (call) => presentUser(await setAvatar(parts, by(call), call.file?.path ?? null))),
    route(meAvatarDelete, async (call) => {
      await setAvatar(parts, by(call), null);
    }),
    route(meTestNotification, async ({ viewer, body }) => ({
      notification: await testNotification(parts, userOf(viewer), body.channel),
    })),
    route(meData, async ({ viewer }) => {
      const user = userOf(viewer);
      return { profile: presentUser(await userById(db, viewer, user.id)), ...(await dataAbout(db, user)) };
    }),
  ];
}
