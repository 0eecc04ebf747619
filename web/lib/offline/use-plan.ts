import { useCallback, useEffect, useState } from 'react';
import type { StoredPlan } from './database.ts';
import { type Progress, type Taken, takeAlong } from './plan.ts';
import { readPlan } from './usable.ts';

interface Plan {
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

/** The orders on this device, and the act that takes them along. */
export function usePlan(user: number): Plan & { readonly take: (today: string) => Promise<void> } {
  const [state, setState] = useState(NONE);
  const set = useCallback((part: Partial<Plan>) => setState((before) => ({ ...before, ...part })), []);
  useEffect(() => {
    let gone = false;
    void Promise.all([readPlan(user), navigator.storage?.persisted?.()]).then(
      ([plan, isPersistent]) => gone || set({ plan, isPersistent: isPersistent ?? null }),
      () => undefined,
    );
    return () => {
      gone = true;
    };
  }, [user, set]);
  const take = async (today: string): Promise<void> => {
    set({ progress: { done: 0, count: 0 }, taken: null });
    const isPersistent = (await navigator.storage?.persist?.().catch(() => false)) ?? null;
    const { taken, missing } = await takeAlong(user, today, (progress) => set({ progress })).catch(() => ({
      taken: 'failed' as const,
      missing: 0,
    }));
    set({ plan: await readPlan(user).catch(() => undefined), progress: null, taken, missing, isPersistent });
  };
  return { ...state, take };
}
