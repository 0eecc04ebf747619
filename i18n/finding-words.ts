/** Says findings: one table of words for the console, the print and the API. */

import type { DiagnosticVerdict } from '@aerowatch/domain/faults/finding';
import type { FindingKey } from '@aerowatch/domain/faults/list';
import { type CauseCode, FAULTS, type Fault } from '@aerowatch/domain/faults/list';
import { FRICTION } from '@aerowatch/domain/faults/shared/context';
import type { Reached, RuledOutBy, Tell, Urgency } from '@aerowatch/domain/faults/vocabulary';
import type { QuantityKey } from '@aerowatch/domain/units';
import type { diagnostics } from './en/diagnostics.ts';
import type { TextKey } from './index.ts';

export type Moment = string | number | null;
/** A finding as the API or the database holds it: moments as ISO texts or ms. */
export interface SaidFinding {
  readonly key: string;
  readonly value: number | null;
  readonly unit: string | null;
  readonly verdict: DiagnosticVerdict;
  readonly evaluable: boolean;
  readonly reason: string | null;
  readonly details: Readonly<Record<string, number | string | null>>;
  readonly fault: string | null;
  readonly confidence: number | null;
  readonly since: Moment;
  readonly noticed: Moment;
  readonly candidates: readonly { readonly cause: string; readonly tell: string }[];
  readonly ruled_out: readonly { readonly cause: string; readonly by: string }[];
  readonly would_change: string | null;
  readonly act: { readonly code: string; readonly urgency: string; readonly by: Moment } | null;
  readonly reaches: {
    readonly what: string;
    readonly level: number | null;
    readonly earliest: Moment;
    readonly likely: Moment;
    readonly latest: Moment;
  } | null;
  readonly not_watched_at: number | null;
}

/** How the reader reads numbers and dates. */
export interface FindingFormats {
  number(value: number, decimals?: number): string;
  percent(share: number, decimals?: number): string;
  quantity(quantity: QuantityKey, value: number, withUnit?: boolean): string;
  unit(quantity: QuantityKey): string;
  date(time: string | number): string;
}
/** A text of the area `diagnostics`, filled in. */
export type Say = (key: TextKey<typeof diagnostics>, values?: Record<string, string>) => string;

/** Texts of a language as they are looked up and filled in. */
export function textSayer(texts: object): Say {
  return (key, values = {}) => {
    const text = key
      .split('.')
      .reduce<unknown>((level, part) => (level as Record<string, unknown>)[part], texts);
    return String(text).replace(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '');
  };
}

export interface FindingTexts {
  /** The fault by its name; of a finding that is good, what was looked at. */
  readonly name: string;
  /** One sentence: what, since when, how sure. */
  readonly sentence: string;
  /** What to do and by when; null where nothing is to be done. */
  readonly act: string | null;
}

const isFault = (cause: string): cause is Fault => (FAULTS as readonly string[]).includes(cause);
const GAP = '\u00a0';

/** How findings are said to one reader. */
export function findingWords(say: Say, formats: FindingFormats) {
  const cause = (code: string): string =>
    isFault(code) ? say(`fault.${code}`) : say(`cause.${code as Exclude<CauseCode, Fault>}`);
  const stands = ({ verdict }: SaidFinding) => verdict === 'watch' || verdict === 'bad';
  const what = ({ key }: Pick<SaidFinding, 'key'>): string => say(`name.${key as FindingKey}`);
  const name = (finding: SaidFinding): string =>
    stands(finding) && finding.fault !== null ? cause(finding.fault) : what(finding);
  const value = (finding: SaidFinding): string => valueText(finding, say, formats);

  const core = (finding: SaidFinding): string => {
    const { key, values } = sentenceOf(finding, say, formats);
    return say(key, values);
  };
  const since = (finding: SaidFinding): string | null => sinceText(finding, say, formats);
  const sure = ({ confidence }: Pick<SaidFinding, 'confidence'>): string | null =>
    confidence === null ? null : say('since.sure', { share: formats.percent(confidence) });
  const sentence = (finding: SaidFinding): string => {
    if (!stands(finding)) return calmText(finding, say, formats);
    const ends = [since(finding), sure(finding)].filter((end) => end !== null);
    return `${[core(finding), ...ends].join(', ')}.`;
  };
  const when = (act: { urgency: string; by: Moment }): string => whenText(act, say, formats);
  const act = (finding: Pick<SaidFinding, 'act'>): string | null =>
    finding.act === null ? null : `${say(`act.${finding.act.code as 'wait'}`)} (${when(finding.act)})`;

  return {
    name,
    what,
    value,
    sentence,
    /** The sentence of what is wrong, for a list that has columns for since when and how sure. */
    brief: (finding: SaidFinding): string => `${core(finding)}.`,
    since,
    sure,
    when,
    /** By when, under a heading that says so. */
    due: ({ urgency, by }: { urgency: string; by: Moment }): string =>
      urgency === 'now' || by === null ? when({ urgency, by }) : formats.date(by),
    act,
    cause,
    /** What to do, without by when. */
    todo: (code: string): string => say(`act.${code as 'wait'}`),
    urgency: (urgency: Urgency) => say(`when.urgency_${urgency}`),
    texts: (finding: SaidFinding): FindingTexts => ({
      name: name(finding),
      sentence: sentence(finding),
      act: act(finding),
    }),
    /** "Leak: the amount of gas is the same". */
    ruledOut: (one: SaidFinding['ruled_out'][number]): string =>
      pair(say, cause(one.cause), say(`ruled.${one.by as RuledOutBy}`)),
    candidate: (one: SaidFinding['candidates'][number]): string =>
      pair(say, cause(one.cause), say(`tell.${one.tell as Tell}`)),
    wouldChange: ({ would_change }: SaidFinding): string | null =>
      would_change === null ? null : say(`change.${would_change as 'moves_again'}`),
    reaches: ({ reaches }: SaidFinding): string | null =>
      reaches === null ? null : reachesText(reaches, say, formats),
    every: (seconds: number) => say('since.not_watched_short', { every: duration(seconds, formats) }),
  };
}

function sinceText({ since, noticed }: SaidFinding, say: Say, formats: FindingFormats): string | null {
  if (since !== null) return say('since.since', { date: formats.date(since) });
  return noticed === null ? null : say('since.noticed', { date: formats.date(noticed) });
}

/** By when something is to be done. */
function whenText(
  { urgency, by }: { urgency: string; by: Moment },
  say: Say,
  formats: FindingFormats,
): string {
  if (urgency === 'now') return say('when.now');
  return by === null ? say('when.next_visit') : say('when.by', { date: formats.date(by) });
}

/** Why nothing was found out, or that nothing is wrong. */
function calmText(
  { verdict, not_watched_at, reason }: SaidFinding,
  say: Say,
  formats: FindingFormats,
): string {
  if (verdict === 'not_watched')
    return say('since.not_watched', { every: duration(not_watched_at ?? 0, formats) });
  return reason === null ? say('since.good') : say(`reason.${reason as 'no_data'}`);
}

const pair = (say: Say, cause: string, why: string) => say('pair', { cause, why });

/** `10 min`, `6 h`, of seconds. */
function duration(seconds: number, formats: FindingFormats): string {
  if (seconds < 5400) return `${formats.number(Math.max(1, Math.round(seconds / 60)), 0)}${GAP}min`;
  return `${formats.number(Math.round(seconds / 3600), 0)}${GAP}h`;
}

const HEALTHY_OHMS = 0.12;
const AMOUNTS = ['residual', 'drift', 'break'] as const;
type Amount = (typeof AMOUNTS)[number];
const isAmount = (key: string): key is Amount => (AMOUNTS as readonly string[]).includes(key);

/** The sentence of a finding and what is filled into it. */
function sentenceOf(
  finding: SaidFinding,
  say: Say,
  formats: FindingFormats,
): { key: Parameters<Say>[0]; values: Record<string, string> } {
  const { details } = finding;
  const key = finding.key as FindingKey;
  const degrees = (of: unknown) => (typeof of === 'number' ? formats.quantity('temperature', of) : '–');
  const values = {
    value: valueText(finding, say, formats),
    amount: valueText({ ...finding, value: Math.abs(finding.value ?? 0) }, say, formats),
    extreme: degrees(details.extreme),
    limit: key === 'friction' ? formats.percent(FRICTION) : volts(details.limit, formats),
    days: formats.number(Number(details.days_under_limit ?? 0), 0),
    lowest: volts(details.lowest, formats),
    usual: typeof details.before === 'number' ? formats.quantity('current', details.before) : '–',
    from: String(details.from ?? '–'),
    to: String(details.to ?? '–'),
    samples: formats.number(Number(details.samples ?? 0), 0),
    sound: `${formats.number(HEALTHY_OHMS * 1000, 0)}${GAP}mΩ`,
  };
  if (isAmount(key)) return { key: `sentence.${key}_${(finding.value ?? 0) < 0 ? 'less' : 'more'}`, values };
  if (key === 'battery_trend')
    return {
      key: finding.fault === 'battery_low' ? 'sentence.battery_low' : 'sentence.battery_falling',
      values,
    };
  return { key: `sentence.${variantOf(key, finding)}`, values };
}

/** The sentence of a finding that says something else in some cases. */
function variantOf<K extends string>(key: K, { fault, details }: SaidFinding) {
  if (key === 'leak' && fault === 'burst') return 'burst';
  return key === 'friction' && details.known === 'at_least' ? 'friction_at_least' : key;
}

const volts = (value: unknown, formats: FindingFormats) =>
  typeof value === 'number' ? formats.quantity('voltage', value) : '–';

/** Units of findings that hold a word; the others are the same everywhere. */
const WORDED = ['/d', 'mV/week'] as const;
const isWorded = (unit: string): unit is (typeof WORDED)[number] =>
  (WORDED as readonly string[]).includes(unit);
const MEASURED: Readonly<Record<string, QuantityKey>> = {
  mm: 'length_small',
  bar: 'pressure',
  V: 'voltage',
  mA: 'current',
};
/** °C over which a stop is at no temperature there is: the AERO hardly moves. */
const NEVER = 200;
/** Hours that are said as hours; more are days. */
const FEW_HOURS = 72;
/** Findings whose °C are a difference, not a temperature. */
const DIFFERENCES: readonly string[] = ['temperature_bias', 'temperature_sensor_step'];

/** A finding's number in the reader's units; a dash where there is none. */
function valueText(finding: SaidFinding, say: Say, formats: FindingFormats): string {
  const { value, unit } = finding;
  if (value === null) return '–';
  if (unit === null) return plainText(finding.key, value, formats);
  const quantity = MEASURED[unit];
  if (quantity !== undefined) return formats.quantity(quantity, value);
  const text = UNIT_TEXTS[unit]?.(value, finding.key, say, formats);
  return text ?? `${formats.number(value, 1)}${GAP}${isWorded(unit) ? say(`unit.${unit}`) : unit}`;
}

/** A number without a unit: a share of what it should be, or how unusual something is. */
const plainText = (key: string, value: number, formats: FindingFormats): string =>
  key === 'health_ratio' ? formats.percent(value) : formats.number(value, key === 'unusual' ? 1 : 0);

function degreesText(value: number, key: string, say: Say, formats: FindingFormats): string {
  if (DIFFERENCES.includes(key)) return formats.quantity('temperature_difference', value);
  return Math.abs(value) > NEVER ? say('value.never') : formats.quantity('temperature', value);
}

/** Units that are written in a way of their own. */
const UNIT_TEXTS: Readonly<
  Record<string, (value: number, key: string, say: Say, formats: FindingFormats) => string>
> = {
  '°C': degreesText,
  K: degreesText,
  'mm/d': (value, _key, say, formats) =>
    `${formats.quantity('length_small', value, false)}${GAP}${formats.unit('length_small')}${say('unit./d')}`,
  '%/month': (value, _key, say, formats) => `${formats.percent(value / 100, 1)}${say('unit./month')}`,
  '%': (value, _key, _say, formats) => formats.percent(value / 100, 1),
  h: (value, _key, say, formats) =>
    value < FEW_HOURS
      ? `${formats.number(value, 0)}${GAP}h`
      : say('value.days', { count: formats.number(value / 24, 0) }),
  mΩ: (value, _key, _say, formats) => `${formats.number(value, 0)}${GAP}mΩ`,
};

function reachesText(
  reaches: NonNullable<SaidFinding['reaches']>,
  say: Say,
  formats: FindingFormats,
): string {
  const { earliest, likely, latest, level } = reaches;
  const reached = reaches.what as Reached;
  const what = say(`reach.${reached}`, { level: level === null ? '–' : levelText(reached, level, formats) });
  if (earliest === null) return say('reach.never', { what });
  if (latest === null) return say('reach.from', { what, earliest: formats.date(earliest) });
  if (formats.date(earliest) === formats.date(latest)) return say('reach.reached', { what });
  return say('reach.between', {
    what,
    earliest: formats.date(earliest),
    likely: formats.date(likely ?? latest),
    latest: formats.date(latest),
  });
}

function levelText(what: Reached, level: number, formats: FindingFormats): string {
  if (what === 'pressure_min') return formats.quantity('pressure', level);
  if (what === 'battery_min') return formats.quantity('voltage', level);
  if (what === 'friction_limit' || what === 'panel_limit' || what === 'gas_low')
    return formats.percent(level);
  return formats.quantity('length_small', level);
}
