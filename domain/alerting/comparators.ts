/** Tolerance for the binary form of decimals: |20.05 − 20| is slightly over 0.05. */
const ROUNDING = 1e-9;

interface ComparatorRow {
  /**
   * `limit`: the value is compared with a limit: a single value, a mean, or a share of the window.
   * `difference`: compares how far values within a window, or the slopes of its halves, lie apart.
   */
  readonly form: 'limit' | 'difference';
  /** Whether `x` satisfies the comparison; two values less than `step` (as shown on screen) apart are equal. */
  readonly holds: (x: number, value: number, step: number) => boolean;
  /**
   * Whether a firing condition keeps firing at `x` because it is not yet beyond `recovery`; null where a
   * comparator has no recovery side.
   */
  readonly keeps: ((x: number, recovery: number) => boolean) | null;
  /** Whether a recovery value lies on the correct side of the value. */
  readonly recoversAt?: (recovery: number, value: number) => boolean;
}

const equal = (x: number, value: number, step: number) => Math.abs(x - value) <= step / 2 + ROUNDING;

const atOrAbove = (x: number, limit: number) => x >= limit;
const atOrBelow = (x: number, limit: number) => x <= limit;
/** A condition for too high values recovers below, one for too low values above. */
const BELOW = { keeps: atOrAbove, recoversAt: atOrBelow } as const;
const ABOVE = { keeps: atOrBelow, recoversAt: atOrAbove } as const;

/** How a condition compares: one row per comparator. Its texts stand in i18n's `comparators`. */
export const COMPARATORS = {
  gt: { form: 'limit', holds: (x, value) => x > value, ...BELOW },
  gte: { form: 'limit', holds: (x, value) => x >= value, ...BELOW },
  eq: { form: 'limit', holds: equal, keeps: null },
  lte: { form: 'limit', holds: (x, value) => x <= value, ...ABOVE },
  lt: { form: 'limit', holds: (x, value) => x < value, ...ABOVE },
  varies: { form: 'difference', holds: (x, value) => x > value, ...BELOW },
} as const satisfies Record<string, ComparatorRow>;

export type Comparator = keyof typeof COMPARATORS;
/** The comparators of condition metrics for which not all of them make sense. */
export const COMPARATOR_CHOICES = {
  below: ['lt', 'lte'],
  above: ['gt'],
  atLeast: ['gte'],
} as const satisfies Record<string, readonly (keyof typeof COMPARATORS)[]>;
/** The row of a comparator, by the fields that all rows share. */
export const comparatorOf = (key: Comparator): ComparatorRow => COMPARATORS[key];
export const COMPARATOR_KEYS = Object.keys(COMPARATORS) as [Comparator, ...Comparator[]];

/** Comparators of one form. */
export type ComparatorOf<Form extends ComparatorRow['form']> = {
  [K in Comparator]: (typeof COMPARATORS)[K]['form'] extends Form ? K : never;
}[Comparator];

/** Whether a comparator compares how far values lie apart, rather than one value. */
export function comparesDifference(comparator: Comparator): comparator is ComparatorOf<'difference'> {
  return COMPARATORS[comparator].form === 'difference';
}
