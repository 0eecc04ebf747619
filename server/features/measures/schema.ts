import type { MetricKey } from '@aerowatch/domain/metrics';
import type { ColumnType, Generated } from 'kysely';
import type { GeneratedTime, Time } from '../../platform/database/column.ts';

export interface BoxLedgersTable {
  box_id: number;
  messages: Generated<number>;
  received: Generated<number>;
  stored: Generated<number>;
  merged: Generated<number>;
  duplicates: Generated<number>;
  set_aside: Generated<number>;
  conflicts: Generated<number>;
  nulled: Generated<number>;
  not_kept: Generated<number>;
  /** Stored from files, not sent by the box. */
  imported: Generated<number>;
}
export interface BoxDayCountsTable {
  day: string;
  box_id: number;
  count: number;
}
type Values = Record<MetricKey, number | null>;
type PackedValues = Record<MetricKey, (number | null)[] | null>;
/** For each metric of a rollup: number of values, extremes and sum (migration 0001). */
type Rollups = { [Metric in MetricKey as `${Metric}_n`]: number } & {
  [Metric in MetricKey as `${Metric}_${'min' | 'max' | 'sum'}`]: number | null;
};
export interface MeasuresTable extends Values {
  time: Time;
  received_at: Time;
  aero_id: number;
}
export interface MeasureLatestTable extends Values {
  aero_id: number;
  time: Time;
  received_at: Time;
}
/** The measures of a closed day; see migration 0040. */
export interface MeasurePacksTable extends PackedValues {
  aero_id: number;
  day: Time;
  count: number;
  step: number;
  shifts: number[];
  received_at: Date[];
}
export interface MeasureDaysTable extends Rollups {
  aero_id: number;
  day: string;
  count: number;
}
export interface MeasureQuartersTable extends Rollups {
  aero_id: number;
  time: Time;
  count: number;
}
/**
 * `month` is its first day as YYYY-MM-DD; `file` the SHA-256 of the file, empty for months from before this
 * was recorded.
 */
export interface MeasureArchivedMonthsTable {
  aero_id: number;
  month: string;
  file: Buffer;
}
export interface MeasureDirtyDaysTable {
  aero_id: number;
  day: string;
  marked: Generated<number | null>;
}
/** A value that differs from the stored one; `time` as ISO 8601. */
export interface ConflictRow {
  readonly aero: number;
  readonly position: number;
  readonly time: string;
  readonly metric: MetricKey;
  readonly stored: number;
  readonly refused: number;
}
export interface SetAsideTable {
  id: Generated<number>;
  box_id: number | null;
  client_id: number | null;
  serial_number: string;
  topic: string;
  payload: Buffer;
  reason: string;
  detail: string | null;
  /** One measure rather than a whole message. */
  single: Generated<boolean>;
  received_at: GeneratedTime;
  replayed_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  conflict: ColumnType<ConflictRow | null, string | null | undefined, never>;
  /** Whether passwords and PINs in it were masked. */
  masked: Generated<boolean>;
}
/** How much of a box was set aside on a day (UTC); box 0: without a box. */
export interface SetAsideDaysTable {
  box_id: number;
  day: string;
  bytes: Generated<number>;
  /** For conflicting values, which have a separate quota. */
  conflict_bytes: Generated<number>;
  not_kept: Generated<number>;
  not_kept_bytes: Generated<number>;
}

/** Tables of this feature, joined with all others by server/schema.ts. */
export interface MeasuresTables {
  box_ledgers: BoxLedgersTable;
  box_day_counts: BoxDayCountsTable;
  measures: MeasuresTable;
  measure_packs: MeasurePacksTable;
  measure_latest: MeasureLatestTable;
  measure_days: MeasureDaysTable;
  measure_quarters: MeasureQuartersTable;
  measure_dirty_days: MeasureDirtyDaysTable;
  measure_archived_months: MeasureArchivedMonthsTable;
  set_aside: SetAsideTable;
  set_aside_days: SetAsideDaysTable;
}
