import type { Comparator, ComparatorOf } from '@aerowatch/domain/alerting/comparators';

/** The texts of a metric: its name, within a sentence, and as a sentence begins. */
export interface MetricTexts {
  readonly name: string;
  readonly noun: string;
  readonly subject: string;
}
/** Texts of a metric that boxes measure; `short` is its label where there is little room. */
export interface MeasuredTexts extends MetricTexts {
  readonly short: string;
}

interface EveryComparator {
  /** In a list of comparators. */
  readonly name: string;
  /** What happened, as an alert says it. */
  readonly alert: string;
  /** What is watched, in few words. */
  readonly rule: string;
}
interface LimitTexts extends EveryComparator {
  /** After “is” or “stays”. */
  readonly compare: string;
  /** What happened when a share of the datapoints was enough: the last one may be none of them. */
  readonly share: string;
}
interface DifferenceTexts extends EveryComparator {
  /** The whole condition. */
  readonly when: string;
}
/** The texts of every comparator, by its form. */
export type ComparatorTexts = {
  readonly [K in Comparator]: K extends ComparatorOf<'difference'> ? DifferenceTexts : LimitTexts;
};
