import { type Notice, noticesList, noticesRead } from '@aerowatch/contracts/api/notices';
import type { Parts } from '../../../parts.ts';
import type { Db } from '../../../platform/database/db.ts';
import { changeRoute, type Route, route } from '../../../platform/http/route.ts';
import type { Language, Viewer } from '../../../platform/viewer.ts';
import { presentMatter } from '../matters/present.ts';
import { dayFor } from '../matters/routes.ts';
import { mattersByIds } from '../matters/store-inbox.ts';
import { countMine, type NoticeRow, noticesOf, readNotices, unreadNotices } from './store-notices.ts';

/** Notices with the present state of their matters. */
export async function presentNotices(
  db: Db,
  viewer: Viewer,
  rows: readonly NoticeRow[],
  language: Language,
  now: Date,
): Promise<Notice[]> {
  const today = dayFor(viewer, now);
  const found = await mattersByIds(db, viewer, [...new Set(rows.map(({ order }) => order))]);
  const matters = new Map(found.map((row) => [row.id, presentMatter(row, language, today)]));
  return rows.flatMap(({ order, at, ...row }) => {
    const matter = matters.get(order);
    return matter === undefined ? [] : [{ ...row, at: at.toISOString(), matter }];
  });
}

export const noticeRoutes = ({ db, clock }: Parts): Route[] => [
  route(noticesList, async ({ viewer, language }) => {
    const [rows, unread, mine] = await Promise.all([
      noticesOf(db, viewer),
      unreadNotices(db, viewer),
      countMine(db, viewer),
    ]);
    return { unread, mine, results: await presentNotices(db, viewer, rows, language, clock.date()) };
  }),
  changeRoute(db, noticesRead, async (trx, { viewer, body }) => {
    await readNotices(trx, viewer, body.ids, clock.date());
    return { unread: await unreadNotices(trx, viewer) };
  }),
];
