/** Which of several findings causes the others. */
import { type Finding, faultOf, isReported } from '../finding.ts';
import { FAULT_ROWS, type FindingKey } from '../list.ts';

const RANK = { bad: 1, watch: 0 } as Record<string, number>;

/**
 * The faults in order: causes before their consequences, then by verdict, by precedence and by confidence.
 */
export function inOrder(findings: readonly Finding[]): Finding[] {
  const standing = findings.filter(isReported);
  const explained = new Set(standing.flatMap((finding) => explains(finding)));
  const rank = (finding: Finding) => [
    explained.has(finding.key) ? 0 : 1,
    RANK[finding.verdict] ?? 0,
    -FAULT_ROWS[faultOf(finding)].precedence,
    finding.confidence ?? 0,
  ];
  return standing
    .map((finding) => ({ finding, rank: rank(finding) }))
    .sort((a, b) => compare(b.rank, a.rank))
    .map(({ finding }) => finding);
}

function compare(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((value, i) => value !== b[i]);
  return at < 0 ? 0 : a[at]! - b[at]!;
}

/** Keys of the findings that follow from a finding, never including its own. */
export function explains(finding: Finding): FindingKey[] {
  return FAULT_ROWS[faultOf(finding)].explains.filter((key) => key !== finding.key);
}

/** The finding shown as the AERO's fault; null when there is none. */
export function primaryOf(findings: readonly Finding[]): FindingKey | null {
  return inOrder(findings)[0]?.key ?? null;
}
