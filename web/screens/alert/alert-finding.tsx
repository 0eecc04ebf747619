import type { Alert } from '@aerowatch/contracts/api/alerts';
import { FindingHead } from '../../entities/diagnostics/finding-card.tsx';
import { useQuery } from '../../lib/query/use-query.ts';
import { useText } from '../../lib/text.ts';
import { Panel } from '../../ui/panel.tsx';
import { ErrorLine } from '../../ui/states/states.tsx';

/** For an alert on a diagnosis: the present finding, its confidence, and what to do. */
export function AlertFinding({ alert: { aero, finding } }: { alert: Alert }) {
  const t = useText('alerts');
  const read = useQuery(
    'diagnosticsList',
    { query: { aero: [aero] } },
    { live: ['diagnostics'], skip: finding === null },
  );
  const now = read.data?.results[0]?.findings.find(({ key }) => key === finding?.key);
  const { failure } = read;
  if (now === undefined && failure === undefined) return null;
  return (
    <Panel title={t('one.finding')}>
      {now ? <FindingHead finding={now} first={false} /> : null}
      {now === undefined && failure ? <ErrorLine failure={failure} onRetry={read.refetch} /> : null}
    </Panel>
  );
}
