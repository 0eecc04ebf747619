import {
  type Client,
  clientsCreate,
  clientsDelete,
  clientsGet,
  clientsList,
  clientsPatch,
} from '@aerowatch/contracts/api/clients';
import type { Parts } from '../../parts.ts';
import { recordEdit } from '../../platform/audit/record-edit.ts';
import { recordAudit } from '../../platform/audit/store-audit.ts';
import { Conflict, Forbidden } from '../../platform/errors.ts';
import { recordChange } from '../../platform/events/events.ts';
import { mustBeConfirmed } from '../../platform/http/callers/confirm.ts';
import { checkIfMatch } from '../../platform/http/etag.ts';
import { listRoute } from '../../platform/http/list-route.ts';
import { changeRoute, type Route, route } from '../../platform/http/route.ts';
import { may } from '../../platform/viewer.ts';
import {
  type ClientRow,
  clientById,
  deleteClient,
  holdings,
  insertClient,
  listClients,
  updateClient,
} from './store.ts';

export const presentClient = (row: ClientRow): Client => ({
  id: row.id,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
  name: row.name,
  require_second_factor: row.require_second_factor,
  forecast_threshold: row.forecast_threshold,
});

const aboutClient = ({ id, name }: ClientRow) => ({ entity: 'clients', id, name, clientId: id }) as const;

export function clientRoutes({ db, clock, hooks }: Parts): Route[] {
  return [
    listRoute(db, clientsList, listClients, presentClient),
    route(clientsGet, async ({ viewer, params }) => presentClient(await clientById(db, viewer, params.id))),
    changeRoute(db, clientsCreate, async (trx, { viewer, body }) => {
      const row = await insertClient(trx, body.name);
      await recordChange(trx, { entity: 'clients', type: 'added', id: row.id, clientId: row.id });
      for (const made of hooks.clientMade) await made(trx, row.id);
      await recordAudit(trx, viewer, { action: 'create', ...aboutClient(row), after: { name: row.name } });
      return presentClient(row);
    }),
    changeRoute(db, clientsPatch, async (trx, { viewer, params, body, request }) => {
      const before = await clientById(trx, viewer, params.id, true);
      checkIfMatch(request, before);
      if (body.name !== undefined && body.name !== before.name && !may(viewer, 'admin'))
        throw new Forbidden();
      const asks = body.require_second_factor ?? before.require_second_factor;
      if (asks !== before.require_second_factor) mustBeConfirmed(viewer, clock);
      if (Object.keys(body).length === 0) return presentClient(before);
      const after = await updateClient(trx, before.id, body, clock.date());
      const logged = ({ name, require_second_factor, forecast_threshold }: ClientRow) => ({
        name,
        require_second_factor,
        forecast_threshold,
      });
      await recordEdit(trx, viewer, {
        action: 'update',
        ...aboutClient(after),
        before: logged(before),
        after: logged(after),
      });
      return presentClient(after);
    }),
    changeRoute(db, clientsDelete, async (trx, { viewer, params, request }) => {
      // Locked, so that nothing can be attached to it in the meantime.
      const before = await clientById(trx, viewer, params.id, true);
      checkIfMatch(request, before);
      const { boxes, users, supervisors, alerts } = await holdings(trx, before.id);
      if (boxes + users + supervisors + alerts > 0)
        throw new Conflict(`client_in_use|${boxes}|${users}|${supervisors}|${alerts}`);
      await deleteClient(trx, before.id);
      await recordEdit(trx, viewer, {
        action: 'delete',
        ...aboutClient(before),
        before: { name: before.name },
      });
    }),
  ];
}
