import { type FindingKey, isPromised } from '@aerowatch/domain/faults/list';
import { curveWords } from '@aerowatch/i18n/finding-curve';
import { findingWords, type Say } from '@aerowatch/i18n/finding-words';
import { useMemo } from 'react';
import type { Answer } from '../../lib/api/contract.ts';
import { useFormats } from '../../lib/format.ts';
import { useText } from '../../lib/text.ts';

export type FleetRow = Answer<'diagnosticsList'>['results'][number];
export type Finding = FleetRow['findings'][number];
export type Verdict = FleetRow['verdict'];
export type Repair = NonNullable<FleetRow['repair']>;

const stands = ({ verdict }: Pick<Finding, 'verdict'>) => verdict === 'watch' || verdict === 'bad';

/** Texts of findings in the reader's language, units and time zone. */
export function useFindings() {
  const t = useText('diagnostics');
  const formats = useFormats();
  return useMemo(() => {
    const say: Say = (key, values) => t(key, values);
    const words = findingWords(say, formats);
    return {
      ...words,
      ...curveWords(say, formats),
      help: ({ key }: Finding) => {
        const help = t(`help.${key as 'seized'}`);
        return isPromised(key as FindingKey) ? help : `${help} ${t('unpromised')}`;
      },
    };
  }, [t, formats]);
}

/** Reported findings, the primary one first, then by severity. */
export function standing({ findings, primary, faults }: FleetRow): Finding[] {
  const place = ({ fault, key }: Finding) =>
    key === primary ? -1 : fault === null ? faults.length : faults.indexOf(fault);
  return findings.filter(stands).sort((a, b) => place(a) - place(b));
}
