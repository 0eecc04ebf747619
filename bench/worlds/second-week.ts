/** AEROs of the second world as the week ahead sees them: their measures, and the weather of each issue. */
import { DAY, HOUR } from '@aerowatch/domain/durations';
import { METRIC_KEYS, type Measure } from '@aerowatch/domain/metrics';
import type { Followed } from './followed.ts';
import { makeBox, makeForecasts, makeSkies } from './second/world.ts';

const LOG_TIMES = [10 * 60_000, HOUR, 6 * HOUR] as const;
/** Hours that are told of a day: from two before it. */
const BEFORE = 2;

/** What was issued up to each day: hours that a newer issue leaves out stay, as in the store. */
function weatherOf(sky: ReturnType<typeof makeSkies>['oceanic'], id: string) {
  const first = sky.startMs / HOUR;
  const issues = makeForecasts(sky, { seed: id });
  const temperature = new Float64Array(sky.hours).fill(Number.NaN);
  const radiation = new Float64Array(sky.hours).fill(Number.NaN);
  let next = 0;
  return (day: number, hours: number) => {
    for (; next < issues.length && issues[next]!.issuedMs < sky.startMs + (day + 1) * DAY; next++) {
      const { issuedMs, airC, globalWm2 } = issues[next]!;
      const at = issuedMs / HOUR - first + 1;
      airC.forEach((air, ahead) => {
        if (at + ahead >= sky.hours || Number.isNaN(air)) return;
        temperature[at + ahead] = air;
        radiation[at + ahead] = globalWm2[ahead]!;
      });
    }
    const from = Math.max(0, day * 24 - BEFORE);
    const part = (column: Float64Array) => column.slice(from, from + hours);
    return { start: first + from, temperature: part(temperature), radiation: part(radiation) };
  };
}

/** `aeros` AEROs of each place of the second world, each with weather of its own source. */
export function secondWorld(seed: number, aeros: number): Followed[] {
  return Object.values(makeSkies(`week ${seed}`)).flatMap((sky) =>
    Array.from({ length: aeros }, (_, nth): Followed => {
      const id = `week ${seed} ${sky.climate.name} ${nth}`;
      const logMs = LOG_TIMES[nth % LOG_TIMES.length]!;
      const { card, ram, measures } = makeBox({ seed: id, sky, logMs, logging: { linkOutages: 0 } })
        .aeros[0]!;
      return {
        id,
        client: `${seed} ${sky.climate.name}`,
        place: card,
        length: card.lengthM,
        sign: ram.sign,
        stroke: card.model,
        from: sky.startMs / DAY,
        days: sky.days,
        measures: rowsOf(measures),
        told: weatherOf(sky, id),
      };
    }),
  );
}

/** Rows by the time they were measured, each once. */
function rowsOf({
  times,
  temperature,
  stroke,
  pressure,
}: ReturnType<typeof makeBox>['aeros'][0]['measures']) {
  const rows = new Map<number, Measure>();
  times.forEach((time, at) => {
    if (Number.isNaN(stroke[at]!) || Number.isNaN(temperature[at]!)) return;
    const row: Record<string, number | null> = { time };
    for (const metric of METRIC_KEYS) row[metric] = null;
    Object.assign(row, { temperature: temperature[at], stroke: stroke[at], pressure: pressure[at] });
    rows.set(time, row as unknown as Measure);
  });
  return [...rows.values()].sort((one, other) => one.time - other.time);
}
