import type { DiagnosisAnswer } from '@aerowatch/contracts/api/diagnostics';
import type { ConditionMetricKey } from '@aerowatch/domain/alerting/condition';
import { METRICS, type MetricKey } from '@aerowatch/domain/metrics';
import { SAMI_LETTERS, type SamiLevel } from '@aerowatch/domain/sami';
import { zonedDate, zonedTime } from '@aerowatch/domain/series/time-zone';
import { GENERAL_KIND, isWorkKind } from '@aerowatch/domain/work/kinds';
import type { CurveLevel } from '@aerowatch/i18n/finding-curve';
import { supervisorName } from '@aerowatch/i18n/ready-made';
import { titleOf } from '@aerowatch/i18n/work-words';
import type { ReportFigures } from './gather.ts';
import type { AeroPage, ChartAsked, PanelAsked, SheetFinding } from './sheets.ts';
import type { AeroEvent, AeroRow } from './store-figures.ts';
import type { Words } from './words.ts';

type Finding = DiagnosisAnswer['findings'][number];
/** Facts about an AERO beyond its row. */
export interface AeroDetails {
  readonly diagnosis: DiagnosisAnswer | undefined;
  readonly happened: readonly AeroEvent[];
}

const stands = ({ verdict }: Finding) => verdict === 'bad' || verdict === 'watch';

/** Present findings that existed at the end of the month, the one that names the AERO first. */
function standingOf(diagnosis: DiagnosisAnswer | undefined, end: number): Finding[] {
  const all = (diagnosis?.findings ?? []).filter(
    (one) => stands(one) && (one.noticed === null || Date.parse(one.noticed) < end),
  );
  return all.toSorted((a, b) => rankOf(b, diagnosis) - rankOf(a, diagnosis));
}
const rankOf = ({ key, verdict }: Finding, diagnosis: DiagnosisAnswer | undefined) =>
  (key === diagnosis?.primary ? 2 : 0) + (verdict === 'bad' ? 1 : 0);

const isMeasured = (what: string): what is MetricKey => Object.hasOwn(METRICS, what);

/**
 * Metrics of the curves of a page: those of its first finding, else of its last alert, and the temperature,
 * which all follow.
 */
export function metricsOf(known: AeroDetails, end: number): MetricKey[] {
  const [first] = standingOf(known.diagnosis, end);
  const alert = known.happened.findLast(({ kind, what }) => kind === 'alert' && isMeasured(what))?.what;
  const shown = first?.evidence?.metrics ?? (alert === undefined ? [] : [alert as MetricKey]);
  return [
    ...new Set<MetricKey>([...(shown.length === 0 ? (['stroke'] as const) : shown), 'temperature']),
  ].slice(0, 2);
}

export function composePage(row: AeroRow, known: AeroDetails, all: ReportFigures, words: Words): AeroPage {
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
    findings: findings.map((finding, at) => saidFinding(finding, at === 0, words)),
    none: [calm, ...open].filter((part) => part !== '').join(' '),
    ahead: aheadOf(row, all, words),
    chart: chartAsked(row, metricsOf(known, all.end), findings[0], all, words),
    noChart: texts.no_chart,
    doneTitle: texts.done,
    done: known.happened.map((one) => [words.day(one.at), happenedText(one, row, words)]),
    doneNone: texts.done_none,
    doneMore: texts.done_more,
  };
}

/** The forecast of the week; empty without a risk. */
function aheadOf({ aero }: AeroRow, { week }: ReportFigures, words: Words): string {
  const risk = week.byAero.get(aero);
  if (risk === undefined) return '';
  const { day, chance, side } = risk;
  return words.fill(words.texts.aero.ahead, {
    day: words.dayName(day),
    chance: words.share(chance),
    where: words.served.mail.week_ahead[side],
  });
}

/** Other possible causes, those ruled out, and what would change the verdict. */
function reasonsOf(finding: Finding, { findings, served }: Words): string[] {
  const { candidates, ruledOut, wouldChange } = served.diagnostics;
  const change = findings.wouldChange(finding);
  const parts: [string, string[]][] = [
    [candidates, finding.candidates.map(findings.candidate)],
    [ruledOut, finding.ruled_out.map(findings.ruledOut)],
    [wouldChange, change === null ? [] : [change]],
  ];
  return parts.flatMap(([title, lines]) => (lines.length === 0 ? [] : [`${title} – ${lines.join(' · ')}`]));
}

/** `whole`: the first finding of an AERO, with its reasons. */
function saidFinding(finding: Finding, whole: boolean, words: Words): SheetFinding {
  const { text } = finding;
  const reaches = words.findings.reaches(finding);
  const act = text.act === null ? null : words.fill(words.texts.aero.act, { act: text.act });
  return {
    grade: finding.verdict === 'bad' ? 'bad' : 'watch',
    gradeName: words.served.diagnostics.verdict[finding.verdict],
    name: text.name,
    lines: [text.sentence, reaches, act, text.doubt, ...(whole ? reasonsOf(finding, words) : [])].filter(
      (line) => line !== null,
    ),
  };
}

function happenedText({ kind, what, text }: AeroEvent, row: AeroRow, words: Words): string {
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

/** Days between the marks of the time axis. */
const EVERY = 5;

function chartAsked(
  { aero }: AeroRow,
  metrics: readonly MetricKey[],
  finding: Finding | undefined,
  { span, end }: ReportFigures,
  words: Words,
): ChartAsked {
  const { texts } = words;
  const [first] = metrics;
  const marks = finding === undefined ? [] : words.findings.marks(finding).filter(({ at }) => at < end);
  const levels = finding === undefined ? [] : words.findings.levels(finding);
  const said = [...marks, ...levels].flatMap(({ text }) => text ?? []);
  return {
    aero,
    unitSystem: words.unitSystem,
    unit: words.unit(first!),
    alt: [
      words.fill(texts.aero.chart_alt, {
        metrics: metrics.map(words.metric).join(', '),
        first: words.metric(first!),
      }),
      ...said.map((text) => `${text}.`),
    ].join(' '),
    from: span.from,
    to: span.to,
    panels: metrics.map((metric) => panelAsked(metric, levels, words)),
    ticks: ticksOf(span, words),
    marks: marks.map(({ at, text, dash }) => ({ at, label: text, dash })),
    legend: { measured: texts.aero.measured, expected: texts.aero.expected },
  };
}

function ticksOf({ from, to }: ReportFigures['span'], words: Words): ChartAsked['ticks'] {
  const { year, month } = zonedDate(from, words.timeZone);
  const ticks: { at: number; label: string }[] = [];
  for (let day = 1; day <= 31; day += day === 1 ? EVERY - 1 : EVERY) {
    const at = zonedTime(year, month, day, words.timeZone);
    if (at < to) ticks.push({ at, label: words.shortDay(at) });
  }
  return ticks;
}

function panelAsked(metric: MetricKey, levels: readonly CurveLevel[], words: Words): PanelAsked {
  return {
    metric,
    title: `${words.metric(metric)} (${words.unit(metric)})`,
    levels: levels
      .filter((level) => level.metric === metric)
      .map(({ value, text }) => ({ value, label: text })),
    decimals: words.decimals(metric),
  };
}
