import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useAddress } from '../../lib/hooks/use-address.ts';
import { type KmView, within } from './picture/km-view.ts';

export interface LineAddress {
  readonly line: string | null;
  readonly track: string | null;
  readonly client: number | null;
  readonly table: boolean;
  /** °C of the slider; null while unused. */
  readonly temperature: number | null;
  set: (changes: Readonly<Record<string, string | null>>) => void;
}
const REST = 250;

/** The state of the line screen in its address, so that a view can be shared. */
export function useLineAddress(): LineAddress {
  const [parameters, set] = useAddress();
  const requested = parameters.get('t');
  const temperature = requested === null || requested === '' ? Number.NaN : Number(requested);
  return {
    line: parameters.get('line'),
    track: parameters.get('track'),
    client: Number(parameters.get('client')) || null,
    table: parameters.get('view') === 'table',
    temperature: Number.isFinite(temperature) ? Math.min(50, Math.max(-30, temperature)) : null,
    set,
  };
}

/** A value that changes at once and reaches the address after a pause. */
export function useResting<T>(given: T, commit: (value: T) => void): [T, (value: T) => void] {
  const [value, setValue] = useState(given);
  const later = useDebouncedCallback(commit, REST);
  // Back, forward and links.
  useEffect(() => setValue(given), [given]);
  return [
    value,
    (next) => {
      setValue(next);
      later(next);
    },
  ];
}

/** The visible range: from the address, by default the whole line. */
export function useKmView(whole: KmView, set: LineAddress['set']): [KmView, (view: KmView) => void] {
  const [parameters] = useSearchParams();
  const [from, to] = [parameters.get('from'), parameters.get('to')];
  const line = `${whole.from}-${whole.to}`;
  const [own, setOwn] = useState<{ line: string; view: KmView }>();
  const later = useDebouncedCallback((view: KmView) => {
    const all = view.to - view.from >= whole.to - whole.from - 0.001;
    set({ from: all ? null : view.from.toFixed(3), to: all ? null : view.to.toFixed(3) });
  }, REST);
  const requested =
    from !== null && to !== null && Number(to) > Number(from) ? { from: Number(from), to: Number(to) } : null;
  // Another line begins with the whole of it.
  const view = within((own?.line === line ? own.view : requested) ?? whole, whole);
  return [
    view,
    (next) => {
      const inside = within(next, whole);
      setOwn({ line, view: inside });
      later(inside);
    },
  ];
}
