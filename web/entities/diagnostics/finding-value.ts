import type { FindingKey } from '@aerowatch/domain/diagnostics/finding';
import type { Answer } from '../../lib/api/contract.ts';
import { type Formats, useFormats } from '../../lib/format.ts';
import { useText } from '../../lib/text.ts';

export type FleetRow = Answer<'diagnosticsList'>['results'][number];
export type Finding = FleetRow['findings'][number];
export type FindingName = FindingKey;

export const VERDICT_COLORS = {
  good: 'teal',
  watch: 'yellow',
  bad: 'red',
  unknown: 'gray',
  not_watched: 'gray',
} as const;
export const VERDICT_RANK = { bad: 3, watch: 2, unknown: 1, not_watched: 1, good: 0 } as const;

/** A finding's number in the reader's units. */
export function findingText(
  finding: Finding,
  formats: Formats,
  say: { never: string; unit(unit: string): string },
): string {
  const { value } = finding;
  if (value === null) return '–';
  if (finding.key === 'health_ratio') return formats.percent(value);
  // An AERO that hardly moves meets its stop at no temperature there is.
  if (finding.unit === '°C')
    return Math.abs(value) > 200 ? say.never : formats.quantity('temperature', value);
  if (finding.unit === 'mm') return formats.quantity('length_small', value);
  if (finding.unit === 'mm/d')
    return `${formats.quantity('length_small', value, false)}\u00a0${formats.unit('length_small')}${say.unit('/d')}`;
  if (finding.unit === '%') return formats.percent(value / 100, 1);
  if (finding.unit === null) return formats.number(value, 0);
  return `${formats.number(value, 1)}\u00a0${say.unit(finding.unit)}`;
}

/** Units of findings that hold a word; the others are the same everywhere. */
const WORDED = ['/d', '%/month', 'mV/week'] as const;
const isWorded = (unit: string): unit is (typeof WORDED)[number] =>
  (WORDED as readonly string[]).includes(unit);

/** Says findings: name, value, why not, what it means. */
export function useFindings() {
  const t = useText('diagnostics');
  const formats = useFormats();
  const say = {
    never: t('value.never'),
    unit: (unit: string) => (isWorded(unit) ? t(`unit.${unit}`) : unit),
  };
  const nameOf = (finding: Finding) => t(`name.${finding.key as FindingName}`);
  return {
    name: nameOf,
    /** What the verdict of an AERO rests on: the findings as bad as it. */
    named: ({ verdict, findings }: FleetRow) =>
      verdict === 'bad' || verdict === 'watch'
        ? formats.list(findings.filter((finding) => finding.verdict === verdict).map(nameOf))
        : '',
    help: (finding: Finding) => t(`help.${finding.key as FindingName}`),
    value: (finding: Finding) =>
      finding.evaluable ? findingText(finding, formats, say) : t(`reason.${finding.reason as 'no_data'}`),
    verdict: (verdict: FleetRow['verdict']) => t(`verdict.${verdict}`),
  };
}
