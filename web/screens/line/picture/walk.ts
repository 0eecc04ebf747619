import type { Lane } from './track-layout.ts';

/** The keyboard position: the lane and the index in it. */
export interface Place {
  readonly lane: number;
  readonly at: number;
}

/** The position of an AERO; null if it is in no lane. */
export function placeOf(lanes: readonly Lane[], aero: number | null): Place | null {
  for (const [lane, { items }] of lanes.entries()) {
    const at = items.findIndex((item) => item.aero.id === aero);
    if (at >= 0) return { lane, at };
  }
  return null;
}

/**
 * The next position for a key; null for keys that do not move. Up and down go to the nearest in the adjacent
 * lane.
 */
export function walked(lanes: readonly Lane[], from: Place | null, key: string): Place | null {
  if (lanes.length === 0 || !['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End'].includes(key))
    return null;
  if (from === null) return { lane: 0, at: key === 'End' ? lanes[0]!.items.length - 1 : 0 };
  const { items } = lanes[from.lane]!;
  const along = { ArrowLeft: from.at - 1, ArrowRight: from.at + 1, Home: 0, End: items.length - 1 }[key];
  if (along !== undefined) return { lane: from.lane, at: Math.min(items.length - 1, Math.max(0, along)) };
  const lane = Math.min(lanes.length - 1, Math.max(0, from.lane + (key === 'ArrowDown' ? 1 : -1)));
  if (lane === from.lane) return from;
  const km = items[from.at]!.km;
  const beside = lanes[lane]!.items;
  let best = 0;
  for (const [at, item] of beside.entries())
    if (Math.abs(item.km - km) < Math.abs(beside[best]!.km - km)) best = at;
  return { lane, at: best };
}
