/** The next days of an AERO: its lowest and highest stroke, and the chance of its margins and stops. */

import { type Basis, LEADS } from './basis.ts';
import { type Calibration, calibrated } from './calibration.ts';
import { climateOf } from './climate.ts';
import { type Extreme, type Factors, factorOf } from './conformal.ts';
import type { DayExtremes } from './extremes.ts';
import { leadError } from './lead-error.ts';
import { centreOf, type Pulls, pullOf } from './pull.ts';
import { type Quantiles, spreadOf } from './spread.ts';
import { fitStrokeModel, type Prior, type Sample, type StrokeModel, strokeOn } from './stroke-model.ts';
import { type Ends, marginChances, stopChances, type Travel, withinTravel } from './travel.ts';
import type { WeatherDay } from './weather-hours.ts';

export interface ForecastDay {
  readonly day: number;
  readonly lead: number;
  readonly basis: Basis;
  /** Of the air, °C; null without weather. */
  readonly temperature: { readonly min: number; readonly max: number } | null;
  /** mm. */
  readonly low: Quantiles;
  readonly high: Quantiles;
  /** Chances; null where the travel is not known. */
  readonly margin: { readonly hot: number; readonly cold: number } | null;
  readonly stop: { readonly hot: number; readonly cold: number } | null;
}

export interface ForecastInput {
  /** Day of issue: the newest day whose extremes may be known is the one before. */
  readonly today: number;
  readonly extremes: readonly DayExtremes[];
  /** By day: of the past what was issued last, of the days ahead what is issued now. */
  readonly weather: ReadonlyMap<number, WeatherDay>;
  readonly prior: Prior;
  readonly travel: Travel | null;
  readonly shared: Factors;
  readonly pulls: Pulls;
  readonly calibration: Calibration;
  readonly own: Factors;
}

/** The two models of an AERO: of its hot and of its cold extreme. */
export interface Models {
  readonly hot: StrokeModel;
  readonly cold: StrokeModel;
}

/** Models of the days before `today` for which weather and extremes are known; null with too few of them. */
export function modelsOf({ today, extremes, weather, prior }: ForecastInput): Models | null {
  const turned = prior.slope < 0;
  const [hot, cold]: [Sample[], Sample[]] = [[], []];
  for (const { day, low, high } of extremes) {
    const sky = day < today ? weather.get(day) : undefined;
    if (!sky) continue;
    hot.push({ day, temperature: sky.hot, sun: sky.hotSun, stroke: turned ? low : high });
    cold.push({ day, temperature: sky.cold, sun: sky.coldSun, stroke: turned ? high : low });
  }
  const models = { hot: fitStrokeModel(hot, prior), cold: fitStrokeModel(cold, prior) };
  return models.hot && models.cold ? { hot: models.hot, cold: models.cold } : null;
}

/** The next seven days; a day without weather, or an AERO with too little of it, goes by its own climate, else is left out. */
export function forecastDays(input: ForecastInput): ForecastDay[] {
  const models = modelsOf(input);
  const days: ForecastDay[] = [];
  for (let lead = 1; lead <= LEADS; lead++) {
    const sky = input.weather.get(input.today + lead);
    const one = models && sky ? byWeather(input, models, lead, sky) : byClimate(input, lead);
    if (one) days.push(one);
  }
  return days;
}

function byWeather(input: ForecastInput, models: Models, lead: number, sky: WeatherDay): ForecastDay {
  const day = input.today + lead;
  const turned = input.prior.slope < 0;
  // Weather that is some days old errs as it does so many days ahead.
  const old = Math.max(lead, day - (sky.issued ?? input.today));
  const ahead = Math.min(LEADS, old);
  const of = (model: StrokeModel, temperature: number, sun: number, extreme: Extreme): Quantiles => {
    const { stroke: said, deviation } = strokeOn(model, day, temperature, sun);
    const centre = centreOf(input.extremes, input.today - 1, extreme);
    const stroke = centre === null ? said : centre + pullOf(input.pulls, lead, extreme) * (said - centre);
    const scale = Math.hypot(deviation, model.slope * leadError(old)) * NORMAL_TO_T;
    const factor = (above: boolean) => factorOf(input.shared, input.own, lead, extreme, above);
    return spreadOf(stroke, scale * factor(false), scale * factor(true));
  };
  const hot = of(models.hot, sky.hot, sky.hotSun, turned ? 'low' : 'high');
  const cold = of(models.cold, sky.cold, sky.coldSun, turned ? 'high' : 'low');
  return {
    day,
    lead,
    basis: 'weather',
    temperature: { min: sky.airMin, max: sky.airMax },
    ...chancesOf(input, turned ? hot : cold, turned ? cold : hot, ahead),
  };
}

/** Standard deviation to the scale of a t distribution with the same twentieths: 1.645 over 1.8595. */
const NORMAL_TO_T = 0.8846;

function byClimate(input: ForecastInput, lead: number): ForecastDay | null {
  const day = input.today + lead;
  const climate = climateOf(input.extremes, day, input.today - 1);
  return (
    climate && {
      day,
      lead,
      basis: 'climate',
      temperature: null,
      ...chancesOf(input, climate.low, climate.high, null),
    }
  );
}

/** Chances by which end heat leads to, and strokes that end at the stops; chances by weather are calibrated by
 * their lead, those of the climate (null) are what they are.
 */
function chancesOf(
  { travel, prior, calibration }: ForecastInput,
  low: Quantiles,
  high: Quantiles,
  lead: number | null,
) {
  const stated = (chance: number) => (lead === null ? chance : calibrated(calibration, lead, chance));
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
