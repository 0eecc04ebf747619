import type { Client } from 'aedes';

type Callback = (error?: Error | null) => void;

/** Sends the PUBACKs of each connection in the order of its messages, each after its commit. */
export function makeAcknowledgements() {
  /** The last acknowledgement of each connection. */
  const tails = new WeakMap<Client, Promise<void>>();
  const pending = new Set<Promise<void>>();
  return {
    /** Answers a message once `committed` resolves and all earlier ones of its connection are answered. */
    add(client: Client, committed: Promise<void>, answer: Callback): void {
      const before = tails.get(client) ?? Promise.resolve();
      // Not acknowledged: the box keeps it and sends it again, so everything after it must wait too.
      const mine = committed
        .catch(() => undefined)
        .then(() => before)
        .then(() => committed);
      tails.set(client, mine);
      pending.add(mine);
      mine
        .then(
          () => answer(null),
          (error) => answer(error as Error),
        )
        .finally(() => pending.delete(mine))
        .catch(() => undefined);
    },
    count: () => pending.size,
    /** Resolves when all are answered, after `ms` at the latest. */
    async settled(ms: number): Promise<void> {
      const late = new Promise((resolve) => setTimeout(resolve, ms).unref());
      await Promise.race([Promise.allSettled(pending), late]);
    },
  };
}
