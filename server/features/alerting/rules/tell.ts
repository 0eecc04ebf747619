import type { Tell } from '@aerowatch/contracts/api/supervisors';
import type { Trx } from '../../../platform/database/db.ts';
import { BadRequest } from '../../../platform/errors.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import { tellBelongs, writeTell } from './store-tell.ts';

/** The recipients of a supervisor: at least one, only from its client. */
export async function tellThem(
  trx: Trx,
  viewer: Viewer,
  id: number,
  client: number,
  tell: Tell,
): Promise<void> {
  const { all, groups, users, in_charge, on_duty } = tell;
  if (!all && groups.length + users.length === 0 && !in_charge && !on_duty)
    throw new BadRequest({ tell: ['required'] });
  const belongs = await tellBelongs(trx, viewer, client, tell);
  if (!belongs.groups) throw new BadRequest({ tell: { groups: ['unknown'] } });
  if (!belongs.users) throw new BadRequest({ tell: { users: ['unknown'] } });
  await writeTell(trx, id, tell);
}
