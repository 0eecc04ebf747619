/** One box measured for sixty days, for the tests of the effects of faults. */
import { DAY } from '@aerowatch/domain/durations';
import { METRIC_KEYS, type MetricKey, perMetric } from '@aerowatch/domain/metrics';
import type { BoxDescriptor } from './box/descriptor.ts';
import type { Fault, FaultName } from './faults.ts';
import { generateFleet } from './fleet/fleet.ts';
import { faultOf } from './fleet/scenario.ts';
import { historyOf } from './history.ts';
import { Weather } from './weather/weather.ts';

export { DAY } from '@aerowatch/domain/durations';

export const FROM = Date.UTC(2025, 2, 1);
export const TO = FROM + 60 * DAY;
export const SEED = 4;
export const fleet = generateFleet({ boxes: 40, seed: SEED });
/** A main line box with a long wire and the usual sign, so that signatures are easy to describe. */
export const box = fleet.find(
  ({ aeros }) => aeros[0]!.model_type === 2 && aeros[0]!.tensioner.sign === 1 && aeros.length === 2,
)!;

export type Column = { time: number[] } & Record<MetricKey, (number | null)[]>;

/** All measures of the first AERO, in the order sent, with the times of the box's clock (s). */
export function simulateMeasures(
  faults: Fault[] = [],
  of: BoxDescriptor = box,
  span: [number, number] = [FROM, TO],
  seed = SEED,
): Column {
  const all: Column = { time: [], ...perMetric(() => []) };
  for (const { message } of historyOf(of, ...span, { weather: new Weather(seed), faults })) {
    const aero = message.aeros[0]!;
    let time = aero.t0;
    for (const step of aero.dt) {
      time += step;
      all.time.push(time);
    }
    for (const metric of METRIC_KEYS) all[metric].push(...aero[metric]);
  }
  return all;
}

export function fault(name: FaultName, day: number, more: Partial<Fault> = {}): Fault {
  return {
    ...faultOf(box, { name }, FROM + day * DAY, SEED),
    ...(box.aeros.length > 1 ? { aero: 1 as const } : {}),
    ...more,
  };
}
export const boxFault = (name: FaultName, day: number, more: Partial<Fault> = {}): Fault => ({
  name,
  serial: box.serial_number,
  start: FROM + day * DAY,
  rate: 1,
  ...more,
});

export function slope(x: (number | null)[], y: (number | null)[]): number {
  const points = x.flatMap((value, i) =>
    value === null || y[i] === null ? [] : [[value, y[i] as number] as const],
  );
  const mean = (at: 0 | 1) => points.reduce((sum, point) => sum + point[at], 0) / points.length;
  const [mx, my] = [mean(0), mean(1)];
  return (
    points.reduce((sum, [a, b]) => sum + (a - mx) * (b - my), 0) /
    points.reduce((sum, [a]) => sum + (a - mx) ** 2, 0)
  );
}
/** Values of the days [a, b) after the start. */
export function days(column: Column, metric: MetricKey, a: number, b: number): number[] {
  return column[metric].filter((value, i): value is number => {
    const at = (column.time[i] as number) * 1000 - FROM;
    return value !== null && at >= a * DAY && at < b * DAY;
  });
}
export const mean = (list: number[]) => list.reduce((a, b) => a + b, 0) / list.length;
export const range = (list: number[]) => Math.max(...list) - Math.min(...list);
