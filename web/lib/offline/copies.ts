import { addressOf } from '../api/client.ts';
import type { Answer, CallOptions, EndpointKey } from '../api/contract.ts';
import type { Copied } from '../api/copies.ts';
import { copiesOf, database, type StoredCopy } from './database.ts';
import { answerOf, type Kept } from './derive.ts';
import { openBytes, openValue, sealBytes, sealValue } from './seal.ts';

type Options = Partial<CallOptions<EndpointKey>>;

/** Parameters that change with the time of the reading: a copy answers for all of them. */
const OF_THE_MOMENT = ['from', 'to'];

/** The name of a copy: the address of its read without what depends on the moment. */
export function nameOf(key: EndpointKey, options: Options): string {
  const query = Object.fromEntries(
    Object.entries((options.query ?? {}) as Record<string, unknown>).filter(
      ([name]) => !OF_THE_MOMENT.includes(name),
    ),
  );
  return addressOf(key, { ...options, query } as never);
}

/** Copies a read of the API onto this device; returns the bytes it takes. */
export async function keepAnswer(
  user: number,
  key: EndpointKey,
  options: Options,
  answer: unknown,
): Promise<number> {
  return keep(user, nameOf(key, options), key, await sealValue(user, answer));
}
/** Copies a picture onto this device; returns the bytes it takes. */
export async function keepPicture(user: number, address: string, picture: Blob): Promise<number> {
  return keep(user, address, '', await sealBytes(user, new Uint8Array(await picture.arrayBuffer())));
}
async function keep(
  user: number,
  address: string,
  endpoint: string,
  sealed: StoredCopy['sealed'],
): Promise<number> {
  const size = sealed.data.byteLength;
  await (await database()).put('copies', { user, address, endpoint, at: Date.now(), size, sealed });
  return size;
}

/** A picture from this device. */
export async function pictureCopy(user: number, address: string): Promise<Blob | null> {
  const copy = await (await database()).get('copies', [user, address]);
  return copy === undefined ? null : new Blob([await openBytes(user, copy.sealed)], { type: 'image/webp' });
}

/** An answer from this device, while its orders may be used; null if it is not there. */
export async function answerFromDevice(
  user: number,
  key: EndpointKey,
  options: CallOptions<EndpointKey>,
): Promise<Copied | null> {
  const db = await database();
  const plan = await db.get('plans', user);
  if (plan === undefined || plan.until <= Date.now()) return null;
  const copy = await db.get('copies', [user, nameOf(key, options)]);
  if (copy !== undefined)
    return { data: await openValue(user, copy.sealed), since: new Date(copy.at).toISOString() };
  const data = await answerOf(key, options, keptHere(user));
  return data === null ? null : { data, since: new Date(plan.at).toISOString() };
}

/** All copies of an endpoint on this device. */
export const keptHere =
  (user: number): Kept =>
  async <K extends EndpointKey>(key: K) => {
    const copies = await (await database()).getAllFromIndex('copies', 'endpoint', [user, key]);
    return Promise.all(copies.map(({ sealed }) => openValue<Answer<K>>(user, sealed)));
  };

/** Deletes all copies of a user on this device; what was written stays. */
export async function forgetCopies(user: number): Promise<void> {
  const db = await database();
  const transaction = db.transaction(['copies', 'plans'], 'readwrite');
  await transaction.objectStore('copies').delete(copiesOf(user));
  await transaction.objectStore('plans').delete(user);
  await transaction.done;
}
