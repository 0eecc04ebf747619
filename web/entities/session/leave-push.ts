import { fingerprint } from './push.ts';

/** Maximum time that signing out waits for this. */
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
  /** The browsers the server notifies for this person; null when it cannot be reached. */
  list: () => Promise<readonly Browser[] | null>;
  remove: (id: number) => Promise<unknown>;
}

/**
 * Stops push notifications in this browser at sign-out: the next user might otherwise read alerts of another
 * client. The subscription ends here in any case; a server that cannot be reached notices at its next
 * message. Never throws.
 */
export async function leavePush({ subscribed, list, remove }: Parts): Promise<void> {
  const end = async (): Promise<void> => {
    const own = await subscribed();
    if (own === null) return;
    const unsubscribed = async () => {
      const print = await fingerprint(own.endpoint);
      const browser = (await list())?.find((one) => one.fingerprint === print);
      if (browser !== undefined) await remove(browser.id);
    };
    await Promise.allSettled([own.unsubscribe(), unsubscribed()]);
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  const patience = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, PATIENCE_MS);
  });
  await Promise.race([end().catch(() => undefined), patience]);
  clearTimeout(timer);
}
