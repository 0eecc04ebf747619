import { zoneOffset } from '@aerowatch/domain/series/time-zone';

const QUARTER = 15 * 60_000;

/** Offsets of a zone, looked up once per quarter of an hour: clocks change on those only. */
export function offsets(zone: string): (time: number) => number {
  let known = Number.NaN;
  let offset = 0;
  return (time) => {
    const quarter = Math.floor(time / QUARTER);
    if (quarter !== known) {
      known = quarter;
      offset = zoneOffset(quarter * QUARTER, zone);
    }
    return offset;
  };
}

/** ISO 8601 with the offset: `2026-03-29T03:00:00.000+02:00`. */
export function isoWithOffset(time: number, offset: number): string {
  const minutes = Math.abs(Math.round(offset / 60_000));
  const sign = offset < 0 ? '-' : '+';
  const two = (n: number) => String(n).padStart(2, '0');
  return `${new Date(time + offset).toISOString().slice(0, 23)}${sign}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}
