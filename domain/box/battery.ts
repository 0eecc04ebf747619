/**
 * The daily battery consumption of a configuration compared with the yield of the panel in December. The
 * figures are estimates for a typical box (2 W panel, one 6.8 Ah Li-ion cell), not the maker's.
 */

import { clearSkyDay, cloudFactor } from '../physics/solar.ts';
import type { BoxConfiguration } from './box-configuration.ts';

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
  /** Mean cloud cover of a December day: it lets 45 % of the clear-sky light through. */
  decemberCloud: 0.91,
  /** Gain of a panel tilted steeply to the noon sun over a level one in winter. */
  tilt: 1.6,
} as const;
/** 21 December. */
const WINTER_DAY = 355;
/** Latitude assumed for a box without one: the middle of France. */
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
  // Seasons in the southern hemisphere are shifted by half a year.
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
  /** Days from full to empty in December; null when the panel yields enough. */
  readonly daysLeft: number | null;
  readonly daysLeftInAlert: number | null;
  /** The upload intervals that use more than December yields. */
  readonly warnings: ('upload_time' | 'upload_time_alert')[];
}

/** Whether a configuration would empty the battery in December at a latitude. It only warns. */
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
