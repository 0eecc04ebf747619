/** An AERO whose week ahead is forecast, of either world. */
import type { WeatherHours } from '@aerowatch/domain/forecast/weather/weather-hours';
import type { Measure } from '@aerowatch/domain/metrics';

export interface Followed {
  readonly id: string;
  readonly client: string;
  readonly place: { readonly latitude: number; readonly longitude: number };
  /** m, as somebody typed it. */
  readonly length: number;
  readonly sign: 1 | -1;
  readonly stroke: number;
  /** First day (days since 1970), and how many. */
  readonly from: number;
  readonly days: number;
  readonly measures: readonly Measure[];
  /** Hours of weather from shortly before a day (0 first), as issued on it; asked day by day. */
  told(day: number, hours: number): WeatherHours;
}
