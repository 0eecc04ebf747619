import { ifMatchOf } from '@aerowatch/contracts/version';
import { WORK_STATES, type WorkState } from '@aerowatch/domain/work/orders';
import { Group, Paper, Select, Text, Title } from '@mantine/core';
import { OrderSeverity, OrderStage } from '../../entities/work/order-badges.tsx';
import { isOverdue, type Order, useOrderPlace, useToday } from '../../entities/work/work-words.ts';
import { useFormats } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { useMutation } from '../../lib/query/use-mutation.ts';
import { useQuery } from '../../lib/query/use-query.ts';
import { useText } from '../../lib/text.ts';
import { TextLink } from '../../ui/links/text-link.tsx';
import { SmallText } from '../../ui/small-text.ts';
import { ErrorState, LoadingLines } from '../../ui/states/states.tsx';
import { toast } from '../../ui/toast.ts';
import classes from './board.module.css';

/** Maximum cards in one column; the list shows the rest. */
const MAX_CARDS = 50;

/** A column per state; a card is moved through its menu, also by keyboard. */
export function Board({ query }: { query: Record<string, string> }) {
  return (
    <div className={classes.board}>
      {WORK_STATES.map((state) => (
        <BoardColumn key={state} state={state} query={query} />
      ))}
    </div>
  );
}

function BoardColumn({ state, query }: { state: WorkState; query: Record<string, string> }) {
  const t = useText('work');
  const { number } = useFormats();
  const ended = state === 'done' || state === 'cancelled';
  const ordering = ended ? '-closed_at' : 'due_on,-severity';
  const options = { query: { ...query, state, ordering, page_size: String(MAX_CARDS) } };
  const read = useQuery('workOrdersList', options as never, { live: ['work_orders'] });
  const count = read.data?.count ?? 0;
  return (
    <section className={classes.column} aria-label={t(`state.${state}`)}>
      <Group justify="space-between" mb="xs">
        <Title order={2} size="h5">
          {t(`state.${state}`)}
        </Title>
        <Text c="dimmed">{number(count, 0)}</Text>
      </Group>
      {read.failure ? <ErrorState failure={read.failure} onRetry={read.refetch} /> : null}
      {read.isLoading ? <LoadingLines lines={3} /> : null}
      {read.data?.results.map((order) => (
        <OrderCard key={order.id} order={order} onMoved={read.refetch} />
      ))}
      {read.data && count === 0 ? <Text c="dimmed">{t('board.none')}</Text> : null}
      {count > MAX_CARDS ? <SmallText>{t('board.more', { count: count - MAX_CARDS })}</SmallText> : null}
    </section>
  );
}

/** An order as a card; moved by its menu. */
export function OrderCard({ order, onMoved }: { order: Order; onMoved: () => void }) {
  const t = useText('work');
  const common = useText('common');
  const [patchOrder] = useMutation('workOrdersPatch');
  const formats = useFormats();
  const place = useOrderPlace();
  const late = isOverdue(order, useToday());
  const move = async (state: string | null): Promise<void> => {
    if (state === null || state === order.state) return;
    const body = { state: state as WorkState };
    const result = await patchOrder({ params: { id: order.id }, body, etag: ifMatchOf(order) });
    if (!result.ok) toast.failure(result, common('error.updating'));
    // Also after a conflict with another user: their change is shown.
    onMoved();
  };
  // Orders are closed on their own page: closing needs a verdict.
  const states = (['open', 'planned', 'cancelled'] as const).filter(
    (state) => order.state !== 'cancelled' || state !== 'planned',
  );
  return (
    <Paper p="sm" mb="xs" withBorder>
      <TextLink to={paths.workOrder(order.id)} fw={600} style={{ overflowWrap: 'anywhere' }}>
        {order.title}
      </TextLink>
      <SmallText>{place(order)}</SmallText>
      <Group gap={6} mt={6}>
        {order.state === 'done' ? <OrderStage stage={order.stage} /> : null}
        <OrderSeverity severity={order.severity} />
        {order.due_on === null ? null : (
          <Text size="xs" c={late ? 'red' : 'dimmed'} fw={late ? 600 : 400}>
            {t('board.due', { day: formats.day(order.due_on) })}
          </Text>
        )}
      </Group>
      <Group gap={6} mt={6} justify="space-between" wrap="nowrap">
        <Text size="xs" truncate>
          {order.verdict === null ? (order.assignee_name ?? t('nobody')) : t(`verdict.${order.verdict}`)}
        </Text>
        {order.state === 'done' ? null : (
          <Select
            size="xs"
            w={120}
            style={{ flex: 'none' }}
            aria-label={common('labelled', { label: t('field.state'), value: order.title })}
            data={states.map((state) => ({ value: state, label: t(`state.${state}`) }))}
            value={order.state}
            allowDeselect={false}
            onChange={(state) => void move(state)}
          />
        )}
      </Group>
    </Paper>
  );
}
