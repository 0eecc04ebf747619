import type { FindingAnswer } from '@aerowatch/contracts/api/diagnostics';
import { type Finding, UNSAID } from '@aerowatch/domain/diagnostics/finding';
import type { DiagnosisRow } from './store.ts';

const iso = (ms: number) => new Date(ms).toISOString();
const isoOrNull = (ms: number | null) => (ms === null ? null : iso(ms));

export function presentDiagnosis({ computed_at, findings, ...row }: DiagnosisRow) {
  return { ...row, computed_at: computed_at.toISOString(), findings: findings.map(presentFinding) };
}

/** A finding as stored, with times as the API writes them; those of before have said less. */
function presentFinding(stored: Finding): FindingAnswer {
  const { since, noticed, evidence, act, reaches, candidates, ruled_out, ...rest } = { ...UNSAID, ...stored };
  return {
    ...rest,
    since: isoOrNull(since),
    noticed: isoOrNull(noticed),
    candidates: candidates.map(({ cause, tell, confidence }) => ({
      cause,
      tell,
      confidence: confidence ?? null,
    })),
    ruled_out: [...ruled_out],
    evidence: evidence && {
      metrics: [...evidence.metrics],
      from: iso(evidence.from),
      to: iso(evidence.to),
      marks: evidence.marks.map(({ at, code }) => ({ at: iso(at), code })),
      levels: [...evidence.levels],
      series: evidence.series && {
        ...evidence.series,
        points: evidence.series.points.map(([at, value]): [string, number] => [iso(at), value]),
      },
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
