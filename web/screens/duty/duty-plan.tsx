import type { DutyRosterAnswer } from '@aerowatch/contracts/api/duty';
import { dutyDay, dutyPlan } from '@aerowatch/domain/duty/roster';
import { Badge, Group, Table, Text, Title } from '@mantine/core';
import { useFormats } from '../../lib/format.ts';
import { useText } from '../../lib/text.ts';
import { SmallText } from '../../ui/small-text.ts';
import { usePersonName } from './person-name.ts';

/** Days shown: eight weeks. */
const SHOWN_DAYS = 56;

/** Who is on duty now, and in the next weeks. */
export function DutyPlan({ roster }: { roster: DutyRosterAnswer }) {
  const t = useText('duty');
  const formats = useFormats();
  const nameOf = usePersonName();
  const spans = dutyPlan(roster, dutyDay(roster, Date.now()), SHOWN_DAYS);
  return (
    <>
      <Group gap="xs" mb="sm">
        <Title order={2} size="h4">
          {t('now')}
        </Title>
        <Text fw={600}>{roster.on_duty === null ? t('nobody') : nameOf(roster.on_duty)}</Text>
        {roster.escalate_after === null ? null : (
          <Badge variant="light">{t('goes_on', { minutes: formats.number(roster.escalate_after) })}</Badge>
        )}
      </Group>
      <Table.ScrollContainer minWidth={300}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('days')}</Table.Th>
              <Table.Th>{t('person')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {spans.map(({ from, to, user, instead_of }) => (
              <Table.Tr key={from}>
                <Table.Th scope="row" fw={400}>
                  {from === to ? formats.day(from) : `${formats.day(from)} – ${formats.day(to)}`}
                </Table.Th>
                <Table.Td>
                  {nameOf(user)}
                  {instead_of === null ? null : (
                    <SmallText>{t('instead_of', { name: nameOf(instead_of) })}</SmallText>
                  )}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </>
  );
}
