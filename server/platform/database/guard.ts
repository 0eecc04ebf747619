import { AsyncLocalStorage } from 'node:async_hooks';
import type { Transaction } from 'kysely';
import type { Database } from './schema.ts';

/** A check that runs first in each transaction; throws when its work is no longer allowed. */
export type Guard = (trx: Transaction<Database>) => Promise<void>;

const guards = new AsyncLocalStorage<{ guard: Guard | undefined }>();

/**
 * Runs work in which every transaction first calls the guard. The runtime passes it on, so no transaction of
 * a request can omit it. Later effects of the work (timers, queues) are not guarded any more.
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
