import { Button, Grid, Group, Text } from '@mantine/core';
import { IconCircleCheck, IconPrinter } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useParams } from 'react-router';
import { RepairBadge } from '../../entities/diagnostics/repair-badge.tsx';
import { RepairNotice } from '../../entities/diagnostics/repair-notice.tsx';
import type { MatterActs } from '../../entities/inbox/matter.ts';
import { useMatterActs } from '../../entities/inbox/use-matter-acts.tsx';
import { isSafe, useRecord } from '../../entities/offline/use-record.ts';
import { OrderSeverity, OrderStage } from '../../entities/work/order-badges.tsx';
import { type Order, useOrderPlace } from '../../entities/work/work-words.ts';
import { useFormats } from '../../lib/format.ts';
import { useQueuedFor } from '../../lib/offline/use-queue.ts';
import { withEntries } from '../../lib/offline/with-entries.ts';
import { paths } from '../../lib/paths.ts';
import { useMutation } from '../../lib/query/use-mutation.ts';

import { useQuery } from '../../lib/query/use-query.ts';
import { useGrants } from '../../lib/state/session-state.ts';
import { useText } from '../../lib/text.ts';
import type { SaveText } from '../../lib/words/use-own-text.ts';
import { LinkButton } from '../../ui/links/link-button.tsx';
import { TextLink } from '../../ui/links/text-link.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { NotFound } from '../../ui/states/not-found.tsx';
import { ErrorState, LoadingScreen } from '../../ui/states/states.tsx';
import { toast } from '../../ui/toast.ts';
import { type CheckEdit, Checklist } from './checklist.tsx';
import { CloseOrderDialog } from './close-order-dialog.tsx';
import { ClosingNotice } from './closing-notice.tsx';
import { Comments } from './comments.tsx';
import { editReference } from './edit-order.ts';
import { Facts } from './facts.tsx';
import { History } from './history.tsx';
import type { OrderChange } from './order-change.ts';
import { Photos } from './photos.tsx';
import { Picture } from './picture.tsx';
import { WayThere } from './way-there.tsx';
import { WorkedHere } from './worked-here.tsx';

/** One order: its task, checklist, comments, photos, and its closing. */
export default function WorkOrderScreen() {
  const id = Number(useParams().id);
  const read = useQuery(
    'workOrdersGet',
    { params: { id } },
    { live: ['work_orders'], skip: !Number.isInteger(id) },
  );
  if (!Number.isInteger(id)) return <NotFound />;
  // What is known stays in sight when it cannot be read again.
  if (!read.data && read.failure)
    return <ErrorState order={1} failure={read.failure} onRetry={read.refetch} />;
  if (!read.data) return <LoadingScreen />;
  // A key, so that input for one order is never carried over to another.
  return (
    <OrderDetails
      key={read.data.id}
      stored={read.data}
      since={read.fulfilledAt ?? 0}
      refetch={read.refetch}
    />
  );
}

/** The changes made on the page, each followed by a reload. */
function useChanges(order: Order, refetch: () => void) {
  const common = useText('common');
  const [patchOrder] = useMutation('workOrdersPatch');
  const record = useRecord(common('error.updating'));
  const change = async (body: OrderChange): Promise<boolean> => {
    const result = await patchOrder({ params: { id: order.id }, body });
    refetch();
    if (!result.ok) toast.failure(result, common('error.updating'));
    return result.ok;
  };
  const changeChecklist = async (check: CheckEdit): Promise<boolean> =>
    isSafe(await record({ kind: 'check', order: order.id, about: order.title, body: { check } }));
  const changeReference: SaveText = async (text, known) => {
    const result = await editReference(order.id, text, known);
    refetch();
    if (result === 'overtaken') return false;
    if (!result.ok) toast.failure(result, common('error.updating'));
    return result.ok;
  };
  return { change, changeChecklist, changeReference };
}

interface DetailsProps {
  /** As the server has it. */
  stored: Order;
  /** When it was read, ms since 1970. */
  since: number;
  refetch: () => void;
}
function OrderDetails({ stored, since, refetch }: DetailsProps) {
  const t = useText('work');
  const queued = useQueuedFor(stored.id, since);
  const order = useMemo(() => withEntries(stored, queued), [stored, queued]);
  const photos = queued.filter(({ kind, state }) => kind === 'photo' && state !== 'sent');
  const place = useOrderPlace();
  const edits = useGrants('member');
  const [closing, setClosing] = useState(false);
  const { change, changeChecklist, changeReference } = useChanges(order, refetch);
  const { acts, dialogs } = useMatterActs(refetch);
  return (
    <>
      <PageHeader
        compact
        title={order.title}
        description={place(order)}
        breadcrumbs={
          <TextLink to={paths.workOrders()} className="aw-no-print">
            {t('title')}
          </TextLink>
        }
        actions={
          <>
            <LinkButton
              to={paths.workRound({ ids: order.id })}
              variant="default"
              leftSection={<IconPrinter size={16} aria-hidden />}
            >
              {t('round.print_this')}
            </LinkButton>
            {edits ? (
              <Moves order={order} acts={acts} onMove={change} onClose={() => setClosing(true)} />
            ) : null}
          </>
        }
      />
      <Standing order={order} />
      <WorkedHere order={order} />
      <ClosingNotice queued={queued} />
      {order.verification ? <RepairNotice repair={order.verification} /> : null}
      <Picture order={order} />
      <Grid gap="md">
        <Grid.Col span={{ base: 12, md: 7 }}>
          <Checklist order={order} edits={edits} onEdit={changeChecklist} />
          <Photos order={order} waiting={photos} edits={edits} onDone={refetch} />
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 5 }}>
          <WayThere order={order} />
          <Facts order={order} edits={edits} onChange={change} onReference={changeReference} />
          <Others order={order} />
          <Comments order={order} edits={edits} onDone={refetch} />
          <History order={order} />
        </Grid.Col>
      </Grid>
      <CloseOrderDialog order={order} opened={closing} onClose={() => setClosing(false)} onDone={refetch} />
      {dialogs}
    </>
  );
}

/** Stage, severity, its day while it is open, and whether that is late. */
function Standing({ order }: { order: Order }) {
  const t = useText('work');
  const formats = useFormats();
  const { stage, severity, verification, after_deadline, due_on } = order;
  const waits = stage === 'open' || stage === 'planned';
  return (
    <Group gap="xs" mb="sm">
      <OrderStage stage={stage} />
      {verification && stage !== 'verifying' ? <RepairBadge state={verification.state} /> : null}
      <OrderSeverity severity={severity} />
      {waits && due_on !== null ? <Text>{t('board.due', { day: formats.day(due_on) })}</Text> : null}
      {after_deadline ? <Text c="red">{t('after_deadline')}</Text> : null}
    </Group>
  );
}

/** Other open matters of the same box: one way there for all. */
function Others({ order: { others } }: { order: Order }) {
  const t = useText('work');
  if (others.length === 0) return null;
  return (
    <Panel title={t('others')} mb="md" region gap="xs">
      {others.map(({ id, name, stage }) => (
        <Group key={id} gap="xs" justify="space-between">
          <TextLink to={paths.workOrder(id)} py={4} display="inline-block">
            {name}
          </TextLink>
          <OrderStage stage={stage} />
        </Group>
      ))}
    </Panel>
  );
}

interface MovesProps {
  order: Order;
  acts: MatterActs;
  onMove: (change: OrderChange) => Promise<boolean>;
  onClose: () => void;
}
function Moves({ order, acts, onMove, onClose }: MovesProps) {
  const t = useText('work');
  const inbox = useText('inbox');
  const name = order.rule ?? order.title;
  const matter = { id: order.id, client: order.client, box: order.box, name };
  if (order.stage === 'done' || order.stage === 'verifying')
    return <Button onClick={() => acts.ask('confirm', [matter])}>{inbox('confirm_repair')}</Button>;
  if (order.state === 'done') return null;
  if (order.state === 'proposed' || order.state === 'dismissed')
    return (
      <>
        {order.state === 'proposed' ? (
          <Button key="dismiss" variant="default" onClick={() => acts.ask('dismiss', [matter])}>
            {inbox('dismiss_ask')}
          </Button>
        ) : null}
        <Button key="accept" loading={acts.busy} onClick={() => acts.accept([matter])}>
          {inbox('accept')}
        </Button>
      </>
    );
  if (order.state === 'cancelled')
    return (
      <Button key="reopen" variant="default" onClick={() => void onMove({ state: 'open' })}>
        {t('move.reopen')}
      </Button>
    );
  return (
    <>
      <Button key="cancel" variant="default" onClick={() => void onMove({ state: 'cancelled' })}>
        {t('move.cancel')}
      </Button>
      <Button
        key={order.state}
        variant="default"
        onClick={() => (order.state === 'open' ? acts.ask('plan', [matter]) : void onMove({ state: 'open' }))}
      >
        {t(order.state === 'open' ? 'move.plan' : 'move.unplan')}
      </Button>
      <Button leftSection={<IconCircleCheck size={16} aria-hidden />} onClick={onClose}>
        {t('close.action')}
      </Button>
    </>
  );
}
