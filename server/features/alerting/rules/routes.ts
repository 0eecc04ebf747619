import {
  supervisorsDuplicate,
  supervisorsExport,
  supervisorsImport,
} from '@aerowatch/contracts/api/supervisor-files';
import {
  supervisorsCreate,
  supervisorsDelete,
  supervisorsGet,
  supervisorsList,
  supervisorsPatch,
  supervisorsRehearse,
} from '@aerowatch/contracts/api/supervisors';
import type { Parts } from '../../../parts.ts';
import type { ListPage } from '../../../platform/database/list.ts';
import { checkIfMatch } from '../../../platform/http/etag.ts';
import { listRoute } from '../../../platform/http/list-route.ts';
import { changeRoute, goneOf, type Route, route, stream } from '../../../platform/http/route.ts';
import { presentListed, presentSupervisor } from './present.ts';
import { makeRehearse } from './rehearsal-threads.ts';
import { createSupervisor, deleteSupervisor, patchSupervisor } from './service.ts';
import {
  type CountedRow,
  databaseTime,
  listCounted,
  listSupervisors,
  type SupervisorRow,
  supervisorById,
  supervisorForEdit,
} from './store.ts';
import { duplicateSupervisor, exportSupervisors, importSupervisors } from './transfer.ts';

export const supervisorRoutes = (
  { db, clock, databaseUrl }: Parts,
  rehearse = makeRehearse(databaseUrl),
): Route[] => [
  listRoute(
    db,
    supervisorsList,
    async (_, viewer, query): Promise<ListPage<SupervisorRow | CountedRow>> =>
      query.most_aeros === undefined
        ? listSupervisors(db, viewer, query)
        : listCounted(db, viewer, query, query.most_aeros),
    (row, { language }) => presentListed(row, language),
  ),
  changeRoute(db, supervisorsCreate, async (trx, { viewer, body, language }) =>
    presentSupervisor(await createSupervisor(trx, viewer, body, await databaseTime(trx)), language),
  ),
  route(supervisorsGet, async ({ viewer, params, language }) =>
    presentSupervisor(await supervisorById(db, viewer, params.id), language),
  ),
  changeRoute(db, supervisorsPatch, async (trx, { viewer, params, body, request, language }) => {
    const before = await supervisorForEdit(trx, viewer, params.id);
    checkIfMatch(request, before);
    return presentSupervisor(
      await patchSupervisor(trx, viewer, before, body, await databaseTime(trx)),
      language,
    );
  }),
  changeRoute(db, supervisorsDelete, async (trx, { viewer, params, request }) => {
    const row = await supervisorForEdit(trx, viewer, params.id);
    checkIfMatch(request, row);
    await deleteSupervisor(trx, viewer, row, await databaseTime(trx));
    return undefined;
  }),
  route(supervisorsRehearse, ({ viewer, body, reply }) => rehearse({ viewer, body }, goneOf(reply))),
  changeRoute(db, supervisorsDuplicate, async (trx, { viewer, params, body, language }) => {
    const before = await supervisorById(trx, viewer, params.id);
    const at = await databaseTime(trx);
    return presentSupervisor(
      await duplicateSupervisor(trx, viewer, before, body.name, at, language),
      language,
    );
  }),
  route(supervisorsExport, async ({ viewer, query, language }) => {
    const file = await exportSupervisors(db, viewer, query, language, clock.date());
    return stream(file.data, { type: 'application/json; charset=utf-8', filename: file.name });
  }),
  changeRoute(db, supervisorsImport, async (trx, { viewer, body, language }) =>
    importSupervisors(trx, viewer, body, await databaseTime(trx), language),
  ),
];
