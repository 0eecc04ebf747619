import { alertsColumns } from '@aerowatch/contracts/api/alert-columns';
import {
  alertsArchive,
  alertsArchived,
  alertsBoxes,
  alertsBoxesCount,
  alertsComment,
  alertsComments,
  alertsExport,
  alertsGet,
  alertsMuted,
  alertsOpened,
  alertsPatch,
  alertsTimeline,
  type TIMELINE,
} from '@aerowatch/contracts/api/alerts';
import type { QueryOf } from '@aerowatch/contracts/endpoint';
import { idText, readTime } from '@aerowatch/contracts/fields';
import { supervisorName } from '@aerowatch/i18n/ready-made';
import type { Parts } from '../../../parts.ts';
import type { Db } from '../../../platform/database/db.ts';
import { BadRequest, found } from '../../../platform/errors.ts';
import { checkIfMatch } from '../../../platform/http/etag.ts';
import { Answer, changeRoute, goneOf, type Route, route, stream } from '../../../platform/http/route.ts';
import { type Language, nameOf, type Viewer } from '../../../platform/viewer.ts';
import { exportAlerts } from './export.ts';
import { presentAlert } from './present.ts';
import { archiveAlerts, patchAlert, recordComment } from './service.ts';
import * as store from './store.ts';
import { alertColumns, countGroups, listGroups } from './store-groups.ts';
import { mutedAeros } from './store-muted.ts';
import { addComment, commentsOf, timelineOf } from './store-work.ts';

/** Open alerts that come in one answer of the view by box. */
const MAX_BY_BOX = 5000;

type Turn = (typeof TIMELINE)[number];
type ListQuery = QueryOf<typeof alertsArchived> & Pick<QueryOf<typeof alertsOpened>, 'by'>;

export const alertRoutes = ({ db, clock, exports }: Parts): Route[] => [
  route(alertsOpened, ({ viewer, query, language }) => list(db, viewer, 'opened', query, language)),
  route(alertsArchived, ({ viewer, query, language }) => list(db, viewer, 'archived', query, language)),
  route(alertsBoxes, async ({ viewer, query, language }) => {
    const rows = await store.listAlerts(db, viewer, 'opened', query, { limit: MAX_BY_BOX });
    const boxes = Map.groupBy(
      rows.map((row) => presentAlert(row, language)),
      (alert) => alert.box,
    );
    return [...boxes].map(([box, alerts]) => ({ box, alerts }));
  }),
  route(alertsColumns, ({ viewer, query: { by, ...filters } }) => alertColumns(db, viewer, filters, by)),
  route(alertsBoxesCount, ({ viewer, query }) => store.countByBox(db, viewer, query)),
  route(alertsMuted, async ({ viewer, query, language }) =>
    (await mutedAeros(db, viewer, query)).map((row) => ({
      ...row,
      supervisor_name: row.supervisor_name && supervisorName(row.supervisor_name, language),
      since: row.since?.toISOString() ?? null,
    })),
  ),
  exportRoute(db, exports),
  changeRoute(db, alertsArchive, async (trx, { viewer, body }) => {
    const ids = await archiveAlerts(trx, viewer, body, clock.date());
    return { archived: ids.length, ids };
  }),
  route(alertsGet, async ({ viewer, params, language }) =>
    presentAlert(await store.alertById(db, viewer, params.id), language),
  ),
  route(alertsComments, async ({ viewer, params }) => {
    await store.alertById(db, viewer, params.id);
    return (await commentsOf(db, params.id)).map((row) => ({ ...row, at: row.at.toISOString() }));
  }),
  changeRoute(db, alertsComment, async (trx, { viewer, params, body }) => {
    const alert = await store.alertById(trx, viewer, params.id);
    const row = await addComment(trx, viewer, alert.id, body.text);
    await recordComment(trx, viewer, alert, row.text);
    return { ...row, at: row.at.toISOString() };
  }),
  route(alertsTimeline, async ({ viewer, params, language }) => {
    await store.alertById(db, viewer, params.id);
    const rows = await timelineOf(db, params.id);
    return rows.map((row) => ({
      ...row,
      name: row.type === 'opened' && row.name !== null ? supervisorName(row.name, language) : row.name,
      type: row.type as Turn,
      at: row.at.toISOString(),
    }));
  }),
  changeRoute(db, alertsPatch, async (trx, { viewer, params, body, request, language }) => {
    const before = found(await store.alertsForUpdate(trx, viewer, [params.id]));
    checkIfMatch(request, before);
    return presentAlert(await patchAlert(trx, viewer, before, body, clock.date()), language);
  }),
];

const exportRoute = (db: Db, exports: Parts['exports']): Route =>
  route(alertsExport, async ({ viewer, query, language, reply }) => {
    const end = await exports.take(nameOf(viewer), goneOf(reply));
    const file = await exportAlerts(db, viewer, query, language).catch((error) => {
      end();
      throw error;
    });
    // It is a temporary file, read and written while it is sent.
    file.data.once('close', end);
    return stream(file.data, { type: file.type, filename: file.name });
  });

async function list(db: Db, viewer: Viewer, state: store.AlertState, query: ListQuery, language: Language) {
  const limit = query.page_size ?? query.limit;
  const page = query.page === undefined ? 1 : /^\d+$/.test(query.page) ? Number(query.page) : 0;
  if (page < 1 || page > 1_000_000) throw new BadRequest({ page: ['not_integer'] });
  if (query.by !== undefined) return listByGroup(db, viewer, query, { limit, page, language });
  const before = query.before === undefined ? undefined : cursorOf(query.before);
  if (before && query.ordering !== undefined && query.ordering !== '-opened_at')
    throw new BadRequest({ before: ['cursor_ordering'] });
  const window = { limit, offset: (page - 1) * limit, before, ordering: query.ordering };
  const rows = await store.listAlerts(db, viewer, state, query, window);
  const total = await store.countAlerts(db, viewer, state, query);
  return counted(rows, total, language);
}
const counted = (rows: readonly store.AlertRow[], total: number, language: Language) =>
  new Answer(
    rows.map((row) => presentAlert(row, language)),
    { headers: { 'X-Total-Count': String(total) } },
  );

async function listByGroup(
  db: Db,
  viewer: Viewer,
  { by = 'group', before, ordering, ...filters }: ListQuery,
  { limit, page, language }: { limit: number; page: number; language: Language },
) {
  if (before !== undefined) throw new BadRequest({ before: ['cursor_ordering'] });
  const window = { limit, offset: (page - 1) * limit, ordering };
  const rows = await listGroups(db, viewer, filters, by, window);
  return counted(rows, await countGroups(db, viewer, filters, by), language);
}

/** `before=<opened_at>,<id>` of the last alert that the client already has. */
function cursorOf(text: string): store.Before {
  const comma = text.lastIndexOf(',');
  const openedAt = readTime(text.slice(0, comma));
  const { data: id } = idText.safeParse(text.slice(comma + 1));
  if (comma < 0 || openedAt === null || id === undefined) throw new BadRequest({ before: ['cursor'] });
  return { openedAt: new Date(openedAt), id };
}
