/** The weather of points as the daily values that move a ram, computed once for the AEROs that share them. */

import { DAY } from '@aerowatch/domain/durations';
import { LEADS } from '@aerowatch/domain/forecast/basis';
import { isLeftOutOn } from '@aerowatch/domain/forecast/weather/source-verdict';
import { hoursOfDays } from '@aerowatch/domain/forecast/weather/weather-days';
import {
  type WeatherDay,
  type WeatherHours,
  weatherDay,
  withSun,
} from '@aerowatch/domain/forecast/weather/weather-hours';
import type { Db } from '../../../platform/database/db.ts';
import { storedEpisodes } from '../../weather/store-episodes.ts';
import { type Point, weatherDays } from '../../weather/store-weather.ts';

/** Days of the past that models are learnt from. */
const PAST = 121;

export class SkyAt {
  readonly #db: Db;
  readonly #hours = new Map<number, WeatherHours>();
  /** By point and UTC day: the day of its issue; an issue of the afternoon counts for the next day. */
  readonly #issued = new Map<number, ReadonlyMap<number, number>>();
  readonly #days = new Map<string, ReadonlyMap<number, WeatherDay>>();

  constructor(db: Db) {
    this.#db = db;
  }

  /** Reads the data of some points for a day of issue. */
  async load(points: readonly Point[], today: number): Promise<void> {
    const wanted = new Map(points.map((point) => [point.id, point]));
    const found = await weatherDays(this.#db, [...wanted.keys()], today - PAST - 1);
    const episodes = await storedEpisodes(this.#db, [...wanted.keys()]);
    for (const [id, all] of found) {
      const days = all.filter(({ day }) => !isLeftOutOn(episodes.get(id) ?? [], day));
      const { latitude, longitude } = wanted.get(id)!;
      this.#issued.set(id, new Map(days.map(({ day, issuedAt }) => [day, Math.floor(issuedAt / DAY + 0.5)])));
      this.#hours.set(id, withSun(hoursOfDays(days), latitude, longitude));
    }
  }

  /** Days at a point as seen by an AERO that measures in these hours; none without a point. */
  daysOf(
    point: Point | null,
    offset: number,
    logHours: number,
    today: number,
  ): ReadonlyMap<number, WeatherDay> {
    const hours = point && this.#hours.get(point.id);
    if (!point || !hours) return NONE;
    const key = `${point.id} ${offset} ${logHours} ${today}`;
    const known = this.#days.get(key);
    if (known) return known;
    const days = new Map<number, WeatherDay>();
    for (let day = today - PAST; day <= today + LEADS; day++) {
      const one = weatherDay(hours, day, offset, logHours);
      const issued = this.#issued.get(point.id)?.get(day);
      if (one) days.set(day, day > today && issued !== undefined ? { ...one, issued } : one);
    }
    this.#days.set(key, days);
    return days;
  }
}
const NONE: ReadonlyMap<number, WeatherDay> = new Map();
