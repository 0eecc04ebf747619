import type { Tell } from '@aerowatch/contracts/api/supervisors';
import { sql } from 'kysely';
import type { Db, Trx } from '../../../platform/database/db.ts';
import { visibleTo } from '../../../platform/database/scope.ts';
import type { Viewer } from '../../../platform/viewer.ts';

/** Whether the roles exist, and the persons belong to the client as the viewer sees it. */
export async function tellBelongs(
  db: Db,
  viewer: Viewer,
  client: number,
  { groups, users }: Tell,
): Promise<{ groups: boolean; users: boolean }> {
  const { rows } = await sql<{ groups: boolean; users: boolean }>`
    select (select count(*) from groups g where g.id = any(${[...groups]}::int[])) = ${new Set(groups).size} as groups,
      (select count(*) from users u where u.id = any(${[...users]}::int[]) and u.client_id = ${client} and ${visibleTo(viewer, 'u.client_id')})
        = ${new Set(users).size} as users`.execute(db);
  return rows[0]!;
}

/** Writes the recipients of a supervisor; for "all", no other choice is kept. */
export async function writeTell(
  trx: Trx,
  id: number,
  { all, groups, users, in_charge, on_duty, escalate_after }: Tell,
): Promise<void> {
  const [roles, people] = all ? [[], []] : [[...new Set(groups)], [...new Set(users)]];
  await sql`update supervisors set tell_all = ${all}, tell_groups = ${roles}::int[], tell_in_charge = ${!all && in_charge},
      tell_on_duty = ${!all && on_duty}, escalate_after = ${escalate_after}::int,
      ready_made = ready_made and ${all} where id = ${id}`.execute(trx);
  await sql`delete from supervisor_people where supervisor_id = ${id}`.execute(trx);
  await sql`insert into supervisor_people (supervisor_id, user_id) select ${id}, one from unnest(${people}::int[]) as one`.execute(
    trx,
  );
}
