import { MAX_NOTICES } from '@aerowatch/contracts/api/notices';
import { NOTICE_DAYS, type NoticeType } from '@aerowatch/domain/work/notices';
import { sql } from 'kysely';
import type { Db, Trx } from '../../../platform/database/db.ts';
import { among, visibleTo } from '../../../platform/database/scope.ts';
import { recordChanges } from '../../../platform/events/events.ts';
import { userIdOf, type Viewer } from '../../../platform/viewer.ts';
import { NAME_OF } from '../store.ts';

export interface NoticeRow {
  readonly id: number;
  readonly at: Date;
  readonly type: NoticeType;
  readonly by: number | null;
  readonly by_name: string | null;
  readonly comment: string;
  readonly read: boolean;
  readonly order: number;
}

/** Creates notices of matters for a user; acts for the user who changed them, or for the server itself. */
export async function addNotices(
  trx: Trx,
  user: number,
  orders: readonly { readonly id: number; readonly client_id: number }[],
  about: { readonly type: NoticeType; readonly by: number | null; readonly comment: string },
): Promise<void> {
  const { rows } = await sql<{
    id: number;
    order: number;
  }>`insert into notices (user_id, type, work_order_id, by_id, comment)
    select ${user}::int, ${about.type}, id, ${about.by}::int, ${about.comment} from unnest(${orders.map(({ id }) => id)}::int[]) as t (id)
    returning id, work_order_id as order`.execute(trx);
  const clients = new Map(orders.map(({ id, client_id }) => [id, client_id]));
  await recordChanges(
    trx,
    rows.map(({ id, order }) => ({
      entity: 'notices',
      type: 'added',
      id,
      clientId: clients.get(order) ?? null,
      userId: user,
    })),
  );
}

/** Notices of the viewer alone, about matters still visible to them. */
const own = (viewer: Viewer) =>
  sql`notices n join work_orders w on w.id = n.work_order_id left join users u on u.id = n.by_id
    where n.user_id = ${userIdOf(viewer)}::int and ${visibleTo(viewer, 'w.client_id')}`;
const COLUMNS = sql`n.id, n.at, n.type, n.by_id as by, ${NAME_OF('u')} as by_name, n.comment, n.read_at is not null as read, n.work_order_id as order`;

/** The newest notices of the viewer, or those of these ids. */
export async function noticesOf(db: Db, viewer: Viewer, ids?: readonly number[]): Promise<NoticeRow[]> {
  const { rows } = await sql<NoticeRow>`select ${COLUMNS} from ${own(viewer)} and ${among('n.id', ids)}
    order by n.id desc limit ${MAX_NOTICES}`.execute(db);
  return rows;
}

/** Number of unread notices of the viewer. */
export async function unreadNotices(db: Db, viewer: Viewer): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`select count(*)::int as count from ${own(viewer)} and n.read_at is null`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Marks notices of the viewer as read; all of them if none are named. */
export async function readNotices(trx: Trx, viewer: Viewer, ids: readonly number[] | undefined, at: Date) {
  const { rows } = await sql<{
    id: number;
    client: number;
  }>`update notices n set read_at = ${at} from work_orders w
    where w.id = n.work_order_id and n.user_id = ${userIdOf(viewer)}::int and n.read_at is null and ${among('n.id', ids)}
    returning n.id, w.client_id as client`.execute(trx);
  const userId = userIdOf(viewer);
  await recordChanges(
    trx,
    rows.map(({ id, client }) => ({ entity: 'notices', type: 'updated', id, clientId: client, userId })),
  );
}

/** Deletes notices older than their retention. Acts for the server itself. */
export async function forgetNotices(db: Db, now: Date): Promise<void> {
  await sql`delete from notices where at < ${now}::timestamptz - make_interval(days => ${NOTICE_DAYS})`.execute(
    db,
  );
}

/** Number of matters that need the viewer. */
export async function countMine(db: Db, viewer: Viewer): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`select count(*)::int as count from work_orders w where ${visibleTo(viewer, 'w.client_id')}
    and w.assignee_id = ${userIdOf(viewer)}::int and (w.state in ('open', 'planned') or w.proof = 'word')`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}
