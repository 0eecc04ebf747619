/** Values in the order of METRIC_KEYS. */
export type Values = (number | null)[];
export interface NaiveRow {
  readonly time: number;
  readonly values: Values;
  /** Bits of the metrics that arrived after rules had judged this row. */
  late: number;
  judged: boolean;
}
