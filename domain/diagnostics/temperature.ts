import { clearSky, cosZenith } from '../physics/solar.ts';
import { median, quantile } from '../physics/statistics.ts';
import type { DiagnosticContext } from './context.ts';
import type { Day } from './days.ts';
import type { Edge } from './edge.ts';
import { type Finding, found, graded, notEvaluable } from './finding.ts';
import { grown, WHOLE_LOOP } from './loop.ts';
import { DAY, type FullPoint, HOUR } from './points.ts';

/** Days put together now, fewest of them, and fewest before. */
const RECENT_DAYS = 14;
const LEAST = 6;
/** Growth of the share of night hours the ram stands still that is friction's. */
const STILLER = 0.1;
/** h from noon looked at. */
const NOON_HOURS = 2;
/** Sun at least this high (cosine of the zenith angle). */
const HIGH = 0.2;
/** °C at 1,000 W/m². */
const LIMITS = [4, 7] as const;

interface Noon {
  /**
   * °C the device reads above what the stroke speaks of, for each 1,000 W/m²: against the nights'
   * edge, which friction that grows takes along; and against its own night, which a wire that slipped, a leak
   * or a drift shift alike.
   */
  readonly byEdge: number;
  readonly byNight: number;
  /** 1,000 W/m² over the light there was. */
  readonly low: number;
}

/** The panel's voltage of an hour as at 25 °C; it falls by 4 % of itself when the light falls to 1/e (domain.md 6.4). */
const PER_E = 0.04;
const coolVolts = (hour: FullPoint) =>
  hour.solar_voltage === null ? 0 : hour.solar_voltage / (1 - 0.003 * (hour.temperature - 25));
/** Share of the brightest light that an hour must have: under clouds the sun adds nothing to see. */
const BRIGHT = 0.35;

interface Brightest {
  /** Panel voltage, V, and the light in 1,000 W/m² it stands for. */
  readonly volts: number;
  readonly light: number;
}

interface NoonHour {
  readonly hour: FullPoint;
  readonly cosz: number;
}

/** Hours around noon with the sun high enough, and the latitude that is for; a day is asked for them daily. */
const known = new WeakMap<Day, { latitude: number; list: NoonHour[] }>();
function noonHours(day: Day, latitude: number): NoonHour[] {
  const kept = known.get(day);
  if (kept?.latitude === latitude) return kept.list;
  const list = noonHoursOf(day, latitude);
  known.set(day, { latitude, list });
  return list;
}

function noonHoursOf({ start, hours, light }: Day, latitude: number): NoonHour[] {
  if (!light) return [];
  const number = Math.floor((start - Date.UTC(new Date(start).getUTCFullYear(), 0, 1)) / DAY) + 1;
  return hours.flatMap((hour) => {
    const off = (hour.time - light.noon) / HOUR;
    if (Math.abs(off) > NOON_HOURS) return [];
    const cosz = cosZenith(latitude, number, 12 + off);
    return cosz < HIGH ? [] : [{ hour, cosz }];
  });
}

function brightestOf(days: readonly Day[], latitude: number): Brightest {
  const all = days.flatMap((day) => noonHours(day, latitude));
  return {
    volts: quantile(
      all.map(({ hour }) => coolVolts(hour)),
      0.98,
    ),
    light: clearSky(Math.max(...all.map(({ cosz }) => cosz), HIGH)) / 1000,
  };
}

function noonOf(day: Day, edge: Edge, latitude: number, { volts, light }: Brightest): Noon[] {
  const { coldest } = day;
  if (!coldest) return [];
  const all = noonHours(day, latitude).flatMap(({ hour }) => {
    const bright = Math.exp((coolVolts(hour) / volts - 1) / PER_E);
    if (bright < BRIGHT) return [];
    const low = 1 / (bright * light);
    const warmed = hour.temperature - coldest.temperature;
    return [
      {
        byEdge: ((edge.a + edge.b * hour.temperature - hour.stroke) / edge.b) * low,
        byNight: (warmed - (hour.stroke - coldest.stroke) / edge.b) * low,
        low,
      },
    ];
  });
  if (all.length === 0) return [];
  const middle = (of: keyof Noon) => median(all.map((one) => one[of]));
  return [{ byEdge: middle('byEdge'), byNight: middle('byNight'), low: middle('low') }];
}

/**
 * Change, over the last two weeks against before, of what the sun adds to the temperature sensor beyond the
 * wire, °C at 1,000 W/m²: a lost sun shield, a sensor that came off. One that was so from the first day on
 * looks like a wire that the sun heats little, and is not found.
 */
export function temperatureBias(context: DiagnosticContext, held: Finding): Finding {
  const { edge, days, now, input, loop, loopBefore } = context;
  if (edge === null || Math.abs(edge.b) < 0.1)
    return notEvaluable('temperature_bias', 'K', edge === null ? 'too_few_days' : 'does_not_move');
  // A ram that stands still more often lags by day as if the sun were on the sensor.
  const stiller = (loop?.still ?? 0) - (loopBefore?.still ?? 1) > STILLER;
  if (stiller || grown(loop, loopBefore) || held.verdict === 'bad' || held.verdict === 'watch')
    return notEvaluable('temperature_bias', 'K', 'does_not_move');
  const latitude = input.latitude ?? 47;
  const brightest = brightestOf(days, latitude);
  const noonsOf = (of: readonly Day[]) => of.flatMap((day) => noonOf(day, edge, latitude, brightest));
  const recent = noonsOf(days.filter((day) => day.start > now - RECENT_DAYS * DAY));
  const past = noonsOf(days.filter((day) => day.start <= now - RECENT_DAYS * DAY));
  if (recent.length + past.length === 0) return notEvaluable('temperature_bias', 'K', 'no_light');
  if (recent.length < LEAST || past.length < LEAST)
    return notEvaluable('temperature_bias', 'K', 'too_few_days');
  const middle = (noons: readonly Noon[], of: keyof Noon) => median(noons.map((noon) => noon[of]));
  const changes = (['byEdge', 'byNight'] as const).map((of) => middle(recent, of) - middle(past, of));
  const of = changes[0]! < changes[1]! ? 'byEdge' : 'byNight';
  const change = Math.min(...changes);
  // The ram's lag behind the edge weighs more, in these units, under a lower sun: that much is no change.
  const lag = (WHOLE_LOOP * ((loopBefore ?? loop)?.depth ?? 0)) / Math.abs(edge.b);
  const spared = lag * Math.max(0, middle(recent, 'low') - middle(past, 'low'));
  return found('temperature_bias', change, 'K', graded(change - spared, ...LIMITS), {
    now: middle(recent, of),
    before: middle(past, of),
    days: recent.length,
  });
}
