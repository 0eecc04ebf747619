import { WorkQuestion } from '../../entities/diagnostics/work-question.tsx';
import type { Order } from '../../entities/work/work-words.ts';
import { useQuery } from '../../lib/query/use-query.ts';

/** Asks, on the order about a step of the readings, whether the step itself was work. */
export function WorkedHere({ order: { id, aero, source } }: { order: Order }) {
  const read = useQuery(
    'diagnosticsList',
    { query: { aero: aero === null ? [] : [aero] } },
    { live: ['diagnostics'], skip: aero === null || source.type !== 'finding' },
  );
  const findings = read.data?.results.find((row) => row.aero === aero)?.findings ?? [];
  const asking = findings.find((one) => one.worked_at !== null && one.matter?.id === id);
  return aero === null || asking === undefined ? null : <WorkQuestion aero={aero} finding={asking} />;
}
