import { Button, Group, Paper, Text, Title } from '@mantine/core';
import { IconPrinter, IconTool } from '@tabler/icons-react';
import { useSearchParams } from 'react-router';
import { OrderSeverity } from '../../entities/work/order-badges.tsx';
import { type Order, useOrderPlace } from '../../entities/work/work-words.ts';
import { useFormats } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { useQuery } from '../../lib/query/use-query.ts';
import { useText } from '../../lib/text.ts';
import { TextLink } from '../../ui/links/text-link.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { EmptyState, ErrorState, LoadingScreen } from '../../ui/states/states.tsx';
import classes from './work-round.module.css';

const MAX_ORDERS = 200;

/** A day's round on paper: orders in the order of kilometre points, with their checklists to tick. */
export default function WorkRoundScreen() {
  const t = useText('work');
  const formats = useFormats();
  const [parameters] = useSearchParams();
  const query: Record<string, string> = { ordering: 'line,kilometer_point', page_size: String(MAX_ORDERS) };
  for (const name of ['ids', 'line', 'mine', 'assignee'])
    if (parameters.get(name)) query[name] = parameters.get(name)!;
  if (query.ids === undefined) query.state = 'open,planned';
  const read = useQuery('workOrdersList', { query } as never);
  if (read.failure) return <ErrorState order={1} failure={read.failure} onRetry={read.refetch} />;
  if (!read.data) return <LoadingScreen />;
  const { results, count } = read.data;
  return (
    <>
      <PageHeader
        title={t('round.title')}
        description={t('round.description', { count: results.length, day: formats.date(Date.now()) })}
        breadcrumbs={
          <TextLink to={paths.workOrders()} className="aw-no-print">
            {t('title')}
          </TextLink>
        }
        actions={
          <Button leftSection={<IconPrinter size={16} aria-hidden />} onClick={() => print()}>
            {t('round.print_this')}
          </Button>
        }
      />
      <Text size="md" fw={700} mb="md">
        {t('check.isolation')}
      </Text>
      {count > results.length ? (
        <Text size="md" c="red" mb="md">
          {t('round.too_many', { most: MAX_ORDERS, count })}
        </Text>
      ) : null}
      {results.length === 0 ? <EmptyState title={t('empty')} icon={IconTool} text={t('empty_text')} /> : null}
      {results.map((order) => (
        <Stop key={order.id} order={order} />
      ))}
    </>
  );
}

function Stop({ order }: { order: Order }) {
  const t = useText('work');
  const formats = useFormats();
  const place = useOrderPlace();
  const { latitude, longitude } = order.place;
  const where = [
    place(order),
    latitude === null || longitude === null ? '' : `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`,
  ];
  return (
    <Paper p="md" mb="md" className={classes.stop}>
      <Group justify="space-between" gap="sm">
        <Title order={2} size="h4">
          {order.title}
        </Title>
        <OrderSeverity severity={order.severity} />
      </Group>
      <Text>{where.filter(Boolean).join(' · ')}</Text>
      <Text c="dimmed" mb="xs">
        {[
          t('one', { id: order.id }),
          order.external_reference,
          order.assignee_name,
          order.due_on === null ? null : t('board.due', { day: formats.day(order.due_on) }),
        ]
          .filter(Boolean)
          .join(' · ')}
      </Text>
      {order.description === '' ? null : <Text mb="xs">{order.description}</Text>}
      <ul className={classes.checks}>
        {order.checklist.map((check, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no name but their place
          <li key={index}>
            <span aria-hidden className={classes.box} data-done={check.done || undefined} />
            <span>
              {check.text}
              {check.note === '' ? '' : ` – ${check.note}`}
            </span>
          </li>
        ))}
      </ul>
      <Text mt="sm">{t('round.found')}</Text>
      <div className={classes.write} aria-hidden />
    </Paper>
  );
}
