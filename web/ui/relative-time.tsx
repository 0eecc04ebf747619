import { useSyncExternalStore } from 'react';
import { useFormats } from '../lib/format.ts';

/** One shared clock that ticks every 30 s. */
let now = Date.now();
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  now = Date.now();
  timer ??= setInterval(() => {
    now = Date.now();
    for (const each of listeners) each();
  }, 30_000);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => now);
}

/** "3 minutes ago", with the exact time on hover and for screen readers. */
export function RelativeTime({ time }: { time: string | number | null | undefined }) {
  const formats = useFormats();
  const at = useNow();
  if (time === null || time === undefined) return <>–</>;
  const exact = formats.dateTimeSeconds(time);
  return (
    <time dateTime={new Date(time).toISOString()} title={exact}>
      {formats.relative(time, Math.max(at, Date.now()))}
    </time>
  );
}
