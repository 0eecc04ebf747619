import { spreadText } from './spread.ts';
import { momentLabel } from './time-labels.ts';
import type { ChartPanel } from './types.ts';

/** What the cursor stands on. */
export interface Reading {
  at: number;
  values: Map<string, { value: number | null; min: number | null; max: number | null }>;
}

interface Props {
  panels: readonly ChartPanel[];
  reading: Reading | null;
  hidden: ReadonlySet<string>;
  onToggle: (key: string) => void;
  language: string;
  timeZone: string;
}

/** Names of the curves with the values under the cursor; a click hides a curve. */
export function Legend({ panels, reading, hidden, onToggle, language, timeZone }: Props) {
  return (
    <div className="chart-legend">
      {panels
        .flatMap((panel) => panel.series)
        .map((series) => {
          const number = new Intl.NumberFormat(language, {
            minimumFractionDigits: series.decimals,
            maximumFractionDigits: series.decimals,
          });
          const at = reading?.values.get(series.key);
          return (
            <button
              key={series.key}
              type="button"
              className="chart-legend-item"
              aria-pressed={!hidden.has(series.key)}
              onClick={() => onToggle(series.key)}
            >
              <span
                className={series.dashed ? 'chart-key chart-key-dashed' : 'chart-key'}
                style={{ '--key': series.color } as React.CSSProperties}
              />
              <span>{series.label}</span>
              <span className="chart-legend-value">
                {at?.value == null
                  ? ''
                  : `${number.format(at.value)} ${series.unit}${spreadText(number, at)}`}
              </span>
            </button>
          );
        })}
      <span className="chart-moment" aria-live="polite">
        {reading ? momentLabel(reading.at, language, timeZone) : ''}
      </span>
    </div>
  );
}
