/** A row of the bench and its result. */

export type Verdict = 'met' | 'missed' | 'skipped' | 'shown';

export interface Finding {
  readonly what: string;
  readonly value: number | null;
  readonly unit: string;
  /** The same work by the plainest means, in the same run. */
  readonly reference?: number;
  readonly referenceIs?: string;
  readonly ratio?: number;
  /** The promise in words; a figure without one is only shown. */
  readonly target?: string;
  readonly verdict: Verdict;
  /** Sizes at 1×, 4×, 16× and what was found; exponent 0 does not grow, 1 in proportion. */
  readonly growth?: {
    readonly sizes: readonly number[];
    readonly values: readonly number[];
    readonly exponent: number;
  };
  readonly note?: string;
}

export interface Options {
  /** The sizes that the figures are promised for, instead of ones that fit into ten minutes. */
  readonly full: boolean;
}

export interface Row {
  readonly name: string;
  run(options: Options): Promise<Finding[]>;
}

export const judged = (holds: boolean): Verdict => (holds ? 'met' : 'missed');

/** Nothing the user waits for may grow faster than the square root. */
export const ROOT = 0.5;
