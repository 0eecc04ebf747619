import type { Alert } from '@aerowatch/contracts/api/alerts';
import { Stack, Text } from '@mantine/core';
import { conditionValue } from '../../entities/conditions/sentence.ts';
import { paths } from '../../lib/paths.ts';
import type { Column } from '../../table/column.ts';
import { TextLink } from '../../ui/links/text-link.tsx';
import type { ColumnParts } from './column-parts.ts';

/** Hidden at first: the rule, its condition, and what came after the first value. */
export function detailColumns({ t, formats, when, archived, others }: ColumnParts): Column<Alert>[] {
  return [
    {
      key: 'condition',
      label: t('column.condition'),
      hidden: true,
      wrap: true,
      minWidth: 200,
      value: (alert) => when(alert.condition),
      cell: (alert) => (
        <Stack gap={0}>
          <Text>{when(alert.condition)}</Text>
          {others(alert).map((other) => (
            <TextLink key={other.id} to={paths.alert(other.id)} size="xs">
              {`+ ${when(other.condition)}`}
            </TextLink>
          ))}
        </Stack>
      ),
    },
    {
      key: 'supervisor',
      label: t('column.supervisor'),
      hidden: true,
      value: (alert) => alert.supervisor_name,
      cell: (alert) => <Text>{alert.supervisor_name}</Text>,
    },
    {
      key: 'last_value',
      label: t('column.last'),
      align: 'right',
      hidden: true,
      value: (alert) => alert.last_value,
      cell: (alert) => conditionValue(alert.condition, alert.last_value, formats),
    },
    {
      key: 'occurrences',
      label: t('column.occurrences'),
      align: 'right',
      hidden: !archived,
      value: (alert) => alert.occurrences,
      cell: (alert) => formats.number(alert.occurrences, 0),
    },
  ];
}

export function clientColumn({ t, clientOf }: ColumnParts): Column<Alert> {
  return {
    key: 'client',
    label: t('column.client'),
    hidden: true,
    value: clientOf,
    cell: clientOf,
  };
}
