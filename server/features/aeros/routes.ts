import { aerosBoxes, aerosGet, aerosList, aerosPatch, aerosSami } from '@aerowatch/contracts/api/aeros';
import type { SamiLevel } from '@aerowatch/domain/sami';
import { supervisorName } from '@aerowatch/i18n/ready-made';
import type { Parts } from '../../parts.ts';
import { checkIfMatch } from '../../platform/http/etag.ts';
import { listRoute } from '../../platform/http/list-route.ts';
import { pageOf } from '../../platform/http/pages.ts';
import { changeRoute, type Route, route } from '../../platform/http/route.ts';
import { aeroForUpdate, patchAero } from './patch.ts';
import { presentAero } from './present.ts';
import { listAeros, listAerosByBox, loadAero, samiHistory } from './store.ts';

export const aeroRoutes = (parts: Parts): Route[] => [
  listRoute(
    parts.db,
    aerosList,
    (db, viewer, query) => listAeros(db, viewer, query, parts.clock.date()),
    presentAero,
  ),
  route(aerosBoxes, async ({ viewer, query, request }) => {
    const { rows, boxes, count } = await listAerosByBox(parts.db, viewer, query, parts.clock.date());
    const byBox = Map.groupBy(rows, (row) => row.box_id);
    const groups = boxes.map((box) => ({ box, aeros: (byBox.get(box) ?? []).map(presentAero) }));
    return pageOf(request, query, count, groups);
  }),
  route(aerosGet, async ({ viewer, params }) =>
    presentAero(await loadAero(parts.db, viewer, params.id, parts.clock.date())),
  ),
  changeRoute(parts.db, aerosPatch, async (trx, { viewer, params, body, request }) => {
    const found = await aeroForUpdate(trx, viewer, params.id);
    checkIfMatch(request, found.aero);
    await patchAero(trx, parts, viewer, found, body);
    return presentAero(await loadAero(trx, viewer, params.id, parts.clock.date()));
  }),
  route(aerosSami, async ({ viewer, params, query, request, language }) => {
    await loadAero(parts.db, viewer, params.id, parts.clock.date());
    const { rows, count } = await samiHistory(parts.db, params.id, query);
    const changes = rows.map(
      ({
        aero_id,
        from_level,
        to_level,
        supervisor_id,
        supervisor_name: name,
        alert_id,
        user_id,
        at,
        ...row
      }) => ({
        ...row,
        supervisor_name: name && supervisorName(name, language),
        aero: aero_id,
        from: from_level as SamiLevel,
        to: to_level as SamiLevel,
        at: at.toISOString(),
        user: user_id,
        supervisor: supervisor_id,
        alert: alert_id,
      }),
    );
    return pageOf(request, query, count, changes);
  }),
];
