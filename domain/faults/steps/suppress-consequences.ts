/** One cause, one report: consequences of a reported fault are not reported beside it. */

import type { Finding } from '../finding.ts';
import { isReported } from '../finding.ts';
import { type FindingKey, findingRow } from '../list.ts';
import { explains, inOrder } from './precedence.ts';

/** The findings; those explained by a stronger one become good, with `explained_by` in their details. */
export function suppressConsequences(findings: readonly Finding[]): Finding[] {
  const explained = new Map<FindingKey, FindingKey>();
  for (const finding of inOrder(findings)) {
    if (explained.has(finding.key)) continue;
    for (const key of explains(finding)) if (!findingRow(key).alwaysReported) explained.set(key, finding.key);
  }
  return findings.map((finding) => {
    const by = explained.get(finding.key);
    if (by === undefined || !isReported(finding)) return finding;
    return {
      ...finding,
      verdict: 'good',
      confidence: null,
      details: { ...finding.details, explained_by: by },
    };
  });
}
