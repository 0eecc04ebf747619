/** Results as lines for people. */
import type { Finding, Verdict } from './row.ts';

const SIGN: Record<Verdict, string> = { met: '✓', missed: '✗', skipped: '–', shown: ' ' };

function number(value: number): string {
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return value.toLocaleString('en-US', { maximumFractionDigits: digits });
}

export function printFinding(finding: Finding): void {
  const { what, value, unit, reference, ratio, target, verdict, growth, note } = finding;
  const parts = [`${SIGN[verdict]} ${what}: ${value === null ? 'not measured' : `${number(value)} ${unit}`}`];
  if (reference !== undefined)
    parts.push(`reference ${number(reference)}${ratio === undefined ? '' : `, ratio ${ratio.toFixed(2)}`}`);
  if (target !== undefined) parts.push(`target ${target}`);
  process.stdout.write(`${parts.join(' | ')}\n`);
  if (growth !== undefined)
    process.stdout.write(
      `    at ${growth.sizes.map(number).join(' / ')}: ${growth.values.map(number).join(' / ')}, exponent ${growth.exponent.toFixed(2)}\n`,
    );
  if (note !== undefined) process.stdout.write(`    ${note}\n`);
}

export function printSummary(findings: readonly Finding[]): void {
  const count = (verdict: Verdict) => findings.filter((finding) => finding.verdict === verdict).length;
  process.stdout.write(
    `\n${count('met')} met, ${count('missed')} missed, ${count('skipped')} skipped, ${count('shown')} shown without a target\n`,
  );
  for (const { what, note } of findings.filter(({ verdict }) => verdict === 'missed'))
    process.stdout.write(`  missed: ${what}${note === undefined ? '' : ` (${note})`}\n`);
}
