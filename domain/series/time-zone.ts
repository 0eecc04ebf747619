/** Calendar days in IANA time zones, computed with Intl. Times in ms since 1970. */
const formatters = new Map<string, Intl.DateTimeFormat>();

function formatter(zone: string): Intl.DateTimeFormat {
  let found = formatters.get(zone);
  if (!found) {
    found = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
    formatters.set(zone, found);
  }
  return found;
}

/** Zone time minus UTC at `time`, in ms. */
export function zoneOffset(time: number, zone: string): number {
  const part: Record<string, number> = {};
  for (const { type, value } of formatter(zone).formatToParts(time)) part[type] = Number(value);
  const wall = Date.UTC(part.year!, part.month! - 1, part.day!, part.hour!, part.minute!, part.second!);
  return wall - Math.floor(time / 1000) * 1000;
}

/** Calendar date in the zone; month 1 to 12, weekday 0 (Sunday) to 6. */
export function zonedDate(time: number, zone: string) {
  const wall = new Date(time + zoneOffset(time, zone));
  return {
    year: wall.getUTCFullYear(),
    month: wall.getUTCMonth() + 1,
    day: wall.getUTCDate(),
    weekday: wall.getUTCDay(),
  };
}

/** First moment of a date in the zone; month and day may run over (day 0, month 13). */
export function zonedTime(year: number, month: number, day: number, zone: string): number {
  const wall = Date.UTC(year, month - 1, day);
  // The guess may be on the other side of a clock change, so the offset is computed again.
  const guess = wall - zoneOffset(wall, zone);
  const second = wall - zoneOffset(guess, zone);
  // Where midnight does not exist (clocks go from 0:00 to 1:00) the day begins at the change.
  return zoneOffset(second, zone) === zoneOffset(guess, zone) || second + zoneOffset(second, zone) === wall
    ? second
    : Math.max(guess, second);
}

/**
 * The moment (ms since 1970) at which a clock in the zone shows `wall`, itself written as if it were UTC. Of
 * an hour that occurs twice the first is taken; one that does not exist is treated as if the clock had not
 * changed.
 */
export function momentOfWall(wall: number, zone: string): number {
  const before = wall - zoneOffset(wall - 86_400_000, zone);
  if (before + zoneOffset(before, zone) === wall) return before;
  const after = wall - zoneOffset(wall + 86_400_000, zone);
  return after + zoneOffset(after, zone) === wall ? after : before;
}

/** Whether it is exactly the name of an IANA zone that Intl knows: no offset, no other case. */
export function isTimeZone(zone: string): boolean {
  if (!/^[A-Za-z]/.test(zone)) return false;
  try {
    const { timeZone } = formatter(zone).resolvedOptions();
    return timeZone === zone || timeZone.toLowerCase() !== zone.toLowerCase();
  } catch {
    return false;
  }
}
