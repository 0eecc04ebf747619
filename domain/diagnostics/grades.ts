import type { Finding } from './finding.ts';

/** How bad a finding is, as conditions compare it. */
const GRADES = { watch: 1, bad: 2 } as const;

/**
 * Findings with their grade (1 to watch, 2 bad), and those that could not be evaluated; all others are good
 * to conditions. So is a panel in full sun: nothing speaks for it or against it, and it has no better state
 * to return to.
 */
export function gradesOf(findings: readonly Finding[]): { stands: Record<string, 1 | 2>; unknown: string[] } {
  const stands: Record<string, 1 | 2> = {};
  const unknown: string[] = [];
  for (const { key, verdict, reason } of findings)
    if (verdict === 'watch' || verdict === 'bad') stands[key] = GRADES[verdict];
    else if (verdict !== 'good' && reason !== 'full_sun') unknown.push(key);
  return { stands, unknown };
}

/**
 * °C between the extreme of the place and the temperature at which the nearer stop is reached, negative beyond it; null
 * where neither is known.
 */
export function stopMargin(findings: readonly Finding[]): number | null {
  const margins = findings.flatMap(({ key, value, details: { extreme } }) => {
    if (value === null || typeof extreme !== 'number') return [];
    if (key === 'stop_hot') return [value - extreme];
    return key === 'stop_cold' ? [extreme - value] : [];
  });
  return margins.length === 0 ? null : Math.min(...margins);
}
