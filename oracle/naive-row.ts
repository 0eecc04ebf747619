/** Values in the order of METRIC_KEYS. */
export type Values = (number | null)[];
export interface NaiveRow {
  readonly time: number;
  readonly values: Values;
  /** Metrics, as bits, that came after rules had judged this row. */
  late: number;
  judged: boolean;
}
