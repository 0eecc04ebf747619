import type { ColumnType, Generated } from 'kysely';
import type { GeneratedTime, Json } from '../../platform/database/column.ts';

export interface ForecastFactorsTable {
  client_id: number;
  factors: Buffer;
  /** Without pending changes. */
  aeros: Generated<number>;
}
export interface ForecastFactorChangesTable {
  client_id: number;
  aeros: number;
}
/** AEROs whose data or whose box's changed after their forecast; appended by triggers. */
export interface ForecastChangesTable {
  aero_id: number;
}
export interface ForecastsTable {
  aero_id: number;
  day: string;
  issued_at: Date;
  lead: number;
  basis: string;
  unavailable: string | null;
  temperature_min: number | null;
  temperature_max: number | null;
  low_p05: number | null;
  low_p50: number | null;
  low_p95: number | null;
  high_p05: number | null;
  high_p50: number | null;
  high_p95: number | null;
  margin_hot: number | null;
  margin_cold: number | null;
  stop_hot: number | null;
  stop_cold: number | null;
  chance: number | null;
}
export interface ForecastWeeksTable {
  aero_id: number;
  issued_at: Date;
  basis: string;
  unavailable: string | null;
  first_day: string;
  chances: (number | null)[];
  hot: number;
  coldest: (number | null)[];
  warmest: (number | null)[];
  peak: number | null;
}
export interface ForecastDaysTable {
  aero_id: number;
  day: string;
  leads: Buffer;
  low: number | null;
  high: number | null;
  scored_at: Date | null;
  scored_leads: number | null;
}
export interface ForecastMonthsTable {
  aero_id: number;
  month: string;
  packed: Buffer;
}
export interface ForecastScoresTable {
  client_id: number;
  day: string;
  basis: string;
  lead: number;
  n: number;
  inside: number;
  width: number;
  judged: number;
  brier: number;
  reference: number;
  bin_n: number[];
  bin_chance: number[];
  bin_hits: number[];
}
export interface AeroStandingsTable {
  aero_id: number;
  computed_at: GeneratedTime;
  newest: Date;
  standing: Json | null;
  unavailable: string | null;
  changed_on: string | null;
  changed_by: string | null;
  first_day: string;
  extremes: Buffer;
  log_hours: number;
  forecast_at: Date | null;
  forecast_day: string | null;
  point_id: number | null;
  factors: Buffer | null;
  replayed_until: Generated<string | null>;
  /** Copied from its AERO and box; updated by triggers. */
  client_id: Generated<number | null>;
  line: Generated<string | null>;
  conductor_type: Generated<string | null>;
  place_hours: Generated<number>;
  /** Generated. */
  slope_known: ColumnType<boolean | null, never, never>;
  /** Generated. */
  due_at: ColumnType<Date | null, never, never>;
}

/** Tables of this feature, joined with all others by server/schema.ts. */
export interface ForecastTables {
  aero_standings: AeroStandingsTable;
  forecasts: ForecastsTable;
  forecast_weeks: ForecastWeeksTable;
  forecast_days: ForecastDaysTable;
  forecast_months: ForecastMonthsTable;
  forecast_scores: ForecastScoresTable;
  forecast_factors: ForecastFactorsTable;
  forecast_factor_changes: ForecastFactorChangesTable;
  forecast_changes: ForecastChangesTable;
}
