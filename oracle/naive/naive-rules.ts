import {
  CONDITION_METRICS,
  type Condition,
  type ConditionInput,
  normalizeCondition,
  periodSeconds,
} from '@aerowatch/domain/alerting/condition';
import { DAY, HOUR } from '@aerowatch/domain/durations';
import { METRIC_KEYS } from '@aerowatch/domain/metrics';
import { SAMI_LEVELS, type SamiLevel } from '@aerowatch/domain/sami';
import type { NaiveRow } from './naive-row.ts';
import { verdictOf } from './naive-verdict.ts';

export interface NaiveAlert {
  readonly openedAt: number;
  readonly value: number;
  lastAt: number;
  lastValue: number;
  occurrences: number;
  clearedAt: number | null;
  archived: boolean;
  flapping: boolean;
  /** The values that the joined conditions compared, in their order. */
  readonly also: readonly number[];
}
/** State of one condition, or of joined conditions, which share one alert. */
interface State {
  readonly members: Member[];
  firing: boolean;
  attached: boolean;
  actedAt: number | null;
  untrueSince: number | null;
  /** Times at which it fired and cleared, since it last rested. */
  changes: number[];
  flapping: boolean;
  readonly alerts: NaiveAlert[];
}
interface Member {
  readonly condition: Condition;
  /**
   * For a joined condition: whether it holds alone, since when it is false, and the value it last compared.
   */
  holds: boolean;
  untrueSince: number | null;
  value: number;
}

/** More changes than this within a day are flapping. */
const CALM = 6;
const MUTED: SamiLevel = 'unsatisfactory';

/**
 * The rules of one AERO as docs/alerting.md describes them: every window is evaluated in full, one datapoint
 * after the other.
 */
export class NaiveRules {
  readonly states: State[];
  sami: SamiLevel = 'satisfactory';
  #until = Number.NEGATIVE_INFINITY;
  #due = false;

  constructor(conditions: readonly ConditionInput[], joined: boolean) {
    const members = conditions.map(
      (condition): Member => ({
        condition: normalizeCondition(condition),
        holds: false,
        untrueSince: null,
        value: 0,
      }),
    );
    const groups = joined && members.length > 1 ? [members] : members.map((one) => [one]);
    this.states = groups.map((group) => ({
      members: group,
      firing: false,
      attached: false,
      actedAt: null,
      untrueSince: null,
      changes: [],
      flapping: false,
      alerts: [],
    }));
  }
  /** A measure arrived that may have to be judged. */
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
    const muted = this.sami === MUTED;
    let wish: SamiLevel | null = null;
    for (const state of this.states) {
      const judged = state.members.filter(({ condition }) => again === 0 || readsAny(condition, again));
      if (judged.length === 0) continue;
      const said = sayOf(state, judged, row.time, rows);
      if (said === null) continue;
      if (!step(state, said, row.time, muted, again !== 0)) continue;
      wish = worstWish(state, wish);
    }
    if (wish !== null) this.sami = wish;
  }
}

const rank = (level: SamiLevel): number => SAMI_LEVELS.indexOf(level);
/** The worst SAMI that the actions of conditions ask for, or the one before. */
function worstWish({ members }: State, before: SamiLevel | null): SamiLevel | null {
  const wishes = members.flatMap(({ condition }) =>
    condition.actions.flatMap((action) => (action.type === 'sami' ? [action.level] : [])),
  );
  return wishes.reduce<SamiLevel | null>(
    (worst, level) => (worst === null || rank(level) > rank(worst) ? level : worst),
    before,
  );
}
const readsAny = ({ metric }: Condition, filled: number): boolean =>
  CONDITION_METRICS[metric].reads.some((read) => (filled & (1 << METRIC_KEYS.indexOf(read))) !== 0);
const holdOf = ({ hold_clear: hold }: Condition): number =>
  hold === null ? 0 : periodSeconds({ period: hold }) * 1000;

interface Said {
  readonly value: number;
  readonly satisfied: boolean;
  readonly keeps: boolean;
  /** How long the condition must stay false before it clears. */
  readonly hold: number;
}

/** The result of one condition at T, or of joined ones by the last result of each; null: not judged. */
function sayOf(
  { members }: State,
  judged: readonly Member[],
  at: number,
  rows: readonly NaiveRow[],
): Said | null {
  const [lead] = members as [Member];
  if (members.length === 1) {
    const verdict = verdictOf(lead.condition, at, rows);
    return verdict === null ? null : { ...verdict, hold: holdOf(lead.condition) };
  }
  for (const member of judged) {
    const verdict = verdictOf(member.condition, at, rows);
    if (verdict !== null) follow(member, verdict, at);
  }
  return { value: lead.value, satisfied: members.every(({ holds }) => holds), keeps: false, hold: 0 };
}

/** Updates one of several joined conditions with its verdict. */
function follow(member: Member, verdict: NonNullable<ReturnType<typeof verdictOf>>, at: number): void {
  member.value = verdict.value;
  if (verdict.satisfied || (member.holds && verdict.keeps)) {
    member.holds = true;
    member.untrueSince = null;
    return;
  }
  if (member.holds) member.untrueSince ??= at;
  if (member.holds && at - member.untrueSince! < holdOf(member.condition)) return;
  member.holds = false;
  member.untrueSince = null;
}

/** Updates the episode; returns whether the actions run. */
function step(state: State, said: Said, at: number, muted: boolean, again: boolean): boolean {
  const last = state.alerts.at(-1);
  if (state.flapping && at - (state.changes.at(-1) ?? at) >= DAY) {
    state.flapping = false;
    state.changes = [];
    if (last !== undefined) last.flapping = false;
  }
  if (!state.firing) return said.satisfied && fires(state, said, at, muted);
  if (said.satisfied || said.keeps) {
    state.untrueSince = null;
    if (said.satisfied && state.attached && last) goOn(last, at, said.value, !(again && last.lastAt === at));
    return false;
  }
  state.untrueSince ??= at;
  if (at - state.untrueSince >= said.hold) clears(state, at, muted);
  return false;
}

function clears(state: State, at: number, muted: boolean): void {
  const last = state.alerts.at(-1);
  const { attached } = state;
  state.firing = false;
  state.attached = false;
  state.untrueSince = null;
  if (!attached || last === undefined) return;
  last.clearedAt = at;
  noteChange(state, at, muted);
  if (state.flapping) last.flapping = true;
}

function goOn(alert: NaiveAlert, at: number, value: number, counts: boolean): void {
  alert.lastAt = at;
  alert.lastValue = value;
  if (counts) alert.occurrences += 1;
}

/** A cleared condition fires; returns whether the actions run. */
function fires(state: State, { value }: Said, at: number, muted: boolean): boolean {
  const last = state.alerts.at(-1);
  const goesOn = last !== undefined && !last.archived;
  state.firing = true;
  // The episode has no alert until its condition has cleared once.
  state.attached = !muted || goesOn;
  if (!state.attached) return false;
  noteChange(state, at, muted);
  if (goesOn) {
    goOn(last, at, value, true);
    last.clearedAt = null;
    last.flapping ||= state.flapping;
  } else
    state.alerts.push({
      openedAt: at,
      value,
      lastAt: at,
      lastValue: value,
      occurrences: 1,
      clearedAt: null,
      archived: false,
      flapping: state.flapping,
      also: state.members.slice(1).map((member) => member.value),
    });
  if (state.flapping) return false;
  const acts = !goesOn || (!muted && (state.actedAt === null || at - state.actedAt >= HOUR));
  if (acts) state.actedAt = at;
  return acts;
}

/** Counts a change of state; one change too many is flapping, which is reported once. */
function noteChange(state: State, at: number, muted: boolean): void {
  state.changes.push(at);
  if (state.flapping || state.changes.filter((time) => time > at - DAY).length <= CALM) return;
  state.flapping = true;
  if (!muted) state.actedAt = at;
}
