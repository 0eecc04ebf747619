/**
 * Are wrong weather sources noticed, and sound ones left alone? The sources of two worlds (`--world plain`,
 * `simulator`), sound for a year, and with faults of ten days; checked every morning as the server does.
 *
 *     node bench/worlds/wrong-weather.ts --seed 1,2 [--world plain|simulator] [--boxes 3]
 */
import { parseArgs } from 'node:util';
import { DAY, HOUR } from '@aerowatch/domain/durations';
import { type Jump, jumpOf, largerJump } from '@aerowatch/domain/forecast/weather/jump';
import { type MeasuredHour, nightsOf } from '@aerowatch/domain/forecast/weather/nights';
import { type Episode, judgeSource } from '@aerowatch/domain/forecast/weather/source-verdict';
import { daysOfRecords } from '@aerowatch/domain/forecast/weather/weather-days';
import { median } from '@aerowatch/domain/physics/statistics';
import { PlaceForecast } from '@aerowatch/simulator/weather/weather-forecast';
import type { Case } from '../diagnostics/case.ts';
import { casesOf } from '../diagnostics/cases.ts';
import { CaseRecord, weatherOf } from '../diagnostics/record.ts';
import { plainWorld } from './plain.ts';
import { PLACES, Service, skyOf } from './plain-sky.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    world: { type: 'string', default: 'plain' },
    boxes: { type: 'string', default: '3' },
  },
});

/** A point with a source: what it tells, issued on a day, of an hour (both from the first on). */
interface Point {
  readonly name: string;
  readonly place: { readonly latitude: number; readonly longitude: number };
  /** First day, days since 1970, and how many. */
  readonly from: number;
  readonly days: number;
  /** Of each AERO beside it. */
  readonly aeros: readonly (readonly MeasuredHour[])[];
  told(issued: number, hour: number): number;
  /** What the source of another place tells. */
  elsewhere(issued: number, hour: number): number;
}

const AHEAD = 8 * 24;
/** Days without and with a fault. */
const SOUND_DAYS = 26;
const WRONG_DAYS = 10;

type Told = Point['told'];
const KINDS: Record<string, (point: Point) => Told> = {
  '+4 °C': (point) => (issued, hour) => point.told(issued, hour) + 4,
  '-4 °C': (point) => (issued, hour) => point.told(issued, hour) - 4,
  'another place': (point) => point.elsewhere,
  '12 h late': (point) => (issued, hour) => point.told(issued, Math.max(0, hour - 12)),
  Fahrenheit: (point) => (issued, hour) => point.told(issued, hour) * 1.8 + 32,
};

/** A year of mornings; returns for each day whether the source was doubted (1) or left out (2). */
function follow(point: Point, wrong: Told | null): Uint8Array {
  const state = new Uint8Array(point.days);
  const stored = new Float64Array(point.days * 24 + AHEAD).fill(Number.NaN);
  let jump: Jump | null = null;
  let episodes: Episode[] = [];
  for (let day = 0; day < point.days; day++) {
    const told = wrong !== null && isWrong(day) ? wrong : point.told;
    const at = (point.from + day) * DAY;
    const [before, came] = [column(), column()];
    for (let ahead = 0; ahead < AHEAD; ahead++) {
      const hour = day * 24 + ahead;
      before.push(stored[hour]!);
      came.push(told(day, hour));
      stored[hour] = came[ahead]!;
    }
    jump = largerJump(jump, jumpOf(daysOf(point, day, before), daysOf(point, day, came)));
    if (day < 3) continue;
    const now = at + 8 * HOUR;
    const first = Math.max(0, day - 70) * 24;
    const weather = {
      start: point.from * 24 + first,
      temperature: stored.subarray(first, (day + 1) * 24),
      radiation: new Float64Array(),
    };
    const nights = point.aeros.flatMap((hours, aero) =>
      nightsOf(
        aero,
        hours.filter(({ time }) => time < now && time >= point.from * DAY + first * HOUR),
        weather,
        point.place,
      ),
    );
    episodes = judgeSource(nights, episodes, jump, now);
    const open = episodes.find(({ until }) => until === null);
    if (open) state[day] = open.isLeftOut ? 2 : 1;
  }
  return state;
}

const isWrong = (day: number) => day >= 40 && (day - 40) % (SOUND_DAYS + WRONG_DAYS) < WRONG_DAYS;

const column = (): number[] => [];

/** Hours from the start of a day as the days that a server stores. */
const daysOf = ({ from, place }: Point, day: number, hours: readonly number[]) =>
  daysOfRecords(
    hours.flatMap((temperature, ahead) =>
      Number.isNaN(temperature)
        ? []
        : [
            {
              ...place,
              issuedAt: (from + day) * DAY,
              validAt: (from + day) * DAY + ahead * HOUR,
              temperature,
              radiation: null,
            },
          ],
    ),
  );

function hourly(measures: readonly { time: number; temperature: number | null }[]): MeasuredHour[] {
  return [...Map.groupBy(measures, ({ time }) => Math.floor(time / HOUR))].map(([hour, list]) => ({
    time: hour * HOUR,
    temperature: median(list.flatMap(({ temperature }) => temperature ?? [])),
  }));
}

function plainPoints(seed: number): Point[] {
  const world = plainWorld(seed, Number(values.boxes));
  const beside = new Map(
    [...Map.groupBy(world, ({ place }) => place)].map(([place, list]) => [
      place,
      list.map(({ measures }) => hourly(measures)),
    ]),
  );
  return world.map((aero) => {
    const days = Math.floor(aero.sky.air.length / 144) - 9;
    const tellers = (service: Service): Told => {
      let known = -1;
      let list: ArrayLike<number> = [];
      return (issued, hour) => {
        if (issued !== known) {
          list = service.told(issued, issued * 24 - 24, AHEAD + 24).temperature;
          known = issued;
        }
        return list[hour - issued * 24 + 24]!;
      };
    };
    const other = PLACES[(PLACES.indexOf(aero.place) + 1) % PLACES.length]!;
    const there = skyOf(other, seed, aero.from, days + 9);
    return {
      name: `${aero.id}`,
      place: aero.place,
      from: aero.from,
      days,
      aeros: beside.get(aero.place)!,
      told: tellers(aero.service),
      elsewhere: tellers(new Service(there, `${aero.id} other`)),
    };
  });
}

/** All hours of an AERO of the simulator, window by window. */
function hoursOf(one: Case, record: CaseRecord, aero: number): MeasuredHour[] {
  const hours = new Map<number, MeasuredHour>();
  for (let now = one.from + 85 * DAY; now < one.to + 80 * DAY; now += 80 * DAY)
    for (const day of record.days(aero, Math.min(now, one.to)))
      for (const { time, temperature } of day.hours) hours.set(time, { time, temperature });
  return [...hours.values()].sort((a, b) => a.time - b.time);
}

function simulatorPoints(seed: number): Point[] {
  return ([600, 3600, 21_600] as const).flatMap((interval) => {
    const cases = casesOf(null, interval, Number(values.boxes) * 5, seed);
    return cases.map((one, i) => {
      const record = new CaseRecord(one);
      const from = Math.floor(one.from / DAY);
      const tell = (other: typeof one): Told => {
        const forecast = new PlaceForecast(
          weatherOf(other.weatherSeed).at(other.box, other.box.serial_number),
          other.id,
        );
        return (issued, hour) => forecast.at((from + issued) * DAY, (from * 24 + hour) * HOUR).temperature;
      };
      return {
        name: one.id,
        place: one.box as Point['place'],
        from,
        days: Math.floor(one.to / DAY) - from - 1,
        aeros: one.box.aeros.map((_, aero) => hoursOf(one, record, aero)),
        told: tell(one),
        elsewhere: tell(cases[(i + 1) % cases.length]!),
      };
    });
  });
}

/** Days after the first wrong one by which it is said (1) or left out (2), after the last by which it is sound. */
const tally = new Map<string, { said: number[]; out: number[]; sound: number[]; n: number; days: number }>();
const sums = { days: 0, doubted: 0, leftOut: 0, begun: 0, points: 0 };
for (const seed of values.seed.split(',').map(Number))
  for (const point of values.world === 'plain' ? plainPoints(seed) : simulatorPoints(seed)) {
    const sound = follow(point, null);
    sums.points += 1;
    sound.forEach((state, day) => {
      sums.days += 1;
      if (state > 0) sums.doubted += 1;
      if (state > 1) sums.leftOut += 1;
      if (state > 0 && !(sound[day - 1]! > 0)) sums.begun += 1;
    });
    for (const [kind, make] of Object.entries(KINDS)) {
      const state = follow(point, make(point));
      const row = tally.get(kind) ?? { said: [], out: [], sound: [], n: 0, days: 0 };
      tally.set(kind, row);
      for (let day = 40; day + WRONG_DAYS + 8 < point.days; day += SOUND_DAYS + WRONG_DAYS) {
        row.n += 1;
        const after = (from: number, is: (one: number) => boolean) => {
          let n = 0;
          while (n < 30 && from + n < point.days && !is(state[from + n]!)) n += 1;
          return n;
        };
        row.said.push(after(day, (one) => one > 0));
        row.out.push(after(day, (one) => one > 1));
        row.sound.push(after(day + WRONG_DAYS, (one) => one === 0));
      }
    }
  }
const years = sums.days / 365;
process.stdout.write(
  `sound: ${sums.points} points, ${years.toFixed(1)} years: called wrong ${sums.begun} times (${(sums.begun / years).toFixed(2)} a year), ${sums.doubted} days said, ${sums.leftOut} left out (${((100 * sums.leftOut) / sums.days).toFixed(2)} %)\n`,
);
const share = (list: number[], most: number) =>
  `${((100 * list.filter((one) => one <= most).length) / list.length).toFixed(0)} %`;
for (const [kind, { said, out, sound, n }] of tally)
  process.stdout.write(
    `${kind} | ${n} | said by 1, 2, 3, 5 days: ${[1, 2, 3, 5].map((d) => share(said, d)).join(', ')} | left out by 2, 3, 5: ${[2, 3, 5].map((d) => share(out, d)).join(', ')} | sound again by 1, 2, 3: ${[1, 2, 3].map((d) => share(sound, d)).join(', ')}\n`,
  );
