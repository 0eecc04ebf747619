import type { DiagnosisAnswer } from '@aerowatch/contracts/api/diagnostics';
import type { SeriesResponse } from '@aerowatch/contracts/api/measures';
import type { ConditionMetricKey } from '@aerowatch/domain/alerting/condition';
import { METRICS, type MetricKey } from '@aerowatch/domain/metrics';
import { SAMI_LETTERS, type SamiLevel } from '@aerowatch/domain/sami';
import { zonedDate, zonedTime } from '@aerowatch/domain/series/time-zone';
import { GENERAL_KIND, isWorkKind } from '@aerowatch/domain/work/orders';
import { supervisorName } from '@aerowatch/i18n/ready-made';
import { titleOf } from '@aerowatch/i18n/work-words';
import type { Gathered } from './gather.ts';
import type { AeroPage, Chart, Panel, SaidFinding } from './sheets.ts';
import type { AeroRow, Happened } from './store-figures.ts';
import type { Words } from './words.ts';

export type Series = SeriesResponse['series'][number];
type Finding = DiagnosisAnswer['findings'][number];
/** What is known of an AERO beside its row. */
export interface Known {
  readonly diagnosis: DiagnosisAnswer | undefined;
  readonly series: Series | undefined;
  readonly happened: readonly Happened[];
}

const stands = ({ verdict }: Finding) => verdict === 'bad' || verdict === 'watch';

/** Findings that stand and were there at the end of the month, the one that names the AERO first. */
function standingOf(diagnosis: DiagnosisAnswer | undefined, end: number): Finding[] {
  const all = (diagnosis?.findings ?? []).filter(
    (one) => stands(one) && (one.noticed === null || Date.parse(one.noticed) < end),
  );
  return all.toSorted((a, b) => rankOf(b, diagnosis) - rankOf(a, diagnosis));
}
const rankOf = ({ key, verdict }: Finding, diagnosis: DiagnosisAnswer | undefined) =>
  (key === diagnosis?.primary ? 2 : 0) + (verdict === 'bad' ? 1 : 0);

const isMeasured = (what: string): what is MetricKey => Object.hasOwn(METRICS, what);

/** Metrics of the curves of a page: what shows its first finding, else its last alert, and the temperature that all follows. */
export function metricsOf(known: Pick<Known, 'diagnosis' | 'happened'>, end: number): MetricKey[] {
  const [first] = standingOf(known.diagnosis, end);
  const alert = known.happened.findLast(({ kind, what }) => kind === 'alert' && isMeasured(what))?.what;
  const shown = first?.evidence?.metrics ?? (alert === undefined ? [] : [alert as MetricKey]);
  return [
    ...new Set<MetricKey>([...(shown.length === 0 ? (['stroke'] as const) : shown), 'temperature']),
  ].slice(0, 3);
}

export function composePage(row: AeroRow, known: Known, all: Gathered, words: Words): AeroPage {
  const { aero: texts } = words.texts;
  const { diagnosis } = known;
  const findings = standingOf(diagnosis, all.end);
  const open = [
    row.open_alerts > 0 ? words.plural(texts, 'since_alert', row.open_alerts) : '',
    row.open_orders > 0 ? words.plural(texts, 'since_order', row.open_orders) : '',
  ];
  const calm =
    diagnosis === undefined
      ? texts.undiagnosed
      : words.fill(texts.none, { day: words.utcDay(Date.parse(diagnosis.day)) });
  return {
    title: words.aero(row),
    place: words.place(row),
    sami: {
      level: row.sami,
      letter: SAMI_LETTERS[row.sami],
      text: words.fill(texts.sami, {
        letter: SAMI_LETTERS[row.sami],
        level: words.served.domain.sami[row.sami],
      }),
    },
    findingsTitle: texts.findings,
    findings: findings.map((finding) => saidFinding(finding, words)),
    none: [calm, ...open].filter((part) => part !== '').join(' '),
    ahead: aheadOf(row, all, words),
    chart: chartOf(metricsOf(known, all.end), findings[0], known.series, all, words),
    noChart: texts.no_chart,
    doneTitle: texts.done,
    done: known.happened.map((one) => [words.day(one.at), happenedText(one, row, words)]),
    doneNone: texts.done_none,
    doneMore: texts.done_more,
  };
}

/** What the week may bring it; empty where that is nothing. */
function aheadOf({ aero }: AeroRow, { week }: Gathered, words: Words): string {
  const risk = week.byAero.get(aero);
  if (risk === undefined) return '';
  const { day, chance, side } = risk;
  return words.fill(words.texts.aero.ahead, {
    day: words.dayName(day),
    chance: words.share(chance),
    where: words.served.mail.week_ahead[side],
  });
}

function saidFinding(finding: Finding, words: Words): SaidFinding {
  const { text } = finding;
  const reaches = words.findings.reaches(finding);
  const act = text.act === null ? null : words.fill(words.texts.aero.act, { act: text.act });
  return {
    grade: finding.verdict === 'bad' ? 'bad' : 'watch',
    gradeName: words.served.diagnostics.verdict[finding.verdict],
    name: text.name,
    lines: [text.sentence, reaches, act, text.doubt].filter((line) => line !== null),
  };
}

function happenedText({ kind, what, text }: Happened, row: AeroRow, words: Words): string {
  const { aero: texts } = words.texts;
  const { domain } = words.served;
  if (kind === 'note') return text;
  if (kind === 'sami')
    return words.fill(texts.changed, {
      from: domain.sami[what as SamiLevel],
      to: domain.sami[text as SamiLevel],
    });
  if (kind === 'alert')
    return words.fill(texts.alert, {
      metric: domain.metric[what as ConditionMetricKey].name,
      supervisor: supervisorName(text, words.language),
    });
  const title = text === '' ? titleOf(isWorkKind(what) ? what : GENERAL_KIND, row, words.language) : text;
  return words.fill(texts.order, { title });
}

/** Days between the marks of the axis of time. */
const EVERY = 5;

function chartOf(
  metrics: readonly MetricKey[],
  finding: Finding | undefined,
  series: Series | undefined,
  { span, end }: Gathered,
  words: Words,
): Chart | null {
  if (series === undefined || series.time.length === 0) return null;
  const panels = metrics.map((metric) => panelOf(metric, finding, series, words));
  const first = panels[0]!;
  const values = [...first.min, ...first.max].filter((value) => value !== null);
  if (values.length === 0) return null;
  const { texts } = words;
  const noticed = finding?.noticed == null ? null : Date.parse(finding.noticed);
  const within = noticed !== null && noticed > span.from && noticed < end;
  const said = (value: number) => `${words.fixed(value, first.decimals)}\u00a0${words.unit(metrics[0]!)}`;
  return {
    alt: words.fill(texts.aero.chart_alt, {
      metrics: metrics.map(words.metric).join(', '),
      first: words.metric(metrics[0]!),
      least: said(Math.min(...values)),
      most: said(Math.max(...values)),
    }),
    from: span.from,
    to: span.to,
    panels,
    ticks: ticksOf(span, words),
    marks: within ? [{ at: noticed, label: texts.aero.noticed }] : [],
    legend: { measured: texts.aero.measured, expected: texts.aero.expected },
  };
}

function ticksOf({ from, to }: Gathered['span'], words: Words): Chart['ticks'] {
  const { year, month } = zonedDate(from, words.timeZone);
  const ticks: { at: number; label: string }[] = [];
  for (let day = 1; day <= 31; day += day === 1 ? EVERY - 1 : EVERY) {
    const at = zonedTime(year, month, day, words.timeZone);
    if (at < to) ticks.push({ at, label: words.shortDay(at) });
  }
  return ticks;
}

function panelOf(metric: MetricKey, finding: Finding | undefined, series: Series, words: Words): Panel {
  const band = series.metrics[metric] ?? { min: [], max: [], mean: [] };
  const converted = (values: readonly (number | null)[]) => values.map((value) => words.shown(metric, value));
  const [min, max] = [converted(band.min), converted(band.max)];
  return {
    title: `${words.metric(metric)} (${words.unit(metric)})`,
    time: series.time,
    min,
    max,
    mean: converted(band.mean),
    expected: metric === 'stroke' ? converted(series.expected ?? []) : [],
    levels: levelsOf(metric, finding, [...min, ...max], words),
    decimals: words.decimals(metric),
  };
}

/** Levels of the finding that are near enough to what was measured for both to be seen. */
function levelsOf(
  metric: MetricKey,
  finding: Finding | undefined,
  measured: readonly (number | null)[],
  words: Words,
): Panel['levels'] {
  const values = measured.filter((value) => value !== null);
  if (values.length === 0) return [];
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const room = Math.max(high - low, 10 ** -words.decimals(metric));
  return (finding?.evidence?.levels ?? []).flatMap((level) => {
    const value = level.metric === metric ? words.shown(metric, level.value) : null;
    if (value === null || value < low - room || value > high + room) return [];
    return [{ value, label: words.served.diagnostics.level[level.code] }];
  });
}
