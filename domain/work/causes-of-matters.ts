/**
 * Derives from the facts about a box what needs a person: one cause for each AERO and fault, or for the box.
 */
import { CONDITION_METRICS, type ConditionMetricKey } from '../alerting/condition.ts';
import type { Severity } from '../alerting/severity.ts';
import { severityRank } from '../alerting/severity.ts';
import { type Finding, faultOf, NO_DETAILS } from '../faults/finding.ts';
import { FAULT_ROWS, type Fault } from '../faults/list.ts';
import { inOrder } from '../faults/steps/precedence.ts';
import type { Act, Urgency } from '../faults/vocabulary.ts';
import type { MetricKey } from '../metrics.ts';
import { sameCause } from './checklists.ts';
import { isFault, type WorkKind } from './kinds.ts';
import type { WorkSource } from './orders.ts';
import { dayOf, dueDay, SEVERITY_OF_URGENCY, URGENCY_OF_SEVERITY } from './urgency.ts';

/** An open alert of a box; times in ms. */
export interface AlertFact {
  readonly id: number;
  readonly aero: number;
  /** Its subject (kindOfAlert): a fault, or what its condition compares. */
  readonly kind: WorkKind;
  readonly metric: ConditionMetricKey;
  readonly severity: Severity;
  readonly openedAt: number;
  /** Name of its supervisor. */
  readonly rule: string;
  /** The limit of its condition, in the metric unit. */
  readonly limit: number | null;
}
/** The facts about a box; times in ms. */
export interface BoxFacts {
  readonly now: number;
  readonly aeros: readonly { readonly id: number; readonly findings: readonly Finding[] }[];
  readonly alerts: readonly AlertFact[];
  /** When the box fell silent; null: it sends. */
  readonly silentSince: number | null;
  /** When it reverted to an older firmware; null: it did not. */
  readonly fellBackAt: number | null;
  /** AEROs whose chance of reaching a margin is over the client's threshold, with the first day at risk. */
  readonly atRisk: readonly { readonly aero: number; readonly chance: number; readonly day: string }[];
}
/** A line across the curve of a matter, in the metric unit. */
export interface CurveLevel {
  readonly metric: MetricKey;
  readonly value: number;
  readonly code: string;
}
/** Why a matter exists. `aero` null: it concerns the box. */
export interface Cause {
  readonly aero: number | null;
  readonly kind: WorkKind;
  readonly source: WorkSource;
  readonly severity: Severity;
  readonly urgency: Urgency;
  /** Deadline, counted from now: a proposal asks for work from today on. */
  readonly dueBy: string | null;
  readonly since: number;
  readonly confidence: number | null;
  /** 1 to watch, 2 bad; null: without a finding. */
  readonly grade: 1 | 2 | null;
  readonly act: Act | null;
  /** Alerts that belong to it, the first one opened first. */
  readonly alerts: readonly number[];
  /** Name of the rule, where no fault names it. */
  readonly rule: string;
  readonly level: CurveLevel | null;
}

/** Whether a matter concerns the box: its battery, panel, firmware, silence. */
export function isOfBox(kind: WorkKind): boolean {
  if (isFault(kind)) return FAULT_ROWS[kind].faultOf === 'box';
  if (!(kind in CONDITION_METRICS)) return false;
  const { ofBox, subject } = CONDITION_METRICS[kind as ConditionMetricKey];
  return ofBox || subject === 'supply';
}

/**
 * Whether measures can prove that work of a kind was successful; they cannot for inspections and for
 * forecasts.
 */
export const isProvable = (kind: string): boolean =>
  isFault(kind) || (kind in CONDITION_METRICS && kind !== 'forecast' && kind !== 'stop_margin');

/** Metrics that an alert of this condition is based on: a forecast of the stroke is based on the stroke. */
export function metricsOfCondition(metric: ConditionMetricKey): readonly MetricKey[] {
  const { at, reads, kind } = CONDITION_METRICS[metric];
  if (reads.length > 0) return reads;
  return kind === 'value' && (at === 'diagnosis' || at === 'forecast') ? ['stroke'] : [];
}

/** Whether a fault explains an alert: the alert is about the fault, or compares what the fault moves. */
export const explainsAlert = (fault: Fault, { kind, metric }: Pick<AlertFact, 'kind' | 'metric'>): boolean =>
  kind === fault ||
  (!isFault(kind) && metricsOfCondition(metric).some((one) => FAULT_ROWS[fault].moves.includes(one)));

/** Whether a matter of a kind is about the same thing as an alert. */
export const isAbout = (kind: WorkKind, alert: Pick<AlertFact, 'kind' | 'metric'>): boolean =>
  isFault(kind) ? explainsAlert(kind, alert) : kind === alert.kind || sameCause(kind, alert.kind);

/** The metric whose curve shows a matter; null for none. */
export function metricOf(kind: WorkKind): MetricKey | null {
  if (isFault(kind)) return FAULT_ROWS[kind].moves[0] ?? FAULT_ROWS[kind].curve.metrics[0] ?? null;
  if (!(kind in CONDITION_METRICS)) return null;
  const { of, reads } = CONDITION_METRICS[kind as ConditionMetricKey] as {
    of?: string;
    reads: readonly MetricKey[];
  };
  return reads[0] ?? (of === 'silence' ? 'battery_voltage' : of === undefined ? null : 'stroke');
}

/** All causes of a box, one for each AERO and kind. */
export function causesOf(facts: BoxFacts): Cause[] {
  const causes = new Map<string, Cause>();
  const add = (cause: Cause) => {
    const key = `${cause.aero} ${cause.kind}`;
    const before = causes.get(key);
    if (before === undefined || rank(cause) > rank(before))
      causes.set(key, { ...cause, alerts: before?.alerts ?? cause.alerts });
  };
  for (const { id, findings } of facts.aeros)
    for (const finding of inOrder(findings.map((one) => ({ ...NO_DETAILS, ...one }))))
      if (finding.act !== null) add(ofFinding(id, finding, facts.now));
  if (facts.fellBackAt !== null) add(ofFirmware(facts.fellBackAt, facts.now));
  if (facts.silentSince !== null) add(ofSilence(facts.silentSince, facts.now));
  for (const risk of facts.atRisk) add(ofForecast(risk, facts.now));
  for (const alert of facts.alerts) join(causes, alert, facts.now);
  return [...causes.values()];
}

const rank = ({ grade, severity }: Cause) => 10 * (grade ?? 0) + severityRank(severity);

function ofFinding(aero: number, finding: Finding, now: number): Cause {
  const kind = faultOf(finding);
  const row = FAULT_ROWS[kind];
  const metric = metricOf(kind);
  const act = finding.act!;
  const level = finding.evidence?.levels.find((one) => one.metric === metric);
  return {
    aero: row.faultOf === 'box' ? null : aero,
    kind,
    source: 'finding',
    severity: SEVERITY_OF_URGENCY[act.urgency],
    urgency: act.urgency,
    // The diagnosis of a silent box is old: its deadline counts from today.
    dueBy: act.by === null ? null : dayOf(Math.max(act.by, now)),
    since: finding.since ?? finding.noticed ?? now,
    confidence: finding.confidence,
    grade: finding.verdict === 'bad' ? 2 : 1,
    act: act.code,
    alerts: [],
    rule: '',
    level: level && metric ? { metric, value: level.value, code: level.code } : null,
  };
}

const BARE = {
  confidence: null,
  grade: null,
  alerts: [],
  rule: '',
  level: null,
} as const;

function ofFirmware(at: number, now: number): Cause {
  const { act, urgency } = FAULT_ROWS.firmware_fell_back;
  const how = { urgency: urgency.watch, severity: SEVERITY_OF_URGENCY[urgency.watch], act };
  const when = { since: at, dueBy: dueDay(urgency.watch, now) };
  return { ...BARE, ...how, ...when, aero: null, kind: 'firmware_fell_back', source: 'box', grade: 1 };
}

/** Days after its last message from which a box is silent: the customer's warning. */
export const SILENT_DAYS = 7;
function ofSilence(since: number, now: number): Cause {
  const how = { urgency: 'weeks', severity: SEVERITY_OF_URGENCY.weeks, act: 'check_connectors' } as const;
  const when = { since, dueBy: dueDay('weeks', now) };
  return { ...BARE, ...how, ...when, aero: null, kind: 'silence', source: 'box' };
}

function ofForecast({ aero, chance, day }: BoxFacts['atRisk'][number], now: number): Cause {
  const how = { urgency: 'days', severity: 'medium', act: 'give_room' } as const;
  return {
    ...BARE,
    ...how,
    aero,
    kind: 'forecast',
    source: 'forecast',
    since: now,
    dueBy: day,
    confidence: chance,
  };
}

/** An alert belongs to the fault of its AERO that explains it, else its rule is a matter of its own. */
function join(causes: Map<string, Cause>, alert: AlertFact, now: number): void {
  const near = [...causes.entries()].filter(([, { aero }]) => aero === null || aero === alert.aero);
  const found =
    near.find(([, { kind }]) => kind === alert.kind) ??
    near.find(([, { kind }]) => isFault(kind) && explainsAlert(kind, alert));
  if (found !== undefined) {
    const [key, cause] = found;
    const alone = cause.source === 'alert';
    const worse = alone && severityRank(alert.severity) > severityRank(cause.severity);
    const own = worse ? ofAlert(alert, now) : cause;
    causes.set(key, {
      ...own,
      since: alone ? Math.min(cause.since, alert.openedAt) : own.since,
      alerts: [...cause.alerts, alert.id],
    });
    return;
  }
  const cause = ofAlert(alert, now);
  causes.set(`${cause.aero} ${cause.kind}`, cause);
}

function ofAlert(alert: AlertFact, now: number): Cause {
  const urgency = URGENCY_OF_SEVERITY[alert.severity];
  const metric = metricOf(alert.kind);
  return {
    ...BARE,
    aero: isOfBox(alert.kind) ? null : alert.aero,
    kind: alert.kind,
    source: 'alert',
    severity: alert.severity,
    urgency,
    dueBy: dueDay(urgency, now),
    since: alert.openedAt,
    act: isFault(alert.kind) ? FAULT_ROWS[alert.kind].act : null,
    alerts: [alert.id],
    rule: alert.rule,
    level:
      metric !== null && alert.limit !== null && metric === (alert.metric as string)
        ? { metric, value: alert.limit, code: 'limit' }
        : null,
  };
}
