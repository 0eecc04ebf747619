import { AsyncLocalStorage } from 'node:async_hooks';
import type { Transaction } from 'kysely';
import type { Database } from './schema.ts';

/** What a transaction asks before all else, within itself; throws where its work may not be done any more. */
export type Guard = (trx: Transaction<Database>) => Promise<void>;

const guards = new AsyncLocalStorage<{ guard: Guard | undefined }>();

/**
 * Does work each of whose transactions asks first. Handed on by the runtime, not by hand: no transaction of a
 * request can be written that forgets it. What the work leaves behind (timers, queues) is not asked any more.
 */
export async function withGuard<T>(guard: Guard, work: () => T | Promise<T>): Promise<T> {
  const held: { guard: Guard | undefined } = { guard };
  try {
    return await guards.run(held, work);
  } finally {
    held.guard = undefined;
  }
}

export const currentGuard = (): Guard | undefined => guards.getStore()?.guard;
