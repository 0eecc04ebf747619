const MINUTE = 60;
const DAY = 86_400;

/** Labels of a time axis in a language and a time zone; `step` is the distance between two ticks in seconds. */
export function tickLabels(
  splits: readonly number[],
  step: number,
  language: string,
  timeZone: string,
): string[] {
  const make = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(language, { ...options, timeZone, hourCycle: 'h23' });
  const year = make({ year: 'numeric' });
  const date = make({ day: 'numeric', month: 'short' });
  const month = make({ month: 'short' });
  const clock = make(
    step < MINUTE
      ? { hour: '2-digit', minute: '2-digit', second: '2-digit' }
      : { hour: '2-digit', minute: '2-digit' },
  );
  let before = '';
  return splits.map((seconds) => {
    const at = new Date(seconds * 1000);
    const main = step >= 28 * DAY ? month.format(at) : step >= DAY ? date.format(at) : clock.format(at);
    const context = step >= DAY ? year.format(at) : date.format(at);
    const label = context === before ? main : `${main}\n${context}`;
    before = context;
    return label;
  });
}

/** Width of a character of an axis, px; rather too wide than cut off. */
const LETTER = 6.6;

/**
 * The labels, without those that the right edge would cut off; `middles` and `width` of the whole chart in
 * px.
 */
export function uncutLabels(labels: readonly string[], middles: readonly number[], width: number): string[] {
  return labels.map((label, index) => {
    const letters = Math.max(...label.split('\n').map((line) => line.length));
    return middles[index]! + (letters * LETTER) / 2 > width ? '' : label;
  });
}

/** Full date and time, as in a tooltip or a table row: with the zone's offset where it is ambiguous. */
export function momentLabel(ms: number, language: string, timeZone: string, withSeconds = false): string {
  return new Intl.DateTimeFormat(language, {
    timeZone,
    weekday: 'short',
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    ...(withSeconds ? { second: '2-digit' } : {}),
    hourCycle: 'h23',
    timeZoneName: 'short',
  }).format(ms);
}
