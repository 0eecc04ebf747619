/** What a box is: what the console needs to know of it, and what only the simulator knows. */
import type { ClimateName } from './climate.ts';
import type { SensorHabits } from './physics/sensors.ts';
import type { Tensioner } from './physics/tensioner.ts';

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

/** What a place does to its box: sun, wind, trains. */
export interface Site {
  /** °C of the wire above the air at 1,000 W/m² and 2 m/s of wind. */
  readonly sunOnWire: number;
  /** °C of the wire at full traffic. */
  readonly joule: number;
  /** Light that the panel takes, as a part of what a new one takes. */
  readonly panel: number;
  /** How the panel stands, degrees: from level, and from north. */
  readonly plane: { readonly tilt: number; readonly azimuth: number };
  /** Sun that reaches the temperature sensor past its shield from one side: °C at 1,000 W/m², azimuth. */
  readonly sensorSun: { readonly gain: number; readonly azimuth: number };
  /** Minutes in which the device follows the air. */
  readonly bodyLag: number;
  /** A pole or a roof that hides the sun itself between two azimuths, below an elevation (its sine). */
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
  /** Its climate, where it is not that of its place in France. */
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
  /** Second of the log period at which this box samples, so that a fleet does not wake at once. */
  readonly offset: number;
  /** s by which each sample comes later than its log time says, as the box sleeps first and measures then. */
  readonly slip?: number;
  readonly site: Site;
  readonly aeros: readonly AeroDescriptor[];
}
