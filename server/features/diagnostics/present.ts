import type { DiagnosisAnswer } from '@aerowatch/contracts/api/diagnostics';
import { type Finding, NO_DETAILS } from '@aerowatch/domain/faults/finding';
import type { Fault } from '@aerowatch/domain/faults/list';
import type { Verification } from '@aerowatch/domain/faults/repair';
import { workQuestion } from '@aerowatch/domain/faults/work-question';
import { LANGUAGES, type Language } from '@aerowatch/domain/languages';
import { decimalsOf, shown, type UnitSystem, unitOf } from '@aerowatch/domain/units';
import { isOpenWork, type MatterState, type Proof, stageOf } from '@aerowatch/domain/work/orders';
import { isDoubtful, type Precision, verdictCount } from '@aerowatch/domain/work/precision';
import { curveWords } from '@aerowatch/i18n/finding-curve';
import { type FindingFormats, findingWords, textSayer } from '@aerowatch/i18n/finding-words';
import { SERVED } from '@aerowatch/i18n/languages';
import { matterName } from '@aerowatch/i18n/work-words';
import type { DiagnosisRow } from './store.ts';
import type { PrecisionRow } from './store-precision.ts';

type Words = ReturnType<typeof findingWords> &
  ReturnType<typeof curveWords> & {
    readonly language: Language;
    readonly date: FindingFormats['date'];
  };

const iso = (ms: number) => new Date(ms).toISOString();
const isoOrNull = (ms: number | null) => (ms === null ? null : iso(ms));

/** The texts of findings for a reader. */
export function wordsFor(language: Language, system: UnitSystem, timeZone: string): Words {
  const { locale } = LANGUAGES[language];
  const made = new Map<string, Intl.NumberFormat>();
  // Creating a formatter costs a hundred times what it formats.
  const written = (value: number, style: 'decimal' | 'percent', maximumFractionDigits: number) => {
    const key = `${style} ${maximumFractionDigits}`;
    const format = made.get(key) ?? new Intl.NumberFormat(locale, { style, maximumFractionDigits });
    made.set(key, format);
    return format.format(value);
  };
  const number = (value: number, decimals = 6) => written(value, 'decimal', decimals);
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone });
  const formats: FindingFormats = {
    number,
    percent: (share, decimals = 0) => written(share, 'percent', decimals),
    quantity: (quantity, value, withUnit = true) => {
      const text = number(shown(quantity, system, value), decimalsOf(quantity, system));
      return withUnit ? `${text}\u00a0${unitOf(quantity, system)}` : text;
    },
    unit: (quantity) => unitOf(quantity, system),
    date: (time) => day.format(new Date(time)),
  };
  const say = textSayer(SERVED[language].diagnostics);
  return { language, date: formats.date, ...findingWords(say, formats), ...curveWords(say, formats) };
}

/** Caveats to a fault's name, by client and fault, for faults that were rarely confirmed. */
export type Doubts = ReadonlyMap<string, string>;
const doubtKey = (client: number | null, fault: string | null) => `${client} ${fault}`;

export function doubtsOf(rows: readonly PrecisionRow[], language: Language): Doubts {
  return new Map(
    rows.filter(isDoubtful).map((row) => [doubtKey(row.client, row.kind), doubtText(row, language)]),
  );
}

/** `Found in only 3 of 8 visits at this client.` */
export function doubtText(counts: Precision, language: Language): string {
  const say = textSayer(SERVED[language].diagnostics);
  return say('doubt', { found: String(counts.found), named: String(verdictCount(counts)) });
}

/**
 * A diagnosis as the API returns it; the series of its curves, which are most of its bytes, only on request.
 */
export function presentDiagnosis(
  row: DiagnosisRow,
  words: Words,
  evidence: boolean,
  doubts: Doubts,
): DiagnosisAnswer {
  const matters = new Map(row.orders.map((one) => [one.kind, one]));
  return {
    aero: row.aero,
    box: row.box,
    serial_number: row.serial_number,
    position: row.position,
    day: row.day,
    computed_at: row.computed_at.toISOString(),
    verdict: row.verdict,
    primary: row.primary,
    faults: row.faults as Fault[],
    since: row.since?.toISOString() ?? null,
    confidence: row.confidence,
    act_by: row.act_by?.toISOString() ?? null,
    repair: presentRepair(row.repair),
    findings: row.findings.map((finding) => {
      const { text, ...said } = presentFinding({ ...NO_DETAILS, ...finding }, words, evidence);
      return {
        ...said,
        worked_at: isoOrNull(workQuestion({ ...NO_DETAILS, ...finding }, row.answered)),
        text: { ...text, doubt: doubts.get(doubtKey(row.client, said.fault)) ?? null },
        ...linksTo(said.fault === null ? undefined : matters.get(said.fault), words.language),
      };
    }),
  };
}

/** The matter of a finding; from acceptance until it is done, its work order. */
function linksTo(matter: DiagnosisRow['orders'][number] | undefined, language: Language) {
  if (matter === undefined) return { work_order: null, matter: null };
  const { id, assignee, assignee_name } = matter;
  const state = matter.state as MatterState;
  // A fault has its own name: no rule names it.
  const name = matterName({ ...matter, rule: '' }, language);
  return {
    work_order: isOpenWork(state) ? id : null,
    matter: { id, name, stage: stageOf(state, matter.proof as Proof | null), assignee, assignee_name },
  };
}

/** The last repair as the API returns it. */
function presentRepair(repair: Verification | null): DiagnosisAnswer['repair'] {
  if (!repair) return null;
  const { order, at, state, moved, called } = repair;
  return { work_order: order, at: iso(at), state, moved, called };
}

const presentFinding = (finding: Finding, words: Words, withSeries: boolean) => ({
  ...withIsoTimes(finding, withSeries),
  text: words.texts(finding),
});

/** A finding that an earlier version may have stored, with times as the API returns them. */
export function presentStoredFinding(stored: Finding) {
  return withIsoTimes({ ...NO_DETAILS, ...stored }, false);
}

function withIsoTimes(finding: Finding, withSeries: boolean) {
  const { evidence, act, reaches } = finding;
  return {
    ...finding,
    details: Object.fromEntries(
      Object.entries(finding.details).map(([name, value]) => [
        name,
        name.endsWith('_at') && typeof value === 'number' ? iso(value) : value,
      ]),
    ),
    since: isoOrNull(finding.since),
    noticed: isoOrNull(finding.noticed),
    candidates: finding.candidates.map(({ cause, tell, confidence }) => ({
      cause,
      tell,
      confidence: confidence ?? null,
    })),
    ruled_out: [...finding.ruled_out],
    evidence: evidence && {
      metrics: [...evidence.metrics],
      from: iso(evidence.from),
      to: iso(evidence.to),
      marks: evidence.marks.map(({ at, code }) => ({ at: iso(at), code })),
      levels: [...evidence.levels],
      series:
        withSeries && evidence.series
          ? {
              ...evidence.series,
              points: evidence.series.points.map(([at, value]): [string, number] => [iso(at), value]),
            }
          : null,
    },
    act: act && { ...act, by: isoOrNull(act.by) },
    reaches: reaches && {
      ...reaches,
      earliest: isoOrNull(reaches.earliest),
      likely: isoOrNull(reaches.likely),
      latest: isoOrNull(reaches.latest),
    },
  };
}
