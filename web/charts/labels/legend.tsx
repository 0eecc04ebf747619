import { valueText } from '../reading/spoken.ts';
import type { ChartPanel, ChartSeries, Reading } from '../types.ts';
import { momentLabel } from './time-labels.ts';

interface Props {
  panels: readonly ChartPanel[];
  reading: Reading | null;
  hidden: ReadonlySet<string>;
  onToggle: (keys: readonly string[]) => void;
  language: string;
  timeZone: string;
}

/** A legend with more groups is put below the curves, so that these stay visible. */
const MAX_ABOVE = 2;

/** Names of the curves with the values under the cursor, grouped by AERO; a click hides a curve. */
export function Legend({ panels, reading, hidden, onToggle, language, timeZone }: Props) {
  const all = panels.flatMap((panel) => panel.series);
  const groups = Map.groupBy(all, (series) => series.group?.key ?? '');
  // An AERO with a comparison period is grouped too.
  const grouped = groups.size > 1 || all.some(({ pale }) => pale);
  const item = (series: ChartSeries) => (
    <Item
      key={series.key}
      series={series}
      name={grouped && series.group ? series.group.name : series.label}
      value={valueText(series, reading?.values.get(series.key), language)}
      shown={!hidden.has(series.key)}
      onToggle={() => onToggle([series.key])}
    />
  );
  return (
    <div className="chart-legend" data-below={groups.size > MAX_ABOVE || undefined}>
      {[...groups].map(([key, members]) =>
        grouped ? (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset has a frame and a legend of its own look
          <span key={key} className="chart-legend-group" role="group" aria-label={members[0]!.group?.label}>
            <button
              type="button"
              className="chart-legend-item chart-legend-heading"
              aria-pressed={members.some((series) => !hidden.has(series.key))}
              onClick={() => onToggle(members.map((series) => series.key))}
            >
              {members[0]!.group?.label}
            </button>
            {members.map(item)}
          </span>
        ) : (
          members.map(item)
        ),
      )}
      <span className="chart-moment">{reading ? momentLabel(reading.at, language, timeZone) : ''}</span>
    </div>
  );
}

interface ItemProps {
  series: ChartSeries;
  name: string;
  value: string;
  shown: boolean;
  onToggle: () => void;
}

function Item({ series, name, value, shown, onToggle }: ItemProps) {
  return (
    <button type="button" className="chart-legend-item" aria-pressed={shown} onClick={onToggle}>
      <CurveKey series={series} />
      <span>{name}</span>
      <span className="chart-legend-value">{value}</span>
    </button>
  );
}

/** A short sample of the line as drawn. */
function CurveKey({ series }: { series: ChartSeries }) {
  return (
    <svg className="chart-key-line" width="18" height="4" aria-hidden="true">
      <line
        x1="0"
        x2="18"
        y1="2"
        y2="2"
        stroke={series.color}
        strokeWidth={series.dashed ? 2 : 3}
        strokeDasharray={(series.dashed ? [4, 2] : series.dash)?.join(' ')}
        strokeOpacity={series.pale ? 0.5 : 1}
      />
    </svg>
  );
}
