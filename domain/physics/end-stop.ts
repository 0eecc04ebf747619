/** How far an AERO is from its mechanical end stops (docs/domain.md, "End stops"). mm and °C. */
export interface Travel {
  /** Usable travel: from the lower to the upper stop. */
  readonly min: number;
  readonly max: number;
  /** Safety margins kept before each stop. */
  readonly minOffset: number;
  readonly maxOffset: number;
}

export interface EndStops {
  /** Temperature at which the ram reaches a stop when it warms up, and when it cools down. */
  readonly hot: number;
  readonly cold: number;
}

/**
 * Temperatures at which stroke = a + b·T meets the stops less their offsets and half the friction loop.
 * With b < 0 (sensor mounted the other way) heat leads to the lower stop. Null without a slope.
 */
export function endStops({ a, b }: { a: number; b: number }, travel: Travel, loop = 0): EndStops | null {
  if (Math.abs(b) < 0.1) return null;
  const upper = (travel.max - travel.maxOffset - loop / 2 - a) / b;
  const lower = (travel.min + travel.minOffset + loop / 2 - a) / b;
  return b > 0 ? { hot: upper, cold: lower } : { hot: lower, cold: upper };
}

/** mm left before either stop at a temperature; negative: beyond it. */
export function marginAt(
  { a, b }: { a: number; b: number },
  travel: Travel,
  temperature: number,
  loop = 0,
): number {
  const stroke = a + b * temperature;
  return Math.min(travel.max - travel.maxOffset - stroke, stroke - travel.min - travel.minOffset) - loop / 2;
}
