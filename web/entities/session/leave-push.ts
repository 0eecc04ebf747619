import { fingerprint } from './push.ts';

/** Longer nobody waits who wants to leave. */
const PATIENCE_MS = 3000;
interface Own {
  readonly endpoint: string;
  unsubscribe(): Promise<unknown>;
}
interface Browser {
  readonly id: number;
  readonly fingerprint: string;
}
interface Parts {
  subscribed: () => Promise<Own | null>;
  /** Those the server tells this person in; null when it cannot be asked. */
  list: () => Promise<readonly Browser[] | null>;
  remove: (id: number) => Promise<unknown>;
}

/**
 * Who signs out is no longer notified in this browser: the next person at the desk reads alerts of another
 * client otherwise. The subscription ends here in any case; the server, where it cannot be told, learns by the
 * next message that it is gone. Never throws.
 */
export async function leavePush({ subscribed, list, remove }: Parts): Promise<void> {
  const end = async (): Promise<void> => {
    const own = await subscribed();
    if (own === null) return;
    const told = async () => {
      const print = await fingerprint(own.endpoint);
      const browser = (await list())?.find((one) => one.fingerprint === print);
      if (browser !== undefined) await remove(browser.id);
    };
    await Promise.allSettled([own.unsubscribe(), told()]);
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  const patience = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, PATIENCE_MS);
  });
  await Promise.race([end().catch(() => undefined), patience]);
  clearTimeout(timer);
}
