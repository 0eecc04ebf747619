import { Button, FileButton, Group, Table, Text } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useState } from 'react';
import { ClientSelect } from '../../../entities/clients/client-select.tsx';
import type { Answer } from '../../../lib/api/contract.ts';
import { useFormats } from '../../../lib/format.ts';
import { useBusy } from '../../../lib/hooks/use-busy.ts';
import { paths } from '../../../lib/paths.ts';
import { useMutation } from '../../../lib/query/use-mutation.ts';
import { useQuery } from '../../../lib/query/use-query.ts';
import { upload } from '../../../lib/query/write.ts';
import { useGrants } from '../../../lib/state/session-state.ts';
import { useText } from '../../../lib/text.ts';
import { TextLink } from '../../../ui/links/text-link.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { SmallText } from '../../../ui/small-text.ts';
import { toast } from '../../../ui/toast.ts';

type Waiting = Answer<'boxesWaiting'>['results'][number];
const ASKED_EVERY = 60_000;
const TABLES = '.csv,.xlsx';

/** Boxes that came with their manufacturer's claim and have no client yet; administrators give them one. */
export function WaitingBoxes() {
  return useGrants('admin') ? <Waits /> : null;
}

function Waits() {
  const t = useText('settings');
  const { data, refetch } = useQuery('boxesWaiting', {}, { pollingInterval: ASKED_EVERY, live: ['boxes'] });
  if (data === undefined) return null;
  return (
    <Panel title={t('aside.newcomers.title')} aside={<ImportClaims />} mb="md" region>
      <Text c="dimmed">{t(data.results.length === 0 ? 'aside.newcomers.none' : 'aside.newcomers.text')}</Text>
      {data.results.length === 0 ? null : (
        <Table.ScrollContainer minWidth={760} mah={320}>
          <Table>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('aside.refused.serial')}</Table.Th>
                <Table.Th>{t('aside.refused.address')}</Table.Th>
                <Table.Th>{t('aside.newcomers.since')}</Table.Th>
                <Table.Th>{t('aside.newcomers.measures')}</Table.Th>
                <Table.Th>{t('aside.newcomers.accept')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {data.results.map((row) => (
                <Row key={row.box} row={row} onDone={refetch} />
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
    </Panel>
  );
}

function Row({ row, onDone }: { row: Waiting; onDone: () => void }) {
  const t = useText('settings');
  const formats = useFormats();
  const [client, setClient] = useState<number | null>(null);
  const [patch, busy] = useMutation('boxesPatch');
  const accept = async () => {
    const result = await patch({ params: { id: row.box }, body: { client } });
    if (!result.ok) return toast.failure(result);
    toast.success(t('aside.newcomers.accepted', { name: row.serial_number }));
    onDone();
  };
  return (
    <Table.Tr>
      <Table.Td>
        <TextLink to={paths.box(row.box)}>{row.serial_number}</TextLink>
      </Table.Td>
      <Table.Td>{row.address || '–'}</Table.Td>
      <Table.Td>{formats.dateTime(row.since)}</Table.Td>
      <Table.Td>
        {formats.number(row.measures)}
        {row.aeros.map((aero) => (
          <First key={aero.position} aero={aero} />
        ))}
        {row.full ? <SmallText>{t('aside.newcomers.full')}</SmallText> : null}
      </Table.Td>
      <Table.Td>
        <Group gap="xs" wrap="nowrap" align="flex-end">
          <ClientSelect w={200} value={client} onChange={setClient} />
          <Button variant="default" disabled={client === null} loading={busy} onClick={() => void accept()}>
            {t('aside.newcomers.act')}
          </Button>
        </Group>
      </Table.Td>
    </Table.Tr>
  );
}

/** The newest values of one AERO. */
function First({ aero }: { aero: Waiting['aeros'][number] }) {
  const domain = useText('domain');
  const formats = useFormats();
  if (aero.measured_at === null) return null;
  const values = (['stroke', 'pressure', 'temperature'] as const).flatMap((key) => {
    const value = aero[key];
    return value === null ? [] : [formats.metric(key, value)];
  });
  return <SmallText>{[domain('aero', { position: aero.position }), ...values].join(' · ')}</SmallText>;
}

/** The manufacturer's file of serial numbers and claim codes. */
function ImportClaims() {
  const t = useText('settings');
  const [busy, during] = useBusy();
  const choose = async (file: File | null) => {
    if (file === null) return;
    const result = await during(upload('boxesClaimsImport', { file, fileName: file.name }));
    if (!result.ok) return toast.failure(result);
    const { rows, stored, used, errors } = result.data;
    const [first] = errors;
    if (first === undefined) toast.success(t('aside.newcomers.imported', { stored, used }));
    else
      toast.error(
        t('aside.newcomers.not_imported', { rows, wrong: errors.length, row: first.row }),
        Object.values(first.errors).flat()[0],
      );
  };
  return (
    <FileButton accept={TABLES} onChange={(file) => void choose(file)}>
      {(props) => (
        <Button
          {...props}
          variant="default"
          size="xs"
          loading={busy}
          leftSection={<IconUpload size={16} aria-hidden />}
        >
          {t('aside.newcomers.import')}
        </Button>
      )}
    </FileButton>
  );
}
