import {
  type DutyRosterAnswer,
  dutyRostersCreate,
  dutyRostersDelete,
  dutyRostersGet,
  dutyRostersList,
  dutyRostersPatch,
} from '@aerowatch/contracts/api/duty';
import type { BodyOf } from '@aerowatch/contracts/endpoint';
import { dutyChain } from '@aerowatch/domain/duty/roster';
import type { WorkSeverity } from '@aerowatch/domain/work/orders';
import type { Parts } from '../../parts.ts';
import { recordEdit } from '../../platform/audit/record-edit.ts';
import type { Trx } from '../../platform/database/db.ts';
import { BadRequest } from '../../platform/errors.ts';
import { checkIfMatch } from '../../platform/http/etag.ts';
import { listRoute } from '../../platform/http/list-route.ts';
import { changeRoute, type Route, route } from '../../platform/http/route.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { chosenClient } from '../clients/choose.ts';
import { clientById } from '../clients/store.ts';
import {
  type DutyRow,
  deleteRoster,
  insertRoster,
  listRosters,
  rosterById,
  rosterOf,
  rosterOfClient,
  strangersAmong,
  updateRoster,
  writeExceptions,
  writePeople,
} from './store.ts';

export const presentRoster = (row: DutyRow, now: Date): DutyRosterAnswer => ({
  id: row.id,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
  client: row.client_id,
  starts_on: row.starts_on,
  weeks: row.weeks,
  hour: row.hour,
  time_zone: row.time_zone,
  people: row.people,
  exceptions: row.exceptions,
  escalate_after: row.escalate_after,
  escalate_from: row.escalate_from as WorkSeverity,
  on_duty: dutyChain(rosterOf(row), now.getTime())[0] ?? null,
});

export function dutyRoutes({ db, clock }: Parts): Route[] {
  const present = (row: DutyRow) => presentRoster(row, clock.date());
  return [
    listRoute(db, dutyRostersList, listRosters, present),
    route(dutyRostersGet, async ({ viewer, params }) => present(await rosterById(db, viewer, params.id))),
    changeRoute(db, dutyRostersCreate, async (trx, { viewer, body }) => {
      const client = await chosenClient(trx, viewer, body.client);
      const id = await rosterOfClient(trx, client);
      const before = id === undefined ? undefined : await rosterById(trx, viewer, id);
      return present(await written(trx, viewer, clock.date(), { client, before }, body));
    }),
    changeRoute(db, dutyRostersPatch, async (trx, { viewer, params, body, request }) => {
      const before = await rosterById(trx, viewer, params.id, true);
      checkIfMatch(request, before);
      return present(await written(trx, viewer, clock.date(), { client: before.client_id, before }, body));
    }),
    changeRoute(db, dutyRostersDelete, async (trx, { viewer, params, request }) => {
      const before = await rosterById(trx, viewer, params.id, true);
      checkIfMatch(request, before);
      await deleteRoster(trx, before.id);
      const about = await aboutRoster(trx, viewer, before);
      await recordEdit(trx, viewer, { action: 'delete', ...about, before: { ...present(before) } });
    }),
  ];
}

/** Writes a roster, a new one or changes of one, with its audit and event. */
async function written(
  trx: Trx,
  viewer: Viewer,
  now: Date,
  { client, before }: { client: number; before: DutyRow | undefined },
  {
    client: _,
    people,
    exceptions,
    ...values
  }: BodyOf<typeof dutyRostersPatch> & { client?: number | undefined },
): Promise<DutyRow> {
  await checkPeople(trx, client, { people, exceptions });
  // What waited before is not sent around at once when escalation begins.
  const begins = (before?.escalate_after ?? null) === null && values.escalate_after != null;
  const columns = { ...values, ...(begins ? { escalates_since: now } : {}), updated_at: now };
  const id = before?.id ?? (await insertRoster(trx, client, columns as Parameters<typeof insertRoster>[2]));
  if (before !== undefined) await updateRoster(trx, id, columns as Parameters<typeof updateRoster>[2]);
  if (people !== undefined) await writePeople(trx, id, people);
  if (exceptions !== undefined) await writeExceptions(trx, id, exceptions);
  const row = await rosterById(trx, viewer, id);
  await recordEdit(trx, viewer, {
    action: before === undefined ? 'create' : 'update',
    ...(await aboutRoster(trx, viewer, row)),
    ...(before && { before: { ...presentRoster(before, now) } }),
    after: { ...presentRoster(row, now) },
  } as Parameters<typeof recordEdit>[2]);
  return row;
}

async function aboutRoster(trx: Trx, viewer: Viewer, { id, client_id: clientId }: DutyRow) {
  const { name } = await clientById(trx, viewer, clientId);
  return { entity: 'duty_rosters', id, name, clientId } as const;
}

/** Everybody on a roster belongs to its client, or is an administrator; others are refused as if they did not exist. */
async function checkPeople(
  trx: Trx,
  client: number,
  { people = [], exceptions = [] }: Partial<Pick<DutyRow, 'people' | 'exceptions'>>,
): Promise<void> {
  const named = exceptions.flatMap(({ user, substitute }) =>
    user === null ? [substitute] : [user, substitute],
  );
  const strangers = new Set(await strangersAmong(trx, client, [...people, ...named]));
  if (people.some((one) => strangers.has(one))) throw new BadRequest({ people: ['unknown'] });
  const wrong = exceptions.findIndex(
    ({ user, substitute }) => strangers.has(substitute) || (user !== null && strangers.has(user)),
  );
  if (wrong >= 0) throw new BadRequest({ exceptions: { [wrong]: { substitute: ['unknown'] } } });
}
