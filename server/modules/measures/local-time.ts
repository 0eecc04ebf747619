import { zoneOffset } from '@aerowatch/domain/series/time-zone';

const QUARTER = 15 * 60_000;
const DAY = 86_400_000;

/**
 * Offsets of a zone. Looked up once for a day whose ends have the same one, and by quarters of an hour,
 * on which clocks change, for the others.
 */
export function offsets(zone: string): (time: number) => number {
  let knownDay = Number.NaN;
  let quiet = false;
  let knownQuarter = Number.NaN;
  let offset = 0;
  return (time) => {
    const day = Math.floor(time / DAY);
    if (day !== knownDay) {
      knownDay = day;
      offset = zoneOffset(day * DAY, zone);
      quiet = zoneOffset((day + 1) * DAY, zone) === offset;
      knownQuarter = Number.NaN;
    }
    const quarter = quiet ? knownQuarter : Math.floor(time / QUARTER);
    if (!quiet && quarter !== knownQuarter) {
      knownQuarter = quarter;
      offset = zoneOffset(quarter * QUARTER, zone);
    }
    return offset;
  };
}

const two = (n: number) => (n < 10 ? `0${n}` : String(n));
/** `HH:MM` of every minute of a day, and what follows for every second of a minute. */
const MINUTES = Array.from({ length: 1440 }, (_, n) => `${two(Math.floor(n / 60))}:${two(n % 60)}`);
const SECONDS = Array.from({ length: 60 }, (_, n) => `:${two(n)}.`);

/**
 * Writes times as ISO 8601 twice, with the offset of the zone and in UTC, `2026-03-29T03:00:00.000+02:00`
 * and `2026-03-29T01:00:00.000Z`, parted by `separator`. What stays the same from one time to the next is
 * kept: a million of them come in order.
 */
export function stamper(zone: string, separator: string): (time: number) => string {
  const offsetAt = offsets(zone);
  const local = dateWriter();
  const utc = dateWriter();
  let knownOffset = Number.NaN;
  let suffix = '';
  return (time) => {
    const offset = offsetAt(time);
    if (offset !== knownOffset) {
      knownOffset = offset;
      suffix = `${suffixOf(offset)}${separator}`;
    }
    const minute = Math.floor(time / 60_000);
    const rest = time - minute * 60_000;
    const second = Math.floor(rest / 1000);
    const ms = rest - second * 1000;
    const end = `${SECONDS[second]}${ms === 0 ? '000' : String(ms).padStart(3, '0')}`;
    // Offsets are whole minutes since long before the first box.
    return `${local(minute + offset / 60_000)}${end}${suffix}${utc(minute)}${end}Z`;
  };
}

/** Writes a minute since 1970 as date and clock. */
function dateWriter(): (minute: number) => string {
  let known = Number.NaN;
  let date = '';
  return (minute) => {
    const day = Math.floor(minute / 1440);
    if (day !== known) {
      known = day;
      date = new Date(day * DAY).toISOString().slice(0, 11);
    }
    return date + MINUTES[minute - day * 1440];
  };
}

function suffixOf(offset: number): string {
  const minutes = Math.abs(Math.round(offset / 60_000));
  return `${offset < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}
