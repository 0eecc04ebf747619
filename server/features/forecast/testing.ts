import { DAY, HOUR } from '@aerowatch/domain/durations';
import type { Sent } from '../measures/testing.ts';

/** Days of measures. */
export const DAYS = 30;
export const TODAY = Math.floor(Date.now() / DAY) * DAY;
/** Stroke in mm of 700 m of wire at a temperature, 500 at 12 °C. */
export const strokeIn = (temperature: number): number =>
  Math.round(500 + 0.96 * 17e-6 * 700 * 1000 * (temperature - 12));

/** Air temperature of any hour, past or future; a heat wave comes in three days. */
export const airAt = (time: number) => {
  const ahead = (time - TODAY) / DAY;
  return (
    12 +
    8 * Math.sin(((time / HOUR - 9) / 24) * 2 * Math.PI) +
    3 * Math.sin(time / DAY / 2) +
    (ahead > 3 ? 14 : 0)
  );
};
/** Measures of a sound AERO in this air, every half hour of the last days until now. */
export function soundMeasures(): Sent[] {
  return Array.from({ length: Math.floor((Date.now() - TODAY + DAYS * DAY) / (HOUR / 2)) }, (_, i) => {
    const at = TODAY - DAYS * DAY + (i * HOUR) / 2;
    const temperature = airAt(at);
    return {
      at: at / 1000,
      temperature: Math.round(temperature * 10) / 10,
      pressure: 100,
      stroke: strokeIn(temperature),
      battery_voltage: 3.9,
      solar_voltage: 0,
      charge_current: 0,
    };
  });
}
export const HEAD = 'latitude,longitude,issued_at,valid_at,temperature,radiation';
/** A weather file of this air, shifted by `off` °C, every hour between two times. */
export function csv(issued: number, from: number, to: number, place = '47.1,2.1', off = 0): string {
  const lines = [HEAD];
  for (let time = from; time < to; time += HOUR)
    lines.push(
      `${place},${new Date(issued).toISOString()},${new Date(time).toISOString()},${(airAt(time) + off).toFixed(2)},`,
    );
  return `${lines.join('\n')}\n`;
}
