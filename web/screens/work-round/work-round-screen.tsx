import { DAY } from '@aerowatch/domain/durations';
import { Button, Group, Paper, Text, Title } from '@mantine/core';
import { IconPrinter, IconTool } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { BoxPicture } from '../../entities/box-map/box-picture.tsx';
import { pointsOf } from '../../entities/box-map/columns.ts';
import { useBoxColumns } from '../../entities/box-map/use-box-columns.ts';
import { OrderSeverity } from '../../entities/work/order-badges.tsx';
import { type Order, useOrderPlace, useToday } from '../../entities/work/work-words.ts';
import { useFormats } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { useQuery } from '../../lib/query/use-query.ts';
import { useText } from '../../lib/text.ts';
import { TextLink } from '../../ui/links/text-link.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { EmptyState, ErrorState, LoadingScreen } from '../../ui/states/states.tsx';
import classes from './work-round.module.css';

const MAX_ORDERS = 200;

/** The selected orders, else those planned for today or earlier, along the line. */
function useStops() {
  const [parameters] = useSearchParams();
  const today = useToday();
  const query: Record<string, string> = { ordering: 'line,kilometer_point', page_size: String(MAX_ORDERS) };
  for (const name of ['ids', 'line', 'mine', 'assignee'])
    if (parameters.get(name)) query[name] = parameters.get(name)!;
  const chosen = query.ids !== undefined;
  if (!chosen) Object.assign(query, { state: 'planned', due_before: dayAfter(today) });
  return { read: useQuery('workOrdersList', { query } as never), chosen };
}
const dayAfter = (day: string): string => new Date(Date.parse(day) + DAY).toISOString().slice(0, 10);

/** A day's round: orders by kilometre point, on a map, with checklists to tick on paper. */
export default function WorkRoundScreen() {
  const t = useText('work');
  const formats = useFormats();
  const { read, chosen } = useStops();
  if (read.failure) return <ErrorState order={1} failure={read.failure} onRetry={read.refetch} />;
  if (!read.data) return <LoadingScreen />;
  const { results, count } = read.data;
  return (
    <>
      <PageHeader
        compact
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
      {results.length === 0 ? (
        <EmptyState
          title={t(chosen ? 'empty' : 'round.none')}
          icon={IconTool}
          text={t(chosen ? 'empty_text' : 'round.none_text')}
        />
      ) : (
        <RoundMap orders={results} />
      )}
      {results.map((order) => (
        <Stop key={order.id} order={order} />
      ))}
    </>
  );
}

/** The stops on a map. */
function RoundMap({ orders }: { orders: readonly Order[] }) {
  const t = useText('work');
  const navigate = useNavigate();
  const { data: columns } = useBoxColumns();
  const points = useMemo(() => {
    const boxes = new Set(orders.map(({ box }) => box));
    const rows = columns?.id.flatMap((id, row) => (boxes.has(id) ? [row] : [])) ?? [];
    return columns === undefined || rows.length === 0 ? undefined : pointsOf(columns, rows);
  }, [columns, orders]);
  if (points === undefined) return null;
  return (
    <Paper mb="md" className={classes.map}>
      <BoxPicture
        points={points}
        label={t('round.map')}
        onPick={(id) => navigate(paths.box(id))}
        onPickSeveral={(boxes) => navigate(paths.map({ boxes }))}
      />
    </Paper>
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
