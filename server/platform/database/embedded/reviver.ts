import type { Log } from '../../log/log.ts';
import type { Ownership } from './ownership.ts';

interface ReviverOptions {
  readonly isGone: () => boolean;
  readonly launch: () => Promise<void>;
  readonly owner: Ownership;
  readonly log: Log;
}

/** Restarts the database when it has stopped, whoever started it, unless another living process will. */
export function makeReviver({ isGone, launch, owner, log }: ReviverOptions) {
  let ready = false;
  let stopping = false;
  let reviving = false;
  let watching: NodeJS.Timeout | undefined;

  const revive = async (): Promise<void> => {
    reviving = true;
    for (let wait = 200; !stopping && isGone(); wait = Math.min(wait * 2, 5000)) {
      await new Promise((resolve) => setTimeout(resolve, wait));
      if (stopping || !isGone()) continue;
      await launch().catch((error) => log.error({ err: error }, 'the embedded database does not start'));
    }
    reviving = false;
  };
  const look = (): void => {
    if (!ready || stopping || reviving || !isGone() || owner.isAnotherAlive()) return;
    owner.take();
    log.error('the embedded database is gone; starting it again');
    void revive();
  };
  return {
    /** Checks now; has no effect before `watch`. */
    look,
    /** Checks from now on. */
    watch(): void {
      ready = true;
      watching = setInterval(look, 500).unref();
    },
    stop(): void {
      stopping = true;
      clearInterval(watching);
    },
  };
}
