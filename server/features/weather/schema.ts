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
}
