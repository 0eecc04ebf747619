import { useEffect, useSyncExternalStore } from 'react';
import { onPlan, type Plan, planNow, showPlan, take } from './taking.ts';

/** The orders on this device, and the act that takes them along. */
export function usePlan(user: number): Plan & { readonly take: (today: string) => Promise<void> } {
  useEffect(() => void showPlan(user).catch(() => undefined), [user]);
  const state = useSyncExternalStore(onPlan, planNow);
  return { ...state, take: (today) => take(user, today) };
}
