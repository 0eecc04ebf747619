import type { Month } from '@aerowatch/domain/report/month';
import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/database/db.ts';
import { visibleTo } from '../../platform/database/scope.ts';
import type { System, UserViewer } from '../../platform/viewer.ts';

/** The clients, among those they may see, whose report a user gets. */
export async function subscriptionsOf(db: Db, viewer: UserViewer): Promise<number[]> {
  const { rows } = await sql<{ client_id: number }>`select client_id from report_subscriptions
    where user_id = ${viewer.id} and ${visibleTo(viewer, 'client_id')} order by client_id`.execute(db);
  return rows.map(({ client_id }) => client_id);
}

/** Existing subscriptions keep their last month; new ones begin with the present month. */
export async function subscribe(
  trx: Trx,
  viewer: UserViewer,
  clients: readonly number[],
  running: Month,
): Promise<void> {
  const ids = [...clients];
  await sql`delete from report_subscriptions where user_id = ${viewer.id} and not client_id = any(${ids}::int[])`.execute(
    trx,
  );
  await sql`insert into report_subscriptions (user_id, client_id, sent_month)
    select ${viewer.id}, c.id, to_char(${`${running}-01`}::date - 1, 'YYYY-MM') from clients c where c.id = any(${ids}::int[])
    on conflict do nothing`.execute(trx);
}

/**
 * Subscriptions whose report of a month is due, marked as sent; people who left or changed client get none.
 */
export async function claimReports(
  trx: Trx,
  _system: System,
  month: Month,
): Promise<{ user: number; client: number }[]> {
  const { rows } = await sql<{ user: number; client: number }>`
    update report_subscriptions s set sent_month = ${month} from users u
    where u.id = s.user_id and u.is_active and (u.is_staff or u.is_superuser or u.client_id = s.client_id) and coalesce(s.sent_month, '') < ${month}
    returning s.user_id as user, s.client_id as client`.execute(trx);
  return rows;
}
