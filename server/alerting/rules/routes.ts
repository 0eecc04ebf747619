import {
  supervisorsCreate,
  supervisorsDelete,
  supervisorsGet,
  supervisorsList,
  supervisorsPatch,
  supervisorsRehearse,
} from '@aerowatch/contracts/api/supervisors';
import type { Parts } from '../../parts.ts';
import { transaction } from '../../platform/database/db.ts';
import { checkIfMatch } from '../../platform/http/etag.ts';
import { pageOf } from '../../platform/http/pages.ts';
import { type Route, route } from '../../platform/http/route.ts';
import { presentSupervisor } from './present.ts';
import { rehearseSupervisor } from './rehearsal.ts';
import { createSupervisor, deleteSupervisor, patchSupervisor } from './service.ts';
import { databaseTime, listSupervisors, supervisorById, supervisorForEdit } from './store.ts';

export const supervisorRoutes = ({ db }: Parts): Route[] => [
  route(supervisorsList, async ({ viewer, query, request }) => {
    const { rows, count } = await listSupervisors(db, viewer, query);
    return pageOf(request, query, count, rows.map(presentSupervisor));
  }),
  route(supervisorsCreate, ({ viewer, body, address }) =>
    transaction(db, async (trx) =>
      presentSupervisor(await createSupervisor(trx, viewer, body, { at: await databaseTime(trx), address })),
    ),
  ),
  route(supervisorsGet, async ({ viewer, params }) =>
    presentSupervisor(await supervisorById(db, viewer, params.id)),
  ),
  route(supervisorsPatch, ({ viewer, params, body, request, address }) =>
    transaction(db, async (trx) => {
      const before = await supervisorForEdit(trx, viewer, params.id);
      checkIfMatch(request, before);
      return presentSupervisor(
        await patchSupervisor(trx, viewer, before, body, { at: await databaseTime(trx), address }),
      );
    }),
  ),
  route(supervisorsDelete, ({ viewer, params, request, address }) =>
    transaction(db, async (trx) => {
      const row = await supervisorForEdit(trx, viewer, params.id);
      checkIfMatch(request, row);
      await deleteSupervisor(trx, viewer, row, { at: await databaseTime(trx), address });
      return undefined;
    }),
  ),
  route(supervisorsRehearse, ({ viewer, body }) => rehearseSupervisor(db, viewer, body)),
];
