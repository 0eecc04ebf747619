/**
 * What a configuration costs the battery of a box in a day, against what its panel brings in December.
 * The figures are estimates of a typical box (2 W panel, one 6.8 Ah Li-ion cell), not the maker's.
 */
import type { BoxConfiguration } from './box-configuration.ts';
import { clearSkyDay, cloudFactor } from './physics/solar.ts';

export const BOX_ENERGY = {
  /** Asleep, mA. */
  sleep: 0.3,
  /** Sensors powered, mA, for the start-up delay and half a second more. */
  sampling: 45,
  samplingSeconds: 0.5,
  /** One connection: attach, send, receive, mAh. */
  upload: 1.11,
  /** Nominal capacity, mAh. */
  capacity: 6800,
  /** Panel, W, and the share of it that reaches the battery. */
  panel: 2,
  efficiency: 0.6,
  voltage: 3.7,
  /** Mean cloud of a December day: lets 45 % of the clear sky through. */
  decemberCloud: 0.91,
  /** What a panel steeply tilted to the noon sun gains over a level one in winter. */
  tilt: 1.6,
} as const;
/** 21 December. */
const WINTER_DAY = 355;
/** Latitude assumed where a box has none: the middle of France. */
export const DEFAULT_LATITUDE = 47;

type Rhythm = Pick<
  BoxConfiguration,
  'sensor_startup_delay' | 'acquisition_time' | 'upload_time' | 'upload_time_alert'
>;

/** Estimated consumption in mAh a day, uploading every `upload_time` (or, in alert, `upload_time_alert`) minutes. */
export function dailyConsumption(config: Partial<Rhythm>, inAlert = false): number {
  const uploadMinutes = (inAlert ? config.upload_time_alert : null) ?? config.upload_time ?? 60;
  const samples = 86_400 / (config.acquisition_time ?? 600);
  const awake = (config.sensor_startup_delay ?? 0) / 1000 + BOX_ENERGY.samplingSeconds;
  const sampling = (Math.min(86_400, samples * awake) * BOX_ENERGY.sampling) / 3600;
  return BOX_ENERGY.sleep * 24 + sampling + (1440 / uploadMinutes) * BOX_ENERGY.upload;
}

/** What the panel brings on a mean December day at a latitude, mAh. */
export function decemberYield(latitude: number): number {
  // The seasons of the south are half a year away.
  const day = latitude >= 0 ? WINTER_DAY : WINTER_DAY - 182;
  const sunHours =
    (clearSkyDay(latitude, day) * cloudFactor(BOX_ENERGY.decemberCloud) * BOX_ENERGY.tilt) / 1000;
  return (sunHours * BOX_ENERGY.panel * BOX_ENERGY.efficiency * 1000) / BOX_ENERGY.voltage;
}

export interface BatteryEstimate {
  /** mAh a day. */
  readonly consumption: number;
  readonly consumptionInAlert: number;
  readonly december: number;
  /** Days from full to empty in December; null when the panel keeps up. */
  readonly daysLeft: number | null;
  readonly daysLeftInAlert: number | null;
  /** Which rhythm asks more than December brings. */
  readonly warnings: ('upload_time' | 'upload_time_alert')[];
}

/** Whether a configuration would empty the battery in December at a latitude (warns, never forbids). */
export function batteryEstimate(
  config: Partial<Rhythm>,
  latitude: number | null = DEFAULT_LATITUDE,
): BatteryEstimate {
  const december = decemberYield(latitude ?? DEFAULT_LATITUDE);
  const [consumption, consumptionInAlert] = [dailyConsumption(config), dailyConsumption(config, true)];
  const days = (used: number) => (used > december ? BOX_ENERGY.capacity / (used - december) : null);
  const warnings: BatteryEstimate['warnings'] = [];
  if (consumption > december) warnings.push('upload_time');
  if (consumptionInAlert > december) warnings.push('upload_time_alert');
  return {
    consumption,
    consumptionInAlert,
    december,
    daysLeft: days(consumption),
    daysLeftInAlert: days(consumptionInAlert),
    warnings,
  };
}
