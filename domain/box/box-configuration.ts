/**
 * The configuration of a box, one row per field: bounds, unit and group. Schemas, forms, masks, diffs,
 * the MQTT documents and the simulator derive from it. Bounds: docs/devices.md, "Configuration".
 */
export type ConfigurationGroup =
  | 'versions'
  | 'timing'
  | 'maintenance'
  | 'cellular'
  | 'server'
  | 'aero1'
  | 'aero2';

interface FieldBase {
  /** Name on MQTT (the customer's names). */
  readonly wire: string;
  readonly group: ConfigurationGroup;
  /** Masked for members, encrypted at rest. */
  readonly secret?: true;
  /** Set by the server, never by a form. */
  readonly readOnly?: true;
  /** A number may arrive as text, and a passkey as a number (seed, numeric coercion). */
  readonly coerced?: true;
  /** The form shows a help text for it. */
  readonly help?: true;
  /**
   * A field of the connection to the server: a wrong value cuts the box off, and another server's value hands
   * it over. Changing it needs a confirmation, is rolled out in waves for many boxes, and is reverted by a
   * box that cannot report with it.
   */
  readonly link?: true;
}
export interface IntegerField extends FieldBase {
  readonly kind: 'integer';
  readonly min: number;
  readonly max: number;
  readonly unit?: string;
  /** Edited as hours, minutes and seconds. */
  readonly duration?: 'ms' | 's' | 'min';
  /** The value of a new box. */
  readonly initial: number;
}
export interface BooleanField extends FieldBase {
  readonly kind: 'boolean';
  readonly initial: boolean;
}
export interface TextField extends FieldBase {
  readonly kind: 'text';
  readonly max: number;
  readonly format?: 'version' | 'six_digits' | 'pin' | 'server_address';
  /** No default: a new box keeps its own value. */
  readonly initial: null;
}
export type ConfigurationField = IntegerField | BooleanField | TextField;

/** Stroke of each AERO model in mm, by model type; every other type is undefined (2,000 mm allowed). */
export const MODEL_STROKES: Readonly<Record<number, number>> = { 1: 480, 2: 1000 };
export const UNDEFINED_MODEL_STROKE = 2000;
/** Largest stroke in mm a threshold may take for a model type (0 not connected, 1 Aero 480, 2 Aero 1000). */
export function modelStroke(type: number): number {
  return MODEL_STROKES[type] ?? UNDEFINED_MODEL_STROKE;
}

export const BOX_CONFIGURATION = {
  configuration_version: {
    wire: 'configurationVersion',
    kind: 'integer',
    group: 'versions',
    min: 0,
    max: 2_147_483_647,
    readOnly: true,
    initial: 0,
  },
  firmware_version: {
    wire: 'firmwareVersion',
    kind: 'text',
    group: 'versions',
    max: 11,
    format: 'version',
    initial: null,
  },
  sensor_startup_delay: {
    wire: 'sensorStartupDelay',
    kind: 'integer',
    group: 'timing',
    min: 0,
    max: 60_000,
    unit: 'ms',
    duration: 'ms',
    initial: 500,
    coerced: true,
    help: true,
  },
  acquisition_time: {
    wire: 'acquisitionTime',
    kind: 'integer',
    group: 'timing',
    min: 1,
    max: 86_400,
    unit: 's',
    duration: 's',
    initial: 600,
    coerced: true,
    help: true,
  },
  log_time: {
    wire: 'logTime',
    kind: 'integer',
    group: 'timing',
    min: 1,
    max: 86_400,
    unit: 's',
    duration: 's',
    initial: 600,
    coerced: true,
    help: true,
  },
  upload_time: {
    wire: 'uploadTime',
    kind: 'integer',
    group: 'timing',
    min: 1,
    max: 10_080,
    unit: 'min',
    duration: 'min',
    initial: 60,
    coerced: true,
    help: true,
  },
  upload_time_alert: {
    wire: 'uploadTimeAlert',
    kind: 'integer',
    group: 'timing',
    min: 1,
    max: 10_080,
    unit: 'min',
    duration: 'min',
    initial: 10,
    coerced: true,
    help: true,
  },
  alert: { wire: 'alert', kind: 'boolean', group: 'timing', initial: false, help: true },
  maintenance_enable: {
    wire: 'maintenanceEnable',
    kind: 'boolean',
    group: 'maintenance',
    initial: false,
    help: true,
  },
  maintenance_timeout: {
    wire: 'maintenanceTimeout',
    kind: 'integer',
    group: 'maintenance',
    min: 0,
    max: 86_400,
    unit: 's',
    duration: 's',
    initial: 600,
    coerced: true,
    help: true,
  },
  maintenance_password: {
    wire: 'maintenancePassword',
    kind: 'text',
    group: 'maintenance',
    max: 6,
    format: 'six_digits',
    secret: true,
    initial: null,
    coerced: true,
    help: true,
  },
  cellular_apn: { wire: 'cellularApn', kind: 'text', group: 'cellular', max: 100, link: true, initial: null },
  cellular_pin: {
    wire: 'cellularPin',
    kind: 'text',
    group: 'cellular',
    max: 8,
    format: 'pin',
    secret: true,
    link: true,
    initial: null,
    help: true,
  },
  cellular_login: {
    wire: 'cellularLogin',
    kind: 'text',
    group: 'cellular',
    max: 64,
    link: true,
    initial: null,
  },
  cellular_password: {
    wire: 'cellularPassword',
    kind: 'text',
    group: 'cellular',
    max: 64,
    secret: true,
    link: true,
    initial: null,
  },
  server_address: {
    wire: 'serverAddress',
    kind: 'text',
    group: 'server',
    max: 255,
    format: 'server_address',
    link: true,
    initial: null,
    help: true,
  },
  aero1_type: { wire: 'aero1_type', kind: 'integer', group: 'aero1', min: 0, max: 255, initial: 0 },
  aero2_type: { wire: 'aero2_type', kind: 'integer', group: 'aero2', min: 0, max: 255, initial: 0 },
  stroke1_min: {
    wire: 'stroke1_min',
    kind: 'integer',
    group: 'aero1',
    min: 0,
    max: 2000,
    unit: 'mm',
    initial: 0,
  },
  stroke1_max: {
    wire: 'stroke1_max',
    kind: 'integer',
    group: 'aero1',
    min: 0,
    max: 2000,
    unit: 'mm',
    initial: 0,
  },
  stroke1_temperature: {
    wire: 'stroke1_temperature',
    kind: 'integer',
    group: 'aero1',
    min: 0,
    max: 1000,
    unit: '0.1 mm/°C',
    initial: 0,
  },
  stroke1_time: {
    wire: 'stroke1_time',
    kind: 'integer',
    group: 'aero1',
    min: 0,
    max: 10_000,
    unit: 'mm/h',
    initial: 0,
  },
  stroke2_min: {
    wire: 'stroke2_min',
    kind: 'integer',
    group: 'aero2',
    min: 0,
    max: 2000,
    unit: 'mm',
    initial: 0,
  },
  stroke2_max: {
    wire: 'stroke2_max',
    kind: 'integer',
    group: 'aero2',
    min: 0,
    max: 2000,
    unit: 'mm',
    initial: 0,
  },
  stroke2_temperature: {
    wire: 'stroke2_temperature',
    kind: 'integer',
    group: 'aero2',
    min: 0,
    max: 1000,
    unit: '0.1 mm/°C',
    initial: 0,
  },
  stroke2_time: {
    wire: 'stroke2_time',
    kind: 'integer',
    group: 'aero2',
    min: 0,
    max: 10_000,
    unit: 'mm/h',
    initial: 0,
  },
  pressure1_min: {
    wire: 'pressure1_min',
    kind: 'integer',
    group: 'aero1',
    min: 0,
    max: 400,
    unit: 'bar',
    initial: 0,
  },
  pressure1_max: {
    wire: 'pressure1_max',
    kind: 'integer',
    group: 'aero1',
    min: 0,
    max: 400,
    unit: 'bar',
    initial: 0,
  },
  pressure2_min: {
    wire: 'pressure2_min',
    kind: 'integer',
    group: 'aero2',
    min: 0,
    max: 400,
    unit: 'bar',
    initial: 0,
  },
  pressure2_max: {
    wire: 'pressure2_max',
    kind: 'integer',
    group: 'aero2',
    min: 0,
    max: 400,
    unit: 'bar',
    initial: 0,
  },
} as const satisfies Record<string, ConfigurationField>;

export type ConfigurationKey = keyof typeof BOX_CONFIGURATION;
export const CONFIGURATION_KEYS = Object.keys(BOX_CONFIGURATION) as ConfigurationKey[];
export const SECRET_KEYS = CONFIGURATION_KEYS.filter((key) => 'secret' in BOX_CONFIGURATION[key]);
export const LINK_KEYS = CONFIGURATION_KEYS.filter((key) => 'link' in BOX_CONFIGURATION[key]);
/** Whether a field belongs to the connection between a box and its server. */
export const isLinkKey = (key: ConfigurationKey): boolean => LINK_KEYS.includes(key);

/** A whole configuration document with the API's names. Null stays null (the customer's section 5). */
export type BoxConfiguration = {
  [K in ConfigurationKey]: (typeof BOX_CONFIGURATION)[K] extends { kind: 'integer' }
    ? number | null
    : (typeof BOX_CONFIGURATION)[K] extends { kind: 'boolean' }
      ? boolean | null
      : string | null;
};

/** Fields with a help text in i18n's `configuration.help`. */
export type HelpedKey = {
  [K in ConfigurationKey]: (typeof BOX_CONFIGURATION)[K] extends { help: true } ? K : never;
}[ConfigurationKey];
/** Whether a name is a field of the configuration. */
export function isConfigurationKey(name: string): name is ConfigurationKey {
  return Object.hasOwn(BOX_CONFIGURATION, name);
}

export function isHelped(key: ConfigurationKey): key is HelpedKey {
  return 'help' in BOX_CONFIGURATION[key];
}

/** The desired configuration of a new box. */
export const DEFAULT_CONFIGURATION = Object.fromEntries(
  CONFIGURATION_KEYS.map((key) => [key, BOX_CONFIGURATION[key].initial]),
) as BoxConfiguration;
