/** A row of the bench and its result. */

export type Verdict = 'met' | 'missed' | 'skipped' | 'shown';

export interface Finding {
  readonly what: string;
  readonly value: number | null;
  readonly unit: string;
  /** The same work by the simplest means, in the same run. */
  readonly reference?: number;
  readonly referenceIs?: string;
  readonly ratio?: number;
  /** The promise as text; a figure without one is only shown. */
  readonly target?: string;
  readonly verdict: Verdict;
  /** Sizes at 1×, 4×, 16× and the results; exponent 0 means no growth, 1 proportional. */
  readonly growth?: {
    readonly sizes: readonly number[];
    readonly values: readonly number[];
    readonly exponent: number;
  };
  readonly note?: string;
}

export interface Options {
  /** Uses the promised sizes, instead of ones that fit into ten minutes. */
  readonly full: boolean;
}

export interface Row {
  readonly name: string;
  run(options: Options): Promise<Finding[]>;
}

export const judged = (holds: boolean): Verdict => (holds ? 'met' : 'missed');

/** Nothing that the user waits for may grow faster than the square root. */
export const ROOT = 0.5;
