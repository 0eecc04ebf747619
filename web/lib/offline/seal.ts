import { database, type Sealed } from './database.ts';

const CIPHER = 'AES-GCM';

/** Reads of keys that are in progress, so that two tabs' worth of calls make one key. */
const keys = new Map<number, Promise<CryptoKey>>();

/**
 * The key of a user on this device: made once, never extractable, and gone with `forgetKey`. Rejects without
 * a secure context or a database.
 */
export function keyOf(user: number): Promise<CryptoKey> {
  const known = keys.get(user);
  if (known !== undefined) return known;
  const made = readOrMake(user).catch((error: unknown) => {
    keys.delete(user);
    throw error;
  });
  keys.set(user, made);
  return made;
}

async function readOrMake(user: number): Promise<CryptoKey> {
  const db = await database();
  const stored = await db.get('keys', user);
  if (stored !== undefined) return stored.key;
  const key = await crypto.subtle.generateKey({ name: CIPHER, length: 256 }, false, ['encrypt', 'decrypt']);
  const transaction = db.transaction('keys', 'readwrite');
  // Another tab may have made one in the meantime.
  const first = await transaction.store.get(user);
  if (first === undefined) await transaction.store.put({ user, key });
  await transaction.done;
  return first?.key ?? key;
}

/** Without its key, nothing of this user on this device can be read any more. */
export async function forgetKey(user: number): Promise<void> {
  keys.delete(user);
  await (await database()).delete('keys', user);
}

export async function sealBytes(user: number, bytes: Uint8Array<ArrayBuffer>): Promise<Sealed> {
  const iv = crypto.getRandomValues(new Uint8Array(12));
  return { iv, data: await crypto.subtle.encrypt({ name: CIPHER, iv }, await keyOf(user), bytes) };
}
export async function openBytes(user: number, { iv, data }: Sealed): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await crypto.subtle.decrypt({ name: CIPHER, iv }, await keyOf(user), data));
}

/** A value as compressed JSON, encrypted. */
export const sealValue = async (user: number, value: unknown): Promise<Sealed> =>
  sealBytes(
    user,
    await through(new CompressionStream('gzip'), new TextEncoder().encode(JSON.stringify(value))),
  );
export const openValue = async <T>(user: number, sealed: Sealed): Promise<T> =>
  JSON.parse(
    new TextDecoder().decode(await through(new DecompressionStream('gzip'), await openBytes(user, sealed))),
  ) as T;

async function through(
  stream: CompressionStream | DecompressionStream,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
}
