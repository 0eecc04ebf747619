/** Description of a box: the fields for the console, and those that only the simulator knows. */

import type { SensorHabits } from '../physics/sensors.ts';
import type { Tensioner } from '../physics/tensioner.ts';
import type { ClimateName } from '../weather/climate.ts';

export interface AeroDescriptor {
  readonly position: 1 | 2;
  readonly serial_number: string;
  /** 1 Aero 480, 2 Aero 1000. */
  readonly model_type: 1 | 2;
  readonly line: string;
  readonly track_number: string;
  readonly conductor_type: 'wire' | 'messenger' | 'wire_and_messenger';
  /** daN */
  readonly mechanical_tension: number;
  /** m */
  readonly regularized_length: number;
  /** 1/K */
  readonly expansion_coefficient: number;
  readonly stroke_min: number;
  readonly stroke_max: number;
  readonly pressure_min: number;
  readonly pressure_max: number;
  readonly temperature_min: number;
  readonly temperature_max: number;
  readonly battery_min: number;
  readonly stroke_min_offset: number;
  readonly stroke_max_offset: number;
  /** The physics, not for the console. */
  readonly tensioner: Tensioner;
  readonly sensors: SensorHabits;
}

/** Influence of the place on its box: sun, wind, trains. */
export interface Site {
  /** °C that sun warms the wire above the air at 1,000 W/m² and 2 m/s of wind. */
  readonly sunOnWire: number;
  /** °C that the current of full traffic warms the wire. */
  readonly joule: number;
  /** Light that reaches the panel's cells, as a share of a new panel. */
  readonly panel: number;
  /** Orientation of the panel, degrees: tilt from level, azimuth from north. */
  readonly plane: { readonly tilt: number; readonly azimuth: number };
  /** Sun that passes the shield of the temperature sensor from one side: °C at 1,000 W/m², azimuth. */
  readonly sensorSun: { readonly gain: number; readonly azimuth: number };
  /** Time lag of the device's temperature behind the air, minutes. */
  readonly bodyLag: number;
  /** A pole or a roof that hides the sun between two azimuths, below an elevation (its sine). */
  readonly shade: { readonly from: number; readonly to: number; readonly below: number } | null;
}

export interface BoxDescriptor {
  readonly index: number;
  readonly serial_number: string;
  readonly name: string;
  /** Key of its client: the main line operator or the tram operator. */
  readonly client: 'railway' | 'tram';
  readonly latitude: number;
  readonly longitude: number;
  /** m above the sea */
  readonly altitude: number;
  /** Its climate, where it differs from that of its place in France. */
  readonly climate?: ClimateName;
  readonly line: string;
  readonly pole: string;
  readonly kilometer_point: number;
  readonly iccid: string;
  readonly installation_date: string;
  /** Version of its board; reported to the console, never set there. */
  readonly hardware: string;
  /** ms since 1970 of the installation date. */
  readonly installed: number;
  /**
   * Second of the log period at which this box samples, so that the boxes of a fleet do not all wake at once.
   */
  readonly offset: number;
  /**
   * Seconds by which each sample comes later than its log time, because the box first sleeps and then
   * measures.
   */
  readonly slip?: number;
  readonly site: Site;
  readonly aeros: readonly AeroDescriptor[];
}
