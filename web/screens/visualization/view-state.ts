import { METRIC_KEYS, METRICS, type MetricKey } from '@aerowatch/domain/metrics';
import {
  FREQUENCY_UNITS,
  type FrequencyUnit,
  frequencySeconds,
  type Interval,
  TIME_RANGES,
  type TimeRange,
  timeRange,
} from '@aerowatch/domain/series/time-ranges';
import { CURVE_MODES, type CurveMode } from '../../entities/curves/types.ts';

export const REFRESHES = ['off', '10', '60', '300', 'live'] as const;
export type Refresh = (typeof REFRESHES)[number];
export const COMPARISONS = ['none', 'week', 'month', 'year'] as const;
export type Comparison = (typeof COMPARISONS)[number];
export const VIEWS = ['chart', 'table', 'scatter'] as const;
export type View = (typeof VIEWS)[number];

/** Everything the screen shows; all of it is in the URL. */
export interface ViewState {
  aeros: number[];
  metrics: MetricKey[];
  mode: CurveMode;
  range: TimeRange;
  /** Days of custom dates, YYYY-MM-DD, both included. */
  from: string;
  to: string;
  /** Zoomed in, ms since 1970. */
  zoom: Interval | null;
  frequency: 'auto' | 'raw' | { value: number; unit: FrequencyUnit };
  /** browser, user, or an IANA name. */
  zone: string;
  refresh: Refresh;
  view: View;
  compare: Comparison;
  expected: boolean;
  marks: boolean;
}

const DAYS = 86_400_000;
/** Distance to a comparison period: whole weeks, so that weekdays match. */
export const COMPARISON_SHIFT: Record<Exclude<Comparison, 'none'>, number> = {
  week: 7 * DAYS,
  month: 28 * DAYS,
  year: 364 * DAYS,
};

function oneOf<T extends string>(words: readonly T[], value: string | null, fallback: T): T {
  return words.includes(value as T) ? (value as T) : fallback;
}

/**
 * Metrics with the same unit share a panel; with several units each has its own, because their axes could not
 * be distinguished.
 */
export function defaultMode(metrics: readonly MetricKey[]): CurveMode {
  return new Set(metrics.map((metric) => METRICS[metric].quantity)).size > 1 ? 'split' : 'combined';
}

/** Reads the URL; missing or invalid values become defaults. */
export function readView(search: URLSearchParams): ViewState {
  const named = (search.get('metrics') ?? '')
    .split(',')
    .filter((key): key is MetricKey => METRIC_KEYS.includes(key as MetricKey));
  const metrics: MetricKey[] = named.length > 0 ? named : ['stroke', 'temperature'];
  const zoom = (search.get('zoom') ?? '').split('-').map(Number);
  const every = /^(\d+)(seconds|minutes|hours|days)$/.exec(search.get('every') ?? '');
  return {
    aeros: [
      ...new Set(
        (search.get('aeros') ?? '')
          .split(',')
          .map(Number)
          .filter((id) => Number.isInteger(id) && id > 0),
      ),
    ],
    metrics,
    mode: oneOf(CURVE_MODES, search.get('mode'), defaultMode(metrics)),
    range: oneOf(TIME_RANGES, search.get('range'), 'last_7_days'),
    from: search.get('from') ?? '',
    to: search.get('to') ?? '',
    zoom:
      zoom.length === 2 && zoom.every((value) => Number.isFinite(value)) && zoom[0]! < zoom[1]!
        ? { from: zoom[0]!, to: zoom[1]! }
        : null,
    frequency: every
      ? { value: Math.max(1, Number(every[1])), unit: every[2] as FrequencyUnit }
      : search.get('every') === 'raw'
        ? 'raw'
        : 'auto',
    zone: search.get('zone') ?? 'user',
    refresh: oneOf(REFRESHES, search.get('refresh'), 'live'),
    view: oneOf(VIEWS, search.get('view'), 'chart'),
    compare: oneOf(COMPARISONS, search.get('compare'), 'none'),
    expected: search.get('expected') !== '0',
    marks: search.get('marks') !== '0',
  };
}

/** Writes the URL; defaults are omitted, so that links stay short. */
export function writeView(state: ViewState): URLSearchParams {
  const search = new URLSearchParams();
  const set = (name: string, value: string, fallback: string) => {
    if (value !== fallback) search.set(name, value);
  };
  set('aeros', state.aeros.join(','), '');
  set('metrics', state.metrics.join(','), 'stroke,temperature');
  set('mode', state.mode, defaultMode(state.metrics));
  set('range', state.range, 'last_7_days');
  if (state.range === 'custom') {
    set('from', state.from, '');
    set('to', state.to, '');
  }
  set('zoom', state.zoom ? `${Math.round(state.zoom.from)}-${Math.round(state.zoom.to)}` : '', '');
  set(
    'every',
    typeof state.frequency === 'string' ? state.frequency : `${state.frequency.value}${state.frequency.unit}`,
    'auto',
  );
  set('zone', state.zone, 'user');
  set('refresh', state.refresh, 'live');
  set('view', state.view, 'chart');
  set('compare', state.compare, 'none');
  set('expected', state.expected ? '1' : '0', '1');
  set('marks', state.marks ? '1' : '0', '1');
  return search;
}

/** A view with changes. The drawing mode follows the metrics until it is chosen by hand. */
export function changedView(view: ViewState, changes: Partial<ViewState>): ViewState {
  const next = { ...view, ...changes };
  if (changes.mode === undefined && view.mode === defaultMode(view.metrics))
    next.mode = defaultMode(next.metrics);
  return next;
}

/** The interval of a state at `now` in an IANA zone. */
export function intervalOf(state: ViewState, now: number, zone: string): Interval {
  return state.zoom ?? timeRange(state.range, now, zone, { from: state.from, to: state.to });
}

/** Whether its dates are reversed, so that there is nothing to show. */
export function isBackwards({ range, from, to }: ViewState): boolean {
  return range === 'custom' && from !== '' && to !== '' && from > to;
}

/** The API's resolution parameter: seconds, raw, or null for as many points as the screen can show. */
export function everyOf(state: ViewState): number | 'raw' | null {
  if (state.frequency === 'auto') return null;
  return state.frequency === 'raw' ? 'raw' : frequencySeconds(state.frequency.value, state.frequency.unit);
}
export const FREQUENCY_UNIT_KEYS = Object.keys(FREQUENCY_UNITS) as FrequencyUnit[];
