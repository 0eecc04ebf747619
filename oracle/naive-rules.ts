import {
  CONDITION_METRICS,
  type Condition,
  type ConditionInput,
  normalizeCondition,
  periodSeconds,
} from '@aerowatch/domain/alerting/condition';
import { METRIC_KEYS, type MetricKey } from '@aerowatch/domain/metrics';
import { SAMI_LEVELS, type SamiLevel } from '@aerowatch/domain/sami';
import type { NaiveRow } from './naive-row.ts';

export interface NaiveAlert {
  readonly openedAt: number;
  readonly value: number;
  lastAt: number;
  lastValue: number;
  occurrences: number;
  clearedAt: number | null;
  archived: boolean;
}
interface State {
  readonly condition: Condition;
  firing: boolean;
  attached: boolean;
  actedAt: number | null;
  readonly alerts: NaiveAlert[];
}

const HOUR = 3_600_000;
const MUTED: SamiLevel = 'unsatisfactory';

/** The rules of one AERO as alerting.md reads: every window looked at whole, one datapoint after the other. */
export class NaiveRules {
  readonly states: State[];
  sami: SamiLevel = 'satisfactory';
  #until = Number.NEGATIVE_INFINITY;
  #due = false;

  constructor(conditions: readonly ConditionInput[]) {
    this.states = conditions.map((condition) => ({
      condition: normalizeCondition(condition),
      firing: false,
      attached: false,
      actedAt: null,
      alerts: [],
    }));
  }
  /** Something came that may have to be judged. */
  note(): void {
    this.#due = true;
  }
  archive(): void {
    for (const { alerts } of this.states) for (const alert of alerts) alert.archived = true;
  }

  judge(rows: readonly NaiveRow[], _now: number): void {
    if (!this.#due) return;
    this.#due = false;
    const until = this.#until;
    for (const row of rows) {
      const again = row.time === until ? row.late : 0;
      if (row.time > until || again !== 0) this.#at(row, rows, again);
      row.judged = true;
      row.late = 0;
      this.#until = Math.max(this.#until, row.time);
    }
  }

  #at(row: NaiveRow, rows: readonly NaiveRow[], again: number): void {
    if (this.states.length === 0) return;
    const muted = this.sami === MUTED;
    let wish: SamiLevel | null = null;
    for (const state of this.states) {
      const { reads } = CONDITION_METRICS[state.condition.metric];
      if (again !== 0 && !reads.some((metric) => again & (1 << METRIC_KEYS.indexOf(metric)))) continue;
      const acted = step(state, verdictOf(state.condition, row.time, rows), row.time, muted, again !== 0);
      if (!acted) continue;
      for (const action of state.condition.actions)
        if (
          action.type === 'sami' &&
          (wish === null || SAMI_LEVELS.indexOf(action.level) > SAMI_LEVELS.indexOf(wish))
        )
          wish = action.level;
    }
    if (wish !== null) this.sami = wish;
  }
}

/** Episodes; whether the actions run. */
function step(state: State, verdict: Verdict | null, at: number, muted: boolean, again: boolean): boolean {
  if (verdict === null) return false;
  const last = state.alerts.at(-1);
  if (!verdict.satisfied) {
    if (state.firing && state.attached && last) last.clearedAt = at;
    state.firing = false;
    state.attached = false;
    return false;
  }
  const goOn = (alert: NaiveAlert, counts: boolean): void => {
    alert.lastAt = at;
    alert.lastValue = verdict.value;
    if (counts) alert.occurrences += 1;
  };
  if (state.firing) {
    if (state.attached && last) goOn(last, !(again && last.lastAt === at));
    return false;
  }
  state.firing = true;
  state.attached = true;
  if (last !== undefined && !last.archived) {
    goOn(last, true);
    last.clearedAt = null;
    const acts = !muted && (state.actedAt === null || at - state.actedAt >= HOUR);
    if (acts) state.actedAt = at;
    return acts;
  }
  if (muted) {
    state.attached = false;
    return false;
  }
  state.actedAt = at;
  state.alerts.push({
    openedAt: at,
    value: verdict.value,
    lastAt: at,
    lastValue: verdict.value,
    occurrences: 1,
    clearedAt: null,
    archived: false,
  });
  return true;
}

interface Verdict {
  readonly satisfied: boolean;
  readonly value: number;
}
const valueIn = (row: NaiveRow, metric: MetricKey): number | null =>
  row.values[METRIC_KEYS.indexOf(metric)] ?? null;

/** The verdict of a condition at T; null when it is not judged. */
function verdictOf(condition: Condition, T: number, rows: readonly NaiveRow[]): Verdict | null {
  const period = periodSeconds(condition) * 1000;
  if (period > 0 && !rows.some((row) => row.time <= T - period)) return null;
  const within = (after: number, until: number): NaiveRow[] =>
    rows.filter((row) => (period === 0 ? row.time === T : row.time > after && row.time <= until));
  const { metric, comparator } = condition;
  if (metric === 'displacement_temperature' || metric === 'displacement_time') {
    const middle = T - period / 2;
    const newer = slopeOf(within(comparator === 'varies' ? middle : T - period, T), metric);
    const older = comparator === 'varies' ? slopeOf(within(T - period, middle), metric) : 0;
    if (newer === null || older === null) return null;
    const value = comparator === 'varies' ? Math.abs(newer - older) : newer;
    return { value, satisfied: holds(condition, value) };
  }
  const values = within(T - period, T).flatMap((row) => valueIn(row, metric as MetricKey) ?? []);
  if (values.length === 0) return null;
  if (comparator === 'varies') {
    const value = rounded(Math.max(...values) - Math.min(...values));
    return { value, satisfied: value > condition.value };
  }
  if (condition.average) {
    const value = values.reduce((sum, one) => sum + one, 0) / values.length;
    return { value, satisfied: holds(condition, rounded(value)) };
  }
  const satisfying = values.filter((value) => holds(condition, value)).length;
  return { value: values.at(-1)!, satisfied: satisfying * 100 >= condition.percent * values.length };
}

const rounded = (value: number): number => Math.round(value * 1e9) / 1e9;

function holds({ comparator, value, metric }: Condition, x: number): boolean {
  if (comparator === 'gt' || comparator === 'varies') return x > value;
  if (comparator === 'gte') return x >= value;
  if (comparator === 'lt') return x < value;
  if (comparator === 'lte') return x <= value;
  return rounded(Math.abs(x - value)) <= CONDITION_METRICS[metric].step / 2;
}

/** Least-squares slope of stroke on temperature (mm/°C) or on time (mm/h), around the means. */
function slopeOf(
  rows: readonly NaiveRow[],
  metric: 'displacement_temperature' | 'displacement_time',
): number | null {
  const points = rows.flatMap((row): [number, number][] => {
    const x = metric === 'displacement_time' ? row.time / HOUR : valueIn(row, 'temperature');
    const y = valueIn(row, 'stroke');
    return x === null || y === null ? [] : [[x, y]];
  });
  const [minPoints, minSpread] = metric === 'displacement_time' ? [3, 0] : [10, 5];
  const xs = points.map(([x]) => x);
  if (points.length < minPoints || points.length === 0) return null;
  if (minSpread > 0 && rounded(Math.max(...xs) - Math.min(...xs)) < minSpread) return null;
  const meanX = xs.reduce((a, b) => a + b, 0) / points.length;
  const meanY = points.reduce((sum, [, y]) => sum + y, 0) / points.length;
  let above = 0;
  let below = 0;
  for (const [x, y] of points) {
    above += (x - meanX) * (y - meanY);
    below += (x - meanX) ** 2;
  }
  return rounded(above / below);
}
