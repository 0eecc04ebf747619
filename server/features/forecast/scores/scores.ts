/** Scores of a batch, by client, day, basis and lead. */
import { DAY } from '@aerowatch/domain/durations';
import { LEADS } from '@aerowatch/domain/forecast/basis';
import { seasonOf } from '@aerowatch/domain/forecast/climate';
import type { DayExtremes } from '@aerowatch/domain/forecast/extremes';
import type { Factors } from '@aerowatch/domain/forecast/learning/conformal';
import type { Lessons } from '@aerowatch/domain/forecast/learning/lessons';
import {
  addChance,
  addExtreme,
  climateChance,
  marginReached,
  noScore,
  type Score,
} from '@aerowatch/domain/forecast/learning/score';
import { teach } from '@aerowatch/domain/forecast/learning/teach';
import { type PackedForecast, unpackForecast } from '@aerowatch/domain/forecast/packed-forecast';
import { settledExtremes, type Travel } from '@aerowatch/domain/forecast/standing/travel';
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
  /** Day of a change that forecasts before it could not know (days since 1970). */
  readonly changed: number | null;
}

export class Scores {
  readonly #sums = new Map<string, ScoreOf>();

  /** Scores a past day at every lead at which it was forecast. Changes `own` and `lessons`. */
  add(over: OverDay, own: Factors, lessons: Lessons | undefined): void {
    for (let lead = 1; lead <= LEADS; lead++) {
      const forecast = (over.scored >> (lead - 1)) & 1 ? null : unpackForecast(over.leads, lead);
      if (forecast === null) continue;
      const score = this.#of(over.client, over.day, forecast.basis, lead);
      const settled = settledExtremes(over.actual, over.travel);
      for (const extreme of ['low', 'high'] as const) addExtreme(score, forecast[extreme], settled[extreme]);
      teach({ ...over, forecast: { ...forecast, day: Date.parse(over.day) / DAY, lead } }, own, lessons);
      this.#judge(over, forecast, lead, score);
    }
  }

  #judge(
    { day, actual, extremes, travel, slope }: OverDay,
    forecast: PackedForecast,
    lead: number,
    score: Score,
  ): void {
    if (travel === null || forecast.margin === null) return;
    const number = Date.parse(day) / DAY;
    const season = seasonOf(extremes, number, number - lead - 1);
    if (season.length < MIN_SEASON) return;
    for (const side of ['hot', 'cold'] as const) {
      const upper = (side === 'hot') === slope > 0;
      const happened = marginReached(travel, actual, upper);
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
