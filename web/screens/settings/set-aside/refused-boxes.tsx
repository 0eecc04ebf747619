import { Table, Text } from '@mantine/core';
import type { Answer } from '../../../lib/api/contract.ts';
import { useFormats } from '../../../lib/format.ts';
import { paths } from '../../../lib/paths.ts';
import { useQuery } from '../../../lib/query/use-query.ts';
import { useText } from '../../../lib/text.ts';
import { TextLink } from '../../../ui/links/text-link.tsx';
import { Panel } from '../../../ui/panel.tsx';

type Refused = Answer<'boxesRefused'>['results'][number];
const ASKED_EVERY = 60_000;

/** Boxes that tried to connect and were refused, with the reason and what to do; nothing where there are none. */
export function RefusedBoxes() {
  const t = useText('settings');
  const { data } = useQuery('boxesRefused', {}, { pollingInterval: ASKED_EVERY });
  if (data === undefined || data.results.length === 0) return null;
  return (
    <Panel title={t('aside.refused.title')} mb="md" region>
      <Text c="dimmed">{t('aside.refused.text')}</Text>
      <Table.ScrollContainer minWidth={560} mah={320}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('aside.refused.serial')}</Table.Th>
              <Table.Th>{t('aside.refused.why')}</Table.Th>
              <Table.Th>{t('aside.refused.address')}</Table.Th>
              <Table.Th ta="right">{t('aside.refused.count')}</Table.Th>
              <Table.Th>{t('aside.refused.last')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {data.results.map((row) => (
              <Row key={row.serial_number} row={row} />
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Panel>
  );
}

function Row({ row }: { row: Refused }) {
  const t = useText('settings');
  const formats = useFormats();
  const { serial_number, box } = row;
  return (
    <Table.Tr>
      <Table.Td>
        {box === null ? serial_number : <TextLink to={paths.box(box)}>{serial_number}</TextLink>}
      </Table.Td>
      <Table.Td>
        {box === null ? (
          <>
            {t('aside.refused.unknown')}
            {' · '}
            <TextLink to={paths.boxCreate({ serial_number })}>{t('aside.refused.add')}</TextLink>
          </>
        ) : (
          t('aside.refused.password')
        )}
      </Table.Td>
      <Table.Td>{row.address || '–'}</Table.Td>
      <Table.Td ta="right">{formats.number(row.count)}</Table.Td>
      <Table.Td>{formats.dateTime(row.last_at)}</Table.Td>
    </Table.Tr>
  );
}
