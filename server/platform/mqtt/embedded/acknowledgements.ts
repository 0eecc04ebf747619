import type { Client } from 'aedes';

type Callback = (error?: Error | null) => void;

/** PUBACKs of each connection go out in the order its messages came, each after its commit. */
export function makeAcknowledgements() {
  /** Ends of each connection's acknowledgements. */
  const tails = new WeakMap<Client, Promise<void>>();
  const pending = new Set<Promise<void>>();
  return {
    /** Answers a message once `committed` and all before it of its connection are. */
    add(client: Client, committed: Promise<void>, answer: Callback): void {
      const before = tails.get(client) ?? Promise.resolve();
      // Not acknowledged: the box keeps it and sends it again, so everything after it must wait as well.
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
