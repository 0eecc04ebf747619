import { Group, Paper, Stack, Text } from '@mantine/core';
import { IconCalendarUser } from '@tabler/icons-react';
import { useState } from 'react';
import { ClientSelect } from '../../entities/clients/client-select.tsx';
import { useQuery } from '../../lib/query/use-query.ts';
import { useGrants, useProfile } from '../../lib/state/session-state.ts';
import { useText } from '../../lib/text.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { EmptyState, ErrorState, LoadingLines } from '../../ui/states/states.tsx';
import { DutyForm } from './duty-form.tsx';
import { DutyPlan } from './duty-plan.tsx';

/** The duty roster of a client: who is on duty, who follows, and who stands in. */
export default function DutyScreen() {
  const t = useText('duty');
  const admin = useGrants('admin');
  const own = useProfile()?.client ?? null;
  const [client, setClient] = useState<number | null>(own);
  return (
    <>
      <PageHeader title={t('title')} description={t('text')} />
      <Stack gap="lg">
        {admin ? <ClientSelect maw={420} value={client} onChange={setClient} /> : null}
        {client === null ? (
          <Text c="dimmed">{t('choose_client')}</Text>
        ) : (
          <OfClient key={client} client={client} />
        )}
      </Stack>
    </>
  );
}

function OfClient({ client }: { client: number }) {
  const t = useText('duty');
  const edits = useGrants('privileged');
  const read = useQuery('dutyRostersList', { query: { client: String(client) } }, { live: ['duty_rosters'] });
  if (read.failure) return <ErrorState failure={read.failure} onRetry={read.refetch} />;
  if (read.data === undefined) return <LoadingLines />;
  const roster = read.data.results[0];
  return (
    <Group align="flex-start" gap="lg">
      <Paper p={{ base: 'md', sm: 'lg' }} style={{ flex: '1 1 340px', minWidth: 0 }}>
        {roster === undefined ? (
          <EmptyState title={t('none')} icon={IconCalendarUser} />
        ) : (
          <DutyPlan roster={roster} />
        )}
      </Paper>
      {edits ? <DutyForm client={client} roster={roster} /> : null}
    </Group>
  );
}
