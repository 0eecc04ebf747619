import { momentOfWall } from '@aerowatch/domain/series/time-zone';

const ISO =
  /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?)?\s*(Z|[+-]\d\d:?\d\d)?$/i;
const DAY_FIRST = /^(\d\d)[/.](\d\d)[/.](\d{4})[ T](\d\d):(\d\d)(?::(\d\d))?$/;

/**
 * A time of a file in ms since 1970: ISO 8601, `DD/MM/YYYY HH:mm`, or a number of seconds or ms. Without an
 * offset it is local time in the zone. Null for any other text.
 */
export function readTime(text: string, zone: string): number | null {
  if (/^\d{9,10}(\.\d+)?$/.test(text)) return Math.round(Number(text) * 1000);
  if (/^\d{12,13}$/.test(text)) return Number(text);
  const iso = ISO.exec(text);
  if (iso !== null) {
    const [, year, month, day, hour, minute, second, fraction, offset] = iso;
    const wall = wallClock(year, month, day, hour, minute, second);
    if (wall === null) return null;
    const ms = wall + Math.round(Number(`0.${fraction ?? '0'}`) * 1000);
    return offset === undefined ? momentOfWall(ms, zone) : ms - offsetMs(offset);
  }
  const [, day, month, year, hour, minute, second] = DAY_FIRST.exec(text) ?? [];
  const wall = day === undefined ? null : wallClock(year, month, day, hour, minute, second);
  return wall === null ? null : momentOfWall(wall, zone);
}

function wallClock(...parts: (string | undefined)[]): number | null {
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = parts.map((part) =>
    Number(part ?? 0),
  );
  const ms = Date.UTC(year, month - 1, day, hour, minute, second);
  const date = new Date(ms);
  // 30 February and 25 o'clock overflow: there is no such time.
  const same = date.getUTCMonth() === month - 1 && date.getUTCDate() === day && date.getUTCHours() === hour;
  return same && minute < 60 && second < 60 ? ms : null;
}

function offsetMs(offset: string): number {
  if (offset.toUpperCase() === 'Z') return 0;
  const minutes = Number(offset.slice(1, 3)) * 60 + Number(offset.slice(-2));
  return (offset.startsWith('-') ? -1 : 1) * minutes * 60_000;
}
