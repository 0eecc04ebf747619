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

const DAY = 86_400_000;
const two = (n: number) => (n < 10 ? `0${n}` : String(n));

/**
 * Writes times as ISO 8601 with the offset, `2026-03-29T03:00:00.000+02:00`, and `Z` for UTC. Day and
 * offset are kept from one time to the next: a million of them come in order.
 */
export function clockOf(zone: string): (time: number) => string {
  const offsetAt = zone === 'UTC' ? () => 0 : offsets(zone);
  let knownDay = Number.NaN;
  let date = '';
  let knownOffset = Number.NaN;
  let suffix = '';
  return (time) => {
    const offset = offsetAt(time);
    if (offset !== knownOffset) {
      knownOffset = offset;
      suffix = zone === 'UTC' ? 'Z' : suffixOf(offset);
    }
    const wall = time + offset;
    const day = Math.floor(wall / DAY);
    if (day !== knownDay) {
      knownDay = day;
      date = new Date(day * DAY).toISOString().slice(0, 11);
    }
    const rest = wall - day * DAY;
    const seconds = Math.floor(rest / 1000);
    const ms = rest - seconds * 1000;
    const clock = `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
    return `${date}${clock}.${ms === 0 ? '000' : String(ms).padStart(3, '0')}${suffix}`;
  };
}

function suffixOf(offset: number): string {
  const minutes = Math.abs(Math.round(offset / 60_000));
  return `${offset < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}
