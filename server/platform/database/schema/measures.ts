import type { Verification } from '@aerowatch/domain/faults/repair';
import type { MetricKey } from '@aerowatch/domain/metrics';
import type { ColumnType, Generated } from 'kysely';
import type { GeneratedTime, Json, Time } from './column.ts';

type Values = Record<MetricKey, number | null>;
type PackedValues = Record<MetricKey, (number | null)[] | null>;
/** How many values of a metric a rollup holds, their extremes and their sum (migration 0001). */
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
/** `month` is its first day as YYYY-MM-DD; `file` the SHA-256 of the file, empty for one of before this was known. */
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
export interface KeptConflict {
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
  conflict: ColumnType<KeptConflict | null, string | null | undefined, never>;
  /** Passwords and PINs in it were masked. */
  masked: Generated<boolean>;
}
/** How much of a box was set aside on a day (UTC); box 0: of no box. */
export interface SetAsideDaysTable {
  box_id: number;
  day: string;
  bytes: Generated<number>;
  /** Of values in conflict, which have a quota of their own. */
  conflict_bytes: Generated<number>;
  not_kept: Generated<number>;
  not_kept_bytes: Generated<number>;
}
export interface DiagnosticsTable {
  aero_id: number;
  day: string;
  verdict: string;
  findings: Json;
  computed_at: GeneratedTime;
  primary_finding: string | null;
  faults: Generated<string[]>;
  fault: string | null;
  since: Date | null;
  confidence: number | null;
  act: string | null;
  act_by: Date | null;
  loaded_at: Date | null;
  repair: ColumnType<Verification | null, string | null | undefined, string | null>;
}
export interface DiagnosticsAskedTable {
  aero_id: number;
  first_at: GeneratedTime;
  last_at: GeneratedTime;
}
export interface AeroStandingsTable {
  aero_id: number;
  computed_at: GeneratedTime;
  newest: Date;
  standing: Json | null;
  unavailable: string | null;
  first_day: string;
  extremes: Buffer;
  log_hours: number;
  forecast_at: Date | null;
  forecast_day: string | null;
  point_id: number | null;
  factors: Buffer | null;
  replayed_until: Generated<string | null>;
}
