import type { Finding } from './finding.ts';

/** How bad a finding is, as a number that conditions compare. */
const GRADES = { watch: 1, bad: 2 } as const;

/**
 * Findings with their grade (1 to watch, 2 bad), and those that could not be evaluated. Conditions take all
 * others as good, also a panel in full sun: nothing indicates a fault or excludes one, and it cannot become
 * any better.
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
 * °C between the extreme temperature of the place and the temperature at which the nearer stop is reached;
 * negative if the stop lies within the extremes. Null where neither is known.
 */
export function stopMargin(findings: readonly Finding[]): number | null {
  const margins = findings.flatMap(({ key, value, details: { extreme } }) => {
    if (value === null || typeof extreme !== 'number') return [];
    if (key === 'stop_hot') return [value - extreme];
    return key === 'stop_cold' ? [extreme - value] : [];
  });
  return margins.length === 0 ? null : Math.min(...margins);
}
