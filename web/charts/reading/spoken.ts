import { spreadText } from '../curves/spread.ts';
import { momentLabel } from '../labels/time-labels.ts';
import type { ChartPanel, ChartSeries, Reading } from '../types.ts';

/** More values at a time would be too many to listen to. */
const MAX_SPOKEN = 6;

/** A value with its unit, and the extremes that its point represents; empty without a value. */
export function valueText(
  series: ChartSeries,
  at: ReturnType<Reading['values']['get']>,
  language: string,
): string {
  if (at?.value == null) return '';
  const number = new Intl.NumberFormat(language, {
    minimumFractionDigits: series.decimals,
    maximumFractionDigits: series.decimals,
  });
  return `${number.format(at.value)} ${series.unit}${spreadText(number, at)}`;
}

/** What a screen reader says about the point under the cursor: the moment, then the visible curves. */
export function spokenReading(
  reading: Reading,
  panels: readonly ChartPanel[],
  hidden: ReadonlySet<string>,
  language: string,
  timeZone: string,
): string {
  const values = panels
    .flatMap((panel) => panel.series)
    .filter((series) => !hidden.has(series.key))
    .map((series) => [series.label, valueText(series, reading.values.get(series.key), language)])
    .filter(([, value]) => value !== '')
    .slice(0, MAX_SPOKEN);
  return [momentLabel(reading.at, language, timeZone), ...values.map((parts) => parts.join(' '))].join(', ');
}
