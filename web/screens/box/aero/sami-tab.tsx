import type { Box } from '@aerowatch/contracts/api/boxes';
import { Stack, Table, Text } from '@mantine/core';
import { useFormats } from '../../../lib/format.ts';
import { useQuery } from '../../../lib/query/use-query.ts';
import { useText } from '../../../lib/text.ts';
import { SamiBadge } from '../../../ui/badges/sami-mark.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { ErrorState, LoadingLines } from '../../../ui/states/states.tsx';

/** Who or which supervisor changed the SAMI of each AERO, when, and why. */
export function SamiTab({ box }: { box: Box }) {
  const words = useText('domain');
  return (
    <Stack>
      {box.aeros.map((aero) => (
        <Panel title={words('aero', { position: aero.position })} key={aero.id} gap="sm">
          <History aero={aero.id} />
        </Panel>
      ))}
    </Stack>
  );
}

function History({ aero }: { aero: number }) {
  const t = useText('box');
  const formats = useFormats();
  const read = useQuery(
    'aerosSami',
    { params: { id: aero }, query: { page_size: 200 } },
    { live: ['aeros'] },
  );
  if (read.failure) return <ErrorState failure={read.failure} onRetry={read.refetch} />;
  if (!read.data) return <LoadingLines lines={3} />;
  if (read.data.results.length === 0) return <Text c="dimmed">{t('sami.none')}</Text>;
  return (
    <Table.ScrollContainer minWidth={560}>
      <Table
        data={{
          head: (['when', 'from', 'to', 'who', 'why'] as const).map((key) => t(`sami.${key}`)),
          body: read.data.results.map((row) => [
            formats.dateTime(row.at),
            <SamiBadge key="from" level={row.from} />,
            <SamiBadge key="to" level={row.to} />,
            row.user_name ??
              (row.supervisor_name ? t('sami.supervisor', { name: row.supervisor_name }) : t('sami.system')),
            row.reason,
          ]),
        }}
      />
    </Table.ScrollContainer>
  );
}
