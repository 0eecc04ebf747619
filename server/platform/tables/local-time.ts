import { DAY } from '@aerowatch/domain/durations';
import { zoneOffset } from '@aerowatch/domain/series/time-zone';
import { COLON, DOT, UPPER_Z, ZERO } from './ascii.ts';

const QUARTER = 15 * 60_000;

/**
 * Offsets of a zone. Computed once for a day whose ends have the same one, and by quarter-hours, at which
 * clocks change, for the others.
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

/** Maximum bytes written by `stamper`, including its separator. */
export const STAMP_BYTES = 64;
/** Writes two times into `out` from `at` on; returns the end. */
export type Stamp = (time: number, out: Buffer, at: number) => number;

/**
 * Writes times as ISO 8601 twice, with the offset of the zone and in UTC, `2026-03-29T03:00:00.000+02:00` and
 * `2026-03-29T01:00:00.000Z`, separated by `separator`. As bytes, reusing what is unchanged from the previous
 * time, because a million come in order.
 */
export function stamper(zone: string, separator: string): Stamp {
  const offsetAt = offsets(zone);
  const local = clockWriter();
  const utc = clockWriter();
  let knownOffset = Number.NaN;
  let suffix = Buffer.alloc(0);
  return (time, out, at) => {
    const offset = offsetAt(time);
    if (offset !== knownOffset) {
      knownOffset = offset;
      suffix = Buffer.from(`${offsetText(offset)}${separator}`);
    }
    let end = local(time + offset, out, at);
    end += suffix.copy(out, end);
    end = utc(time, out, end);
    out[end] = UPPER_Z;
    return end + 1;
  };
}

/** Writes a time, in ms since 1970, as date and time of day to the millisecond. */
function clockWriter(): Stamp {
  let known = Number.NaN;
  let date = Buffer.alloc(0);
  return (time, out, at) => {
    const day = Math.floor(time / DAY);
    if (day !== known) {
      known = day;
      date = Buffer.from(new Date(day * DAY).toISOString().slice(0, 11));
    }
    const ms = time - day * DAY;
    const second = Math.floor(ms / 1000);
    const minute = Math.floor(second / 60);
    let end = at + date.copy(out, at);
    end = digits(Math.floor(minute / 60), 2, out, end);
    out[end] = COLON;
    end = digits(minute % 60, 2, out, end + 1);
    out[end] = COLON;
    end = digits(second % 60, 2, out, end + 1);
    out[end] = DOT;
    return digits(ms - second * 1000, 3, out, end + 1);
  };
}

function digits(value: number, count: number, out: Buffer, at: number): number {
  let rest = value;
  for (let place = at + count - 1; place >= at; place -= 1) {
    out[place] = ZERO + (rest % 10);
    rest = Math.floor(rest / 10);
  }
  return at + count;
}

/** An offset in ms as ISO 8601 writes it, `+01:00`. */
export function offsetText(offset: number): string {
  const two = (n: number) => String(n).padStart(2, '0');
  const minutes = Math.abs(Math.round(offset / 60_000));
  return `${offset < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}
