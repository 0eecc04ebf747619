import { HOUR, MINUTE } from '@aerowatch/domain/durations';
import type { StoredPlan } from './database.ts';
import { isDeviceOnly } from './device-session.ts';
import { type Progress, type Taken, takeAlong } from './plan.ts';
import { readPlan } from './usable.ts';

export interface Plan {
  /** Undefined: nothing was taken along. */
  readonly plan: StoredPlan | undefined;
  /** Null unless orders are being taken along. */
  readonly progress: Progress | null;
  readonly taken: Taken | null;
  readonly missing: number;
  /** Whether the browser promised to delete nothing here by itself; null: unknown. */
  readonly isPersistent: boolean | null;
}
const NONE: Plan = { plan: undefined, progress: null, taken: null, missing: 0, isPersistent: null };

let state = NONE;
const listeners = new Set<() => void>();
export const planNow = (): Plan => state;
export function onPlan(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
function change(part: Partial<Plan>): void {
  state = { ...state, ...part };
  for (const listener of listeners) listener();
}

/** Reads what is on this device of a user. */
export async function showPlan(user: number): Promise<void> {
  if (state.plan?.user !== user && state.progress === null) change(NONE);
  const [plan, isPersistent] = await Promise.all([readPlan(user), navigator.storage?.persisted?.()]);
  if (state.progress === null) change({ plan, isPersistent: isPersistent ?? null });
}

/** Takes the orders along; while they are being taken, a second call does nothing. */
export async function take(user: number, today: string): Promise<void> {
  if (state.progress !== null) return;
  change({ progress: { done: 0, count: 0 }, taken: null });
  const isPersistent = (await navigator.storage?.persist?.().catch(() => false)) ?? null;
  const { taken, missing } = await takeAlong(user, today, (progress) => change({ progress })).catch(() => ({
    taken: 'failed' as const,
    missing: 0,
  }));
  const plan = await readPlan(user).catch(() => undefined);
  change({ plan, progress: null, taken, missing, isPersistent });
}

/** What was taken along is taken again after this, ms. */
const FRESH = 4 * HOUR;
/** Between two attempts, ms. */
const BETWEEN = 15 * MINUTE;
const LOCK = 'aerowatch-taking';

/** Of browsers that say what they are connected by: those of Android. */
interface Connection extends EventTarget {
  readonly type?: string;
  readonly saveData?: boolean;
}
const connection = (): Connection | undefined => (navigator as { connection?: Connection }).connection;
/** Whether taking orders along costs nobody anything. */
export const isOnWifi = (): boolean => connection()?.type === 'wifi' && connection()?.saveData !== true;

/** Takes the orders along on Wi-Fi without being asked, several times a day; returns what ends that. */
export function takeByItself(user: number): () => void {
  let last = 0;
  const look = async (): Promise<void> => {
    if (!isOnWifi() || isDeviceOnly() || Date.now() - last < BETWEEN) return;
    last = Date.now();
    const plan = await readPlan(user);
    if (plan !== undefined && Date.now() - plan.at < FRESH) return;
    // The day where this phone is.
    await take(user, new Intl.DateTimeFormat('sv-SE').format(Date.now()));
  };
  const lookOnce = (): void =>
    void navigator.locks
      ?.request(LOCK, { ifAvailable: true }, async (lock) => (lock === null ? undefined : look()))
      .catch(() => undefined);
  lookOnce();
  const timer = setInterval(lookOnce, BETWEEN);
  connection()?.addEventListener('change', lookOnce);
  return () => {
    clearInterval(timer);
    connection()?.removeEventListener('change', lookOnce);
  };
}
