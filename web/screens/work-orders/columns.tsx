import { Text } from '@mantine/core';
import { useMemo } from 'react';
import { OrderSeverity, OrderStage } from '../../entities/work/order-badges.tsx';
import { isOverdue, type Order, useOrderPlace, useToday } from '../../entities/work/work-words.ts';
import { useFormats } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { useTable } from '../../lib/query/use-collection.ts';
import { useText } from '../../lib/text.ts';
import type { Column } from '../../table/column.ts';
import { TextLink } from '../../ui/links/text-link.tsx';
import { SmallText } from '../../ui/small-text.ts';

/** Columns of the list, by the server's sort keys. */
export function useOrderColumns(): Column<Order>[] {
  const subject = useSubjectColumns();
  const course = useCourseColumns();
  const further = useFurtherColumns();
  return useMemo(() => [...subject, ...course, ...further], [subject, course, further]);
}

/** Severity, title and place. */
function useSubjectColumns(): Column<Order>[] {
  const t = useText('work');
  const place = useOrderPlace();
  return useMemo<Column<Order>[]>(
    () => [
      {
        key: 'severity',
        label: t('field.severity'),
        besideName: true,
        value: (order) => order.severity,
        cell: (order) => <OrderSeverity severity={order.severity} />,
      },
      {
        key: 'title',
        label: t('field.title'),
        fixed: true,
        names: true,
        grows: true,
        minWidth: 210,
        cell: (order) => (
          <TextLink to={paths.workOrder(order.id)} fw={600} truncate display="block" title={order.title}>
            {order.title}
          </TextLink>
        ),
      },
      {
        key: 'place',
        label: t('field.place'),
        plain: true,
        cell: (order) => (
          <SmallText maw={220} truncate title={place(order)} data-truncate>
            {place(order)}
          </SmallText>
        ),
      },
    ],
    [t, place],
  );
}

/** State, day, assignee, verdict. */
function useCourseColumns(): Column<Order>[] {
  const t = useText('work');
  const formats = useFormats();
  const today = useToday();
  return useMemo<Column<Order>[]>(
    () => [
      {
        key: 'state',
        label: t('field.state'),
        plain: true,
        value: (order) => order.stage,
        cell: (order) => <OrderStage stage={order.stage} />,
      },
      {
        key: 'due_on',
        label: t('field.due_on'),
        value: (order) => order.due_on,
        cell: (order) => (
          <Text c={isOverdue(order, today) ? 'red' : undefined} fw={isOverdue(order, today) ? 600 : 400}>
            {order.due_on === null ? '–' : formats.day(order.due_on)}
          </Text>
        ),
      },
      {
        key: 'assignee',
        label: t('field.assignee'),
        plain: true,
        value: (order) => order.assignee_name,
        cell: (order) => <Text>{order.assignee_name ?? '–'}</Text>,
      },
      {
        key: 'verdict',
        label: t('field.verdict'),
        plain: true,
        cell: (order) => <Text>{order.verdict === null ? '–' : t(`verdict.${order.verdict}`)}</Text>,
      },
    ],
    [t, formats, today],
  );
}

/** Columns hidden by default. */
function useFurtherColumns(): Column<Order>[] {
  const t = useText('work');
  const formats = useFormats();
  const clients = useTable('clients');
  return useMemo<Column<Order>[]>(
    () => [
      {
        key: 'source',
        label: t('field.source'),
        hidden: true,
        cell: (order) => <Text>{t(`source.${order.source.type}`)}</Text>,
      },
      {
        key: 'external_reference',
        label: t('field.external_reference'),
        hidden: true,
        cell: (order) => <Text>{order.external_reference ?? '–'}</Text>,
      },
      {
        key: 'client',
        label: t('field.client'),
        hidden: true,
        cell: (order) => <Text>{clients[order.client]?.name ?? ''}</Text>,
      },
      {
        key: 'created_at',
        label: t('field.created_at'),
        hidden: true,
        value: (order) => order.created_at,
        cell: (order) => formats.date(order.created_at),
      },
      {
        key: 'closed_at',
        label: t('field.closed_at'),
        hidden: true,
        value: (order) => order.closed_at,
        cell: (order) => (order.closed_at === null ? '–' : formats.date(order.closed_at)),
      },
    ],
    [t, formats, clients],
  );
}
