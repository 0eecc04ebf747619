/** A curve: columns of equal length; times in ms since 1970 UTC, values in the unit shown. */
export interface ChartSeries {
  key: string;
  /** Full name, for tables and screen readers. */
  label: string;
  /** Its heading in the legend, and its name below it; alone in its group it has its full name. */
  group?: { key: string; label: string; name: string };
  unit: string;
  decimals: number;
  /** #rrggbb */
  color: string;
  /** A comparison period: the same hue, paler. */
  pale?: boolean;
  /** Dashes and spaces in px, for when colours alone no longer distinguish the curves. */
  dash?: readonly number[];
  /** Curves with the same scale share an axis. */
  scale: string;
  time: readonly number[];
  value: readonly (number | null)[];
  /** Extremes of each bucket: a band, so that no spike is hidden. */
  min?: readonly (number | null)[];
  max?: readonly (number | null)[];
  /** An expectation rather than a measure. */
  dashed?: boolean;
  /** A pause longer than this many ms is drawn as a gap. */
  gapAfter?: number;
}

export interface ChartThreshold {
  scale: string;
  value: number;
  label: string;
  color: string;
  /** Labelled at the edge if the axis does not reach it: the curve is about this limit. */
  always?: boolean;
}

/** One drawing area; several are stacked with one cursor and one time axis. */
export interface ChartPanel {
  key: string;
  title?: string;
  series: ChartSeries[];
  thresholds?: ChartThreshold[];
  /** Scales drawn upside down. */
  inverted?: readonly string[];
}

/** An event: an alert, a change of state, a note. `to` makes it a span. */
export interface ChartMark {
  key: string;
  at: number;
  to?: number | null;
  label: string;
  color: string;
  symbol: string;
  /** Shown beside its line, in the first panel. */
  text?: string;
  /** Dashes and spaces in px; solid by default. */
  dash?: readonly number[];
}

export interface ChartRange {
  from: number;
  to: number;
}

/** The reading at the cursor: ms since 1970 UTC, and the values of each curve by its key. */
export interface Reading {
  at: number;
  values: Map<string, { value: number | null; min: number | null; max: number | null }>;
}
