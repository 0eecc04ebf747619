import type { Box } from '@aerowatch/contracts/api/boxes';
import { Table } from '@mantine/core';
import { useFormats } from '../../../lib/format.ts';
import { useQuery } from '../../../lib/query/use-query.ts';
import { useText } from '../../../lib/text.ts';
import { Panel } from '../../../ui/panel.tsx';

/** The hardware that stood at this place, newest first; nothing while it is the first. */
export function HardwarePanel({ box }: { box: Box }) {
  const t = useText('box');
  const domain = useText('domain');
  const formats = useFormats();
  const hardware = useQuery(
    'boxesHardware',
    { params: { id: box.id } },
    { live: ['boxes'], skip: !box.hardware_replaced },
  ).data?.hardware;
  if (hardware === undefined || hardware.length < 2) return null;
  const when = (moment: string | null, otherwise: string) =>
    moment === null ? otherwise : formats.dateTime(moment);
  return (
    <Panel title={t('hardware.panel')} region>
      <Table.ScrollContainer minWidth={420}>
        <Table aria-label={t('hardware.panel')}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{domain('field.serial_number')}</Table.Th>
              <Table.Th>{t('sami.from')}</Table.Th>
              <Table.Th>{t('sami.to')}</Table.Th>
              <Table.Th>{t('sami.who')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {hardware.toReversed().map((one) => (
              <Table.Tr key={`${one.serial_number}${one.until}`}>
                <Table.Td>{one.serial_number}</Table.Td>
                <Table.Td>{when(one.from, t('hardware.first'))}</Table.Td>
                <Table.Td>{when(one.until, t('hardware.now'))}</Table.Td>
                <Table.Td>{one.user_name ?? '–'}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Panel>
  );
}
