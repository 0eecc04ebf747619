import { usersAvatar, usersAvatarDelete, usersAvatarSet } from '@aerowatch/contracts/api/avatars';
import {
  groupsList,
  usersCreate,
  usersDelete,
  usersGet,
  usersInvite,
  usersList,
  usersPatch,
  usersPut,
} from '@aerowatch/contracts/api/users';
import { usersImport } from '@aerowatch/contracts/api/users-import';
import type { Parts } from '../../parts.ts';
import { NotFound } from '../../platform/errors.ts';
import { listRoute } from '../../platform/http/list-route.ts';
import { type Route, route, stream } from '../../platform/http/route.ts';
import { userOf, type Viewer } from '../../platform/viewer.ts';
import type { By } from './by.ts';
import { importUsers } from './csv/import.ts';
import { inviteAgain } from './invite.ts';
import { setAvatar } from './me/me.ts';
import { presentUser } from './present.ts';
import { changeUser, createUser, removeUser } from './service.ts';
import { listGroups, listUsers, userById } from './store.ts';

/** Who acts: only people reach these routes. */
export const by = (call: Omit<By, 'viewer'> & { viewer: Viewer }): By => ({
  viewer: userOf(call.viewer),
  address: call.address,
  request: call.request,
  reply: call.reply,
});

export function userRoutes(parts: Parts): Route[] {
  const { db, files, config } = parts;
  return [
    listRoute(db, usersList, listUsers, (row) => presentUser(config, row)),
    route(usersCreate, async (call) => {
      const { row, invitation } = await createUser(parts, by(call), call.body);
      return { ...presentUser(config, row), ...(invitation && { invitation }) };
    }),
    route(usersImport, ({ viewer, query, body, file, language }) =>
      importUsers(parts, userOf(viewer), file!.path, {
        dryRun: query.dry_run === true,
        partial: query.partial === true,
        client: query.client,
        mended: body.mended,
        language,
      }),
    ),
    route(usersInvite, (call) => inviteAgain(parts, by(call), call.params.id)),
    route(usersGet, async ({ viewer, params }) => presentUser(config, await userById(db, viewer, params.id))),
    route(usersPut, async (call) => {
      // A profile sent back whole has read-only fields; the contract accepts them, and they are dropped here.
      const {
        id: _id,
        created_at: _created,
        updated_at: _updated,
        avatar: _avatar,
        unreached: _unreached,
        last_login: _login,
        ...sent
      } = call.body;
      return presentUser(config, await changeUser(parts, by(call), call.params.id, sent, true));
    }),
    route(usersPatch, async (call) =>
      presentUser(config, await changeUser(parts, by(call), call.params.id, call.body, false)),
    ),
    route(usersDelete, (call) => removeUser(parts, by(call), call.params.id)),
    route(usersAvatar, async ({ viewer, params }) => {
      const { avatar } = await userById(db, viewer, params.id);
      if (avatar === null || (await files.size(avatar)) === undefined) throw new NotFound();
      return stream(files.read(avatar), { type: 'image/webp' });
    }),
    route(usersAvatarSet, async (call) =>
      presentUser(config, await setAvatar(parts, by(call), call.file?.path ?? null, call.params.id)),
    ),
    route(usersAvatarDelete, async (call) => {
      await setAvatar(parts, by(call), null, call.params.id);
    }),
    listRoute(db, groupsList, listGroups, (row) => row),
  ];
}
