import type { Alert } from '@aerowatch/contracts/api/alerts';
import { conditionValue, useConditionSentence } from '../../../entities/conditions/sentence.ts';
import { OrderStage } from '../../../entities/work/order-badges.tsx';
import { useFormats } from '../../../lib/format.ts';
import { paths } from '../../../lib/paths.ts';
import { useText } from '../../../lib/text.ts';
import { TextLink } from '../../../ui/links/text-link.tsx';
import { EntryState, EntryText } from './entry-text.tsx';
import type { WorkRow } from './timeline.ts';

/** An alert: its rule, what opened it, whether it is still open. */
export function AlertEntry({ alert }: { alert: Alert }) {
  const t = useText('box');
  const formats = useFormats();
  const { when } = useConditionSentence();
  const value = conditionValue(alert.condition, alert.value, formats);
  return (
    <EntryText
      head={
        <TextLink to={paths.alert(alert.id)} fw={600}>
          {alert.supervisor_name}
        </TextLink>
      }
      state={
        <EntryState color={alert.seen ? 'gray' : 'red'}>
          {t(alert.seen ? 'alerts.archived' : 'alerts.open')}
        </EntryState>
      }
      below={`${when(alert.condition)} (${value})`}
    />
  );
}

/** A work order, and its assignee. */
export function WorkEntry({ order }: { order: WorkRow }) {
  const t = useText('box');
  const formats = useFormats();
  const facts = [
    order.assignee_name ?? '',
    order.closed_at === null ? '' : t('history.closed', { when: formats.dateTime(order.closed_at) }),
  ];
  return (
    <EntryText
      head={
        <TextLink to={paths.workOrder(order.id)} fw={600}>
          {order.title}
        </TextLink>
      }
      state={<OrderStage stage={order.stage} />}
      below={facts.filter(Boolean).join(' · ')}
    />
  );
}
