import type { Generated } from 'kysely';
import type { GeneratedTime } from '../../platform/database/column.ts';

export interface WeatherIssuesTable {
  point_id: number;
  day: string;
  issued_at: Date;
  hours: Buffer;
}
export interface WeatherPointsTable {
  id: Generated<number>;
  latitude: number;
  longitude: number;
  created_at: GeneratedTime;
  updated_at: GeneratedTime;
  called_at: Date | null;
  source: string;
  checked_at: Date | null;
  jump_at: Date | null;
  jump_off: number | null;
  jump_size: number | null;
}
export interface WeatherNightsTable {
  point_id: number;
  day: string;
  aero_id: number;
  off: number;
}
export interface WeatherEpisodesTable {
  id: Generated<number>;
  point_id: number;
  since: string;
  until: string | null;
  left_out: boolean;
  off: number;
  said_at: GeneratedTime;
}
export interface WeatherDaysTable {
  point_id: number;
  day: string;
  issued_at: Date;
  hours: Buffer;
}
export interface WeatherReceiptsTable {
  id: Generated<number>;
  received_at: GeneratedTime;
  source: string;
  name: string;
  issued_at: Date | null;
  points: Generated<number>;
  hours: Generated<number>;
  problems: Generated<string[]>;
}

/** Tables of this feature, joined with all others by server/schema.ts. */
export interface WeatherTables {
  weather_points: WeatherPointsTable;
  weather_days: WeatherDaysTable;
  weather_issues: WeatherIssuesTable;
  weather_receipts: WeatherReceiptsTable;
  weather_nights: WeatherNightsTable;
  weather_episodes: WeatherEpisodesTable;
}
