/** Scores of a batch, by client, day, basis and lead. */
import { DAY } from '@aerowatch/domain/durations';
import { LEADS } from '@aerowatch/domain/forecast/basis';
import { seasonOf } from '@aerowatch/domain/forecast/climate';
import type { DayExtremes } from '@aerowatch/domain/forecast/extremes';
import { noteOutcome } from '@aerowatch/domain/forecast/learning/calibration';
import {
  countMiss,
  type Extreme,
  type Factors,
  learnOwn,
} from '@aerowatch/domain/forecast/learning/conformal';
import type { Lessons } from '@aerowatch/domain/forecast/learning/lessons';
import { centreOf, noteDeparture } from '@aerowatch/domain/forecast/learning/pull';
import {
  addChance,
  addExtreme,
  climateChance,
  marginReached,
  noScore,
  type Score,
} from '@aerowatch/domain/forecast/learning/score';
import { type PackedForecast, unpackForecast } from '@aerowatch/domain/forecast/packed-forecast';
import type { Quantiles } from '@aerowatch/domain/forecast/spread';
import type { Travel } from '@aerowatch/domain/forecast/standing/travel';
import type { ScoreOf } from '../issue/store-issue.ts';

/** Fewest days of a season for a climate to compare with. */
const MIN_SEASON = 5;

export interface OverDay {
  readonly client: number;
  readonly day: string;
  readonly leads: Uint8Array;
  /** Leads scored before, one bit each. */
  readonly scored: number;
  readonly actual: DayExtremes;
  readonly extremes: readonly DayExtremes[];
  readonly travel: Travel | null;
  /** mm/°C, with its sign. */
  readonly slope: number;
}

export class Scores {
  readonly #sums = new Map<string, ScoreOf>();

  /** Scores a past day at every lead at which it was forecast. Changes `own` and `lessons`. */
  add(over: OverDay, own: Factors, lessons: Lessons | undefined): void {
    for (let lead = 1; lead <= LEADS; lead++) {
      const forecast = (over.scored >> (lead - 1)) & 1 ? null : unpackForecast(over.leads, lead);
      if (forecast === null) continue;
      const score = this.#of(over.client, over.day, forecast.basis, lead);
      for (const extreme of ['low', 'high'] as const) {
        const actual = over.actual[extreme];
        addExtreme(score, forecast[extreme], actual);
        // Only weather forecasts are learnt from: the quantiles of the climate are fixed.
        if (forecast.basis !== 'weather') continue;
        learnOwn(own, lead, extreme, forecast[extreme], actual);
        if (lessons) learn(lessons, over, lead, extreme, forecast[extreme]);
      }
      this.#judge(over, forecast, lead, score, lessons);
    }
  }

  #judge(
    { day, actual, extremes, travel, slope }: OverDay,
    forecast: PackedForecast,
    lead: number,
    score: Score,
    lessons: Lessons | undefined,
  ): void {
    if (travel === null || forecast.margin === null) return;
    const number = Date.parse(day) / DAY;
    const season = seasonOf(extremes, number, number - lead - 1);
    if (season.length < MIN_SEASON) return;
    for (const side of ['hot', 'cold'] as const) {
      const upper = (side === 'hot') === slope > 0;
      const happened = marginReached(travel, actual, upper);
      if (lessons && forecast.basis === 'weather')
        noteOutcome(lessons.outcomes, forecast.margin[side], happened);
      addChance(score, forecast.margin[side], happened, climateChance(travel, season, upper));
    }
  }

  #of(client: number, day: string, basis: string, lead: number): Score {
    const key = `${client} ${day} ${basis} ${lead}`;
    const known = this.#sums.get(key);
    if (known) return known.score;
    const score = noScore();
    this.#sums.set(key, { client, day, basis, lead, score });
    return score;
  }

  all(): ScoreOf[] {
    return [...this.#sums.values()];
  }
}

function learn(
  { misses, departures }: Lessons,
  { day, actual, extremes, slope }: OverDay,
  lead: number,
  extreme: Extreme,
  forecast: Quantiles,
): void {
  countMiss(misses, lead, extreme, forecast, actual[extreme]);
  const centre = centreOf(extremes, Date.parse(day) / DAY - lead - 1, extreme);
  if (centre === null || Math.abs(slope) < 0.1) return;
  noteDeparture(
    departures,
    lead,
    extreme,
    (forecast.p50 - centre) / slope,
    (actual[extreme] - forecast.p50) / slope,
  );
}
