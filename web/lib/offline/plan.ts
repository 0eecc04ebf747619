import { DAY, HOUR } from '@aerowatch/domain/durations';
import { METRIC_KEYS } from '@aerowatch/domain/metrics';
import { addressOf, requestHeaders } from '../api/client.ts';
import type { Answer, CallOptions, EndpointKey } from '../api/contract.ts';
import { fetchOnce } from '../query/fetch-once.ts';
import { keepAnswer, keepPicture } from './copies.ts';
import { copiesOf, database, isFull } from './database.ts';
import { USABLE } from './usable.ts';

type Order = Answer<'workOrdersGet'>;
/** Orders taken along at most: a day's round is shorter. */
const MOST = 100;
const CURVE_DAYS = 90;

export interface Progress {
  readonly done: number;
  readonly count: number;
}
/** `incomplete`: some orders could not be read; `no_room`: this device is full. */
export type Taken = 'ready' | 'incomplete' | 'nothing' | 'failed' | 'no_room';

/**
 * Takes the orders along that are the user's, or planned for today: each with all that its page shows, and
 * only whole. What was there before stays until it is replaced.
 */
export async function takeAlong(
  user: number,
  today: string,
  onProgress: (progress: Progress) => void,
): Promise<{ readonly taken: Taken; readonly missing: number }> {
  const orders = await ordersOf(today);
  if (orders === null) return { taken: 'failed', missing: 0 };
  const began = Date.now();
  const ready: number[] = [];
  let size = 0;
  try {
    await keepShared(user);
    for (const [index, order] of orders.entries()) {
      onProgress({ done: index, count: orders.length });
      const bytes = await takeOrder(user, order);
      if (bytes === null) continue;
      ready.push(order.id);
      size += bytes;
    }
    if (orders.length > 0 && ready.length === 0) return { taken: 'failed', missing: orders.length };
    await (await database()).put('plans', { user, at: began, until: began + USABLE, orders: ready, size });
    await forgetOlder(user, began);
  } catch (error) {
    if (isFull(error)) return { taken: 'no_room', missing: orders.length - ready.length };
    throw error;
  }
  if (orders.length === 0) return { taken: 'nothing', missing: 0 };
  const missing = orders.length - ready.length;
  return { taken: missing === 0 ? 'ready' : 'incomplete', missing };
}

/** Open orders of the user, and all that are planned until today. */
async function ordersOf(today: string): Promise<Order[] | null> {
  const tomorrow = new Date(Date.parse(today) + DAY).toISOString().slice(0, 10);
  const page = { page_size: MOST, ordering: 'due_on' };
  const mine = await fetchOnce('workOrdersList', { query: { ...page, mine: true, state: 'open,planned' } });
  const planned = await fetchOnce('workOrdersList', {
    query: { ...page, state: 'planned', due_before: tomorrow },
  });
  // A copy on this device is no reason to copy it again.
  if (!mine.ok || !planned.ok || mine.staleSince !== null || planned.staleSince !== null) return null;
  const all = [...mine.data.results, ...planned.data.results];
  return [...new Map(all.map((order) => [order.id, order])).values()].slice(0, MOST);
}

/** The console itself reads these before it shows any screen. */
async function keepShared(user: number): Promise<void> {
  await keepRead(user, 'meGet', {});
  await keepRead(user, 'meta', {});
  await keepRead(user, 'tagsList', { query: { page: 1, page_size: 1000 } });
}

/** Reads and keeps an answer; null if it could not be read. */
async function keepRead<K extends EndpointKey>(
  user: number,
  key: K,
  options: Partial<CallOptions<K>>,
): Promise<{ readonly data: Answer<K>; readonly size: number } | null> {
  const result = await (fetchOnce as (key: K, options: unknown) => ReturnType<typeof fetchOnce<K>>)(
    key,
    options,
  );
  if (!result.ok || result.staleSince !== null) return null;
  return { data: result.data, size: await keepAnswer(user, key, options as never, result.data) };
}

/** All that the page of an order shows; null if any of it could not be read. */
async function takeOrder(user: number, { id, box: boxId }: Order): Promise<number | null> {
  const order = await keepRead(user, 'workOrdersGet', { params: { id } });
  const box = await keepRead(user, 'boxesGet', { params: { id: boxId }, query: { secrets: 'masked' } });
  if (order === null || box === null) return null;
  const aeros = box.data.aeros.map((aero) => aero.id);
  const to = Math.ceil(Date.now() / HOUR) * HOUR;
  const from = to - CURVE_DAYS * DAY;
  const temperature = String(box.data.extremes.hottest);
  const reads = [
    keepRead(user, 'workOrdersHistory', { params: { id } }),
    keepRead(user, 'measuresBoxes', { query: { box: boxId } }),
    keepRead(user, 'diagnosticsList', { query: { box: [boxId], evidence: true } }),
    keepRead(user, 'notesList', { query: { box: [boxId], page_size: 200, ordering: 'at' } }),
    ...aeros.flatMap((aero) => [
      keepRead(user, 'aerosAt', { query: { aero: [aero], temperature } }),
      keepRead(user, 'measuresSeries', {
        query: { aero: [aero], metrics: METRIC_KEYS, from, to, every: HOUR / 1000, expected: true },
      }),
    ]),
  ];
  const sizes = (await Promise.all(reads)).map((read) => read?.size ?? null);
  const pictures = await Promise.all(order.data.photos.map((photo) => takePhoto(user, photo.id)));
  const all = [order.size, box.size, ...sizes, ...pictures];
  return all.includes(null) ? null : all.reduce<number>((sum, one) => sum + (one ?? 0), 0);
}

async function takePhoto(user: number, id: number): Promise<number | null> {
  const address = addressOf('workOrderPhotosGet', { params: { id } });
  try {
    const response = await fetch(address, { headers: requestHeaders(), cache: 'no-store' });
    return response.ok ? await keepPicture(user, address, await response.blob()) : null;
  } catch (error) {
    if (isFull(error)) throw error;
    return null;
  }
}

/** Copies of orders that are no longer in the plan go. */
async function forgetOlder(user: number, began: number): Promise<void> {
  const transaction = (await database()).transaction('copies', 'readwrite');
  for (
    let cursor = await transaction.store.openCursor(copiesOf(user));
    cursor;
    cursor = await cursor.continue()
  )
    if (cursor.value.at < began) await cursor.delete();
  await transaction.done;
}
