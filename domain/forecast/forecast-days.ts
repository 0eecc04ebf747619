/**
 * The next days of an AERO: its lowest and highest stroke, and the chance of reaching its margins and stops.
 */

import { type Basis, LEADS } from './basis.ts';
import { type Change, movedSamples } from './change.ts';
import type { DayExtremes } from './extremes.ts';
import { leadError } from './lead-error.ts';
import { type Calibration, calibrate, calibrateSeason } from './learning/calibration.ts';
import { type Extreme, type Factors, factorOf } from './learning/conformal.ts';
import { CENTRE_DAYS, centreOf, type Pulls, pulledDeparture, pullOf } from './learning/pull.ts';
import { courseBetween, type SeasonDay, seasonAhead } from './season.ts';
import { NORMAL_TO_T, type Quantiles, spreadOf } from './spread.ts';
import {
  fitStrokeModel,
  type Prior,
  type Sample,
  type StrokeModel,
  strokeOn,
} from './standing/stroke-model.ts';
import { type Ends, marginChances, stopChances, type Travel, withinTravel } from './standing/travel.ts';
import type { WeatherDay } from './weather/weather-hours.ts';

export interface ForecastDay {
  readonly day: number;
  readonly lead: number;
  readonly basis: Basis;
  /** Of the air, °C; null without weather. */
  readonly temperature: { readonly min: number; readonly max: number } | null;
  /** mm. */
  readonly low: Quantiles;
  readonly high: Quantiles;
  /** Chances; null where the travel is unknown. */
  readonly margin: { readonly hot: number; readonly cold: number } | null;
  readonly stop: { readonly hot: number; readonly cold: number } | null;
}

export interface ForecastInput {
  /** Day of issue: the newest day whose extremes may be known is the one before. */
  readonly today: number;
  readonly extremes: readonly DayExtremes[];
  /** By day: for the past what was issued last, for the days ahead what is issued now. */
  readonly weather: ReadonlyMap<number, WeatherDay>;
  readonly prior: Prior;
  readonly travel: Travel | null;
  readonly shared: Factors;
  readonly pulls: Pulls;
  readonly calibration: Calibration;
  readonly seasonCalibration: Calibration;
  readonly own: Factors;
  /** Degrees, for the course of the year; null: of Europe. */
  readonly latitude: number | null;
  /** The newest change that the diagnosis knows. */
  readonly change: Change | null;
}

/** Days by which the middle of the centre's days is past; the newest is yesterday. */
const CENTRE_LAG = (CENTRE_DAYS + 1) / 2;

/** The two models of an AERO: of its hot and of its cold extreme. */
export interface Models {
  readonly hot: DriftModel;
  readonly cold: DriftModel;
}
/** A model, and what a change does to it. */
type DriftModel = StrokeModel & { readonly by: number; readonly drift: number; readonly driftError: number };

/**
 * °C by which each W/m² heats the thermometer of the AERO above the air: 6 °C in full sun (docs/domain.md,
 * "Stroke").
 */
const DEVICE_HEAT = 0.006;
/**
 * Error in °C of the air temperature derived from the AERO's own thermometer: in general, and per W/m² of an
 * unknown sky. Judged.
 */
const OWN_ERROR = 0.8;
const SKY_ERROR = 0.003;

/**
 * Models of the days before `today` with known weather and extremes. With too few of them, as after a first
 * weather file without history, the AERO's own thermometer replaces the weather under a sky like the forecast
 * one, and the models are less certain; null with too few days of the AERO.
 */
export function modelsOf(input: ForecastInput): Models | null {
  const { today, extremes, weather } = input;
  const known = fitted(input, ({ day }) => weather.get(day));
  if (known) return known;
  const ahead = [...weather.values()].filter(({ day }) => day > today);
  if (ahead.length === 0) return null;
  const mean = (of: (day: WeatherDay) => number) =>
    ahead.reduce((sum, day) => sum + of(day), 0) / ahead.length;
  const [hotSun, coldSun] = [mean((day) => day.hotSun), mean((day) => day.coldSun)];
  const own = fitted({ ...input, extremes: extremes.slice(-OWN_DAYS) }, ({ warmest, coldest }) => ({
    hot: warmest - DEVICE_HEAT * hotSun,
    hotSun,
    cold: coldest - DEVICE_HEAT * coldSun,
    coldSun,
  }));
  const unsure = (model: DriftModel, sun: number): DriftModel => ({
    ...model,
    deviation: Math.hypot(model.deviation, Math.hypot(OWN_ERROR, SKY_ERROR * sun) * model.slope),
  });
  return own && { hot: unsure(own.hot, hotSun), cold: unsure(own.cold, coldSun) };
}

/** Days of the AERO that are used in this way: those of its season. */
const OWN_DAYS = 45;
type Sky = Pick<WeatherDay, 'hot' | 'hotSun' | 'cold' | 'coldSun'>;

function fitted(
  { today, extremes, prior, change }: ForecastInput,
  skyOf: (day: DayExtremes) => Sky | undefined,
): Models | null {
  const turned = prior.slope < 0;
  const [hot, cold]: [Sample[], Sample[]] = [[], []];
  for (const one of extremes) {
    const sky = one.day < today ? skyOf(one) : undefined;
    if (!sky) continue;
    const { day, low, high } = one;
    hot.push({ day, temperature: sky.hot, sun: sky.hotSun, stroke: turned ? low : high });
    cold.push({ day, temperature: sky.cold, sun: sky.coldSun, stroke: turned ? high : low });
  }
  const models = { hot: modelOf(hot, prior, change), cold: modelOf(cold, prior, change) };
  return models.hot && models.cold ? { hot: models.hot, cold: models.cold } : null;
}

/** The model of an extreme, begun anew after a change. */
function modelOf(samples: readonly Sample[], prior: Prior, change: Change | null): DriftModel | null {
  const moved = change && movedSamples(samples, prior, change);
  const model = fitStrokeModel(moved ? moved.samples : samples, prior);
  if (!model) return null;
  const { by, error, drift, driftError } = moved ?? { by: 0, error: 0, drift: 0, driftError: 0 };
  return { ...model, levelError: Math.hypot(model.levelError, error), by, drift, driftError };
}

/**
 * The next seven days; a day without weather, or an AERO with too few days of its own, uses its own climate,
 * else it is left out.
 */
export function forecastDays(input: ForecastInput): ForecastDay[] {
  const models = modelsOf(input);
  let seasons: Seasons | null | undefined;
  const days: ForecastDay[] = [];
  for (let lead = 1; lead <= LEADS; lead++) {
    const sky = input.weather.get(input.today + lead);
    if (models && sky) {
      days.push(byWeather(input, models, lead, sky));
      continue;
    }
    seasons ??= seasonsOf(input);
    if (seasons) days.push(bySeason(input, seasons, lead));
  }
  return days;
}

function byWeather(input: ForecastInput, models: Models, lead: number, sky: WeatherDay): ForecastDay {
  const day = input.today + lead;
  const turned = input.prior.slope < 0;
  // Weather that is some days old has the error of that many more days ahead.
  const old = Math.max(lead, day - (sky.issued ?? input.today));
  const ahead = Math.min(LEADS, old);
  const of = (model: DriftModel, temperature: number, sun: number, extreme: Extreme): Quantiles => {
    const { stroke: line, deviation } = strokeOn(model, day, temperature, sun);
    const since = day - model.newest;
    const said = line + model.drift * since;
    const past = centreAfter(input, model, extreme);
    const season = { extreme, slope: input.prior.slope, latitude: input.latitude };
    const centre = past === null ? null : past + courseBetween(season, input.today - CENTRE_LAG, day);
    const pull = pullOf(input.pulls, lead, extreme);
    const { departure, error } = pulledDeparture(pull, said - (centre ?? said), model.slope);
    const stroke = (centre ?? said) + departure;
    const scale =
      Math.hypot(deviation, error, model.driftError * since, model.slope * leadError(old)) * NORMAL_TO_T;
    const factor = (above: boolean) =>
      factorOf(input.shared, input.own, { basis: 'weather', lead, extreme, above });
    return spreadOf(stroke, scale * factor(false), scale * factor(true));
  };
  const hot = of(models.hot, sky.hot, sky.hotSun, turned ? 'low' : 'high');
  const cold = of(models.cold, sky.cold, sky.coldSun, turned ? 'high' : 'low');
  return {
    day,
    lead,
    basis: 'weather',
    temperature: { min: sky.airMin, max: sky.airMax },
    ...chancesOf(input, 'weather', turned ? hot : cold, turned ? cold : hot, ahead),
  };
}

/** The mean of the last days, with those before a change moved to where the ram stands now. */
function centreAfter(
  { extremes, today, change }: ForecastInput,
  { by }: DriftModel,
  extreme: Extreme,
): number | null {
  if (change === null || by === 0) return centreOf(extremes, today - 1, extreme);
  const moved = extremes.map((one) =>
    one.day > change.day ? one : { ...one, [extreme]: one[extreme] + by },
  );
  return centreOf(moved, today - 1, extreme);
}

interface Seasons {
  readonly low: readonly SeasonDay[];
  readonly high: readonly SeasonDay[];
}

function seasonsOf({ extremes, today, prior: { slope }, latitude, change }: ForecastInput): Seasons | null {
  const low = seasonAhead(extremes, today, { extreme: 'low', slope, latitude, change });
  const high = seasonAhead(extremes, today, { extreme: 'high', slope, latitude, change });
  return low && high && { low, high };
}

function bySeason(input: ForecastInput, seasons: Seasons, lead: number): ForecastDay {
  const of = (extreme: Extreme): Quantiles => {
    const { stroke, deviation } = seasons[extreme][lead - 1]!;
    const factor = (above: boolean) =>
      factorOf(input.shared, input.own, { basis: 'climate', lead, extreme, above });
    const scale = deviation * NORMAL_TO_T;
    return spreadOf(stroke, scale * factor(false), scale * factor(true));
  };
  return {
    day: input.today + lead,
    lead,
    basis: 'climate',
    temperature: null,
    ...chancesOf(input, 'climate', of('low'), of('high'), lead),
  };
}

/**
 * Chances by the end that heat leads to, calibrated by basis and lead, and strokes that end at the stops.
 */
function chancesOf(
  { travel, prior, calibration, seasonCalibration }: ForecastInput,
  basis: Basis,
  low: Quantiles,
  high: Quantiles,
  lead: number,
) {
  const stated = (chance: number) =>
    basis === 'climate'
      ? calibrateSeason(seasonCalibration, lead, chance)
      : calibrate(calibration, lead, chance);
  const bySide = ({ lower, upper }: Ends) =>
    prior.slope < 0
      ? { hot: stated(lower), cold: stated(upper) }
      : { hot: stated(upper), cold: stated(lower) };
  return {
    low: withinTravel(low, travel),
    high: withinTravel(high, travel),
    margin: travel && bySide(marginChances(travel, low, high)),
    stop: travel && bySide(stopChances(travel, low, high)),
  };
}
