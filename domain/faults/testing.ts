/**
 * Measures of a small model AERO for tests: weather, a ram with friction on a sealed gas, a battery and a
 * panel.
 */

import { DAY } from '../durations.ts';
import { type Measure, NO_VALUES } from '../metrics.ts';
import { clearSky, cosZenith } from '../physics/solar.ts';
import { isReported } from './finding.ts';
import { type Diagnosis, diagnoseDays } from './pipeline.ts';
import type { DiagnosedAero, DiagnosticInput } from './shared/context.ts';
import { daysOf } from './shared/days/days.ts';

export { DAY };

/** 2026-03-01T00:00Z. */
export const START = Date.UTC(2026, 2, 1);

export const AERO: DiagnosedAero = {
  model_type: 2,
  conductor_type: 'wire',
  mechanical_tension: 1000,
  regularized_length: 700,
  expansion_coefficient: null,
  stroke_min_offset: 20,
  stroke_max_offset: 20,
  battery_min: null,
};

/** Park–Miller generator: the same numbers on every run, −1 to 1. */
function noiseFrom(seed: number) {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return (state / 2_147_483_647) * 2 - 1;
  };
}

export interface Faults {
  /** Share of the gas left on a day. */
  gas?: (day: number) => number;
  /** Friction of the ram, as a share of the tension. */
  friction?: number;
  /** The ram stands still from this day on. */
  seizedFrom?: number;
  /** Whether frost holds the ram on a day, from −0.5 °C until it is back above 0.5 °C. */
  ices?: (day: number) => boolean;
  /** °C by which it is colder than usual on a day. */
  colder?: (day: number) => number;
  /** Position of the end that the ram cannot pass, mm. */
  end?: number;
  /** Position of the other end, mm. */
  beyond?: number;
  /** mm the wire has crept by a day. */
  creep?: (day: number) => number;
  /** Stroke at 15 °C, mm. */
  middle?: number;
  sign?: 1 | -1;
  /** The readings of the sensors, if they differ from the truth. */
  sensed?: (measure: Measure, day: number, i: number) => Partial<Measure>;
  /** Lowest battery voltage of a day, V; share of the light the panel gets. */
  battery?: (day: number) => number;
  soiling?: (day: number) => number;
  /** Inner resistance of the battery, Ω. */
  ohms?: number;
}

/** Whether ice holds the ram now; `before`: whether it did so before. */
const isIced = (before: boolean, temperature: number, day: number, { ices }: Faults) =>
  temperature < -0.5 ? before || (ices?.(day) ?? false) : before && temperature <= 0.5;

/** `days` of 10-minute measures at 47° N from 1 March; `length` of wire in m. */
export function buildMeasures(days: number, faults: Faults = {}, length = 700): Measure[] {
  const noise = noiseFrom(20_260_301);
  const slope = 17e-6 * length * 1000;
  const column = 17e-6 * length * 288.15;
  const {
    colder = () => 0,
    end = Number.NEGATIVE_INFINITY,
    beyond = Number.POSITIVE_INFINITY,
    middle = 500,
  } = faults;
  const half = ((faults.friction ?? 0.015) * 10_000 * length * 1000) / 12.84e6;
  let ram: number | null = null;
  let iced = false;
  let front = 0;
  const measures: Measure[] = [];
  for (let i = 0; i < days * 144; i++) {
    const day = i / 144;
    const hour = (day % 1) * 24;
    const gas = faults.gas?.(day) ?? 1;
    const clean = faults.soiling?.(day) ?? 1;
    front = 0.998 * front + 0.22 * noise();
    const season = 7 * Math.sin(((day - 40) / 365) * 2 * Math.PI);
    const temperature =
      11 + season + 5 * Math.cos(((hour - 15) / 24) * 2 * Math.PI) + 3 * front - colder(day);
    // Lost gas lets the wire pull the ram in by F / (E·S/L + F/h0) of the loss.
    const drawn = (10_000 / (12.84e6 / length + 10_000 / column)) * 1000 * (1 - gas);
    const free = slope * (temperature - 15) + (faults.creep?.(day) ?? 0) - drawn;
    ram ??= free;
    iced = isIced(iced, temperature, day, faults);
    if (!iced && (faults.seizedFrom === undefined || day < faults.seizedFrom))
      ram = Math.min(
        beyond - middle,
        Math.max(end - middle, Math.min(free + half, Math.max(free - half, ram))),
      );
    const pressure = (101.013 * gas * (temperature + 273.15)) / 288.15 / (1 + ram / 1000 / column) - 1.013;
    const sky = clearSky(cosZenith(47, 60 + day, hour)) * (0.75 + 0.25 * Math.cos(Math.floor(day) * 2.4));
    const current = Math.round(sky * 0.32 * clean);
    const light = sky * clean;
    const cool = 1 - 0.003 * (temperature - 25);
    const measure: Measure = {
      ...NO_VALUES,
      time: START + i * 600_000,
      temperature: Math.round((temperature + 0.15 * noise()) * 10) / 10,
      pressure: Math.round((pressure + 0.15 * noise()) * 10) / 10,
      stroke: Math.round(middle + (faults.sign ?? 1) * ram + 0.8 * noise()),
      battery_voltage:
        Math.round(
          ((faults.battery?.(day) ?? 3.9) + (current / 1000) * (faults.ohms ?? 0.12) + 0.005 * noise()) * 100,
        ) / 100,
      solar_voltage: sky > 3 ? Math.round(630 * (1 + 0.04 * Math.log(light / 1000)) * cool) / 100 : 0,
      charge_current: current,
    };
    measures.push({ ...measure, ...faults.sensed?.(measure, day, i) });
  }
  return measures;
}

/** Diagnosis of measures in ascending order, from the baseline (ms) if there is one. */
export function diagnose({
  points,
  baselineFrom,
  ...known
}: Omit<DiagnosticInput, 'days'> & {
  readonly points: readonly Measure[];
  readonly baselineFrom?: number | null;
}): Diagnosis {
  const from = baselineFrom ?? Number.NEGATIVE_INFINITY;
  return diagnoseDays({ ...known, days: daysOf(points.filter(({ time }) => time >= from)) });
}

/** Keys of the findings reported on an AERO that is measured every six hours. */
export const reportedSeldom = (days: number, faults: Faults): string[] =>
  diagnose({
    points: buildMeasures(days, faults).filter(({ time }) => (time - START) % (DAY / 4) === 0),
    aero: AERO,
    latitude: 47,
    logTime: 21_600,
  })
    .findings.filter(isReported)
    .map(({ key }) => key);
