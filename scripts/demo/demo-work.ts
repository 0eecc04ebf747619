import { DAY } from '../../domain/durations.ts';
import type { apiOf } from '../../simulator/fleet/api.ts';

type Api = ReturnType<typeof apiOf>;
interface Page<T> {
  results: T[];
  count: number;
}
interface Order {
  id: number;
  client: number;
  severity: 'low' | 'medium' | 'high';
}

/** Results of earlier visits: [fault, verdict, acts], each for a box of its own. */
const PAST = [
  ...(
    ['found', 'found', 'not_found', 'not_found', 'other_cause', 'not_found', 'not_found', 'found'] as const
  ).map((verdict) => ['panel_soiled', verdict, verdict === 'found' ? ['panel_cleaned'] : []] as const),
  ...(['found', 'found', 'found', 'not_found'] as const).map(
    (verdict) => ['leak', verdict, verdict === 'found' ? ['re_gassed'] : []] as const,
  ),
  ['seized', 'found', ['freed']],
  ['battery_falling', 'found', ['battery_replaced']],
] as const;

/** Work orders of a client, some closed with their verdicts; made once. */
export async function makeWork(api: Api, client: number): Promise<void> {
  const existing = await api.get<Page<Order>>(`/work-orders/?client=${client}&page_size=1`);
  if (existing.count > 0) return;
  const { results: aeros } = await api.get<Page<{ id: number; box: number }>>('/aeros/?page_size=1000');
  const { results: boxes } = await api.get<Page<{ id: number; client: number }>>(
    `/boxes/?client=${client}&page_size=1000`,
  );
  const own = new Set(boxes.map(({ id }) => id));
  const aerosOfClient = aeros.filter(({ box }) => own.has(box));
  for (const [index, [kind, verdict, acts]] of PAST.entries()) {
    const aero = aerosOfClient[(index * 3) % aerosOfClient.length];
    if (aero === undefined) return;
    const order = await createOrder(api, { box: aero.box, aero: aero.id, source: { type: 'finding', kind } });
    if (order === null) continue;
    const why = verdict === 'other_cause' ? { mechanism: 'external_influence', cause: 'other_cause' } : {};
    // Their measures stay unmarked: only the counts matter here.
    const close = { state: 'done', verdict, acts, ...why, reset_baseline: false, archive_alerts: false };
    await api.patch(`/work-orders/${order}/`, close);
  }
  await openOrders(api, client);
}

/** Work orders for present alerts, some of them planned. */
async function openOrders(api: Api, client: number): Promise<void> {
  const alerts = await api.get<{ id: number; box: number; aero: number }[]>(
    `/alerts/opened/?client=${client}&limit=60`,
  );
  const first = [...new Map(alerts.map((alert) => [alert.aero, alert])).values()].slice(0, 9);
  for (const [index, { id, box, aero }] of first.entries()) {
    const order = await createOrder(api, { box, aero, source: { type: 'alert', alert: id } });
    if (order === null) continue;
    // What its fault makes urgent keeps that day; teams give the others one of their own.
    const { severity } = await api.get<Order>(`/work-orders/${order}/`);
    const due_on = new Date(Date.now() + (index - 1) * 4 * DAY).toISOString().slice(0, 10);
    const change = {
      ...(severity === 'high' ? {} : { due_on }),
      ...(index % 3 === 1 ? { state: 'planned' } : {}),
    };
    if (Object.keys(change).length > 0) await api.patch(`/work-orders/${order}/`, change);
  }
}

/** The work order created; null where one was already open. */
async function createOrder(api: Api, body: object): Promise<number | null> {
  const { created } = await api.post<{ created: number[] }>('/work-orders/bulk/', { orders: [body] });
  return created[0] ?? null;
}
