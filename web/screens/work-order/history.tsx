import { DISMISSAL_REASONS, WORK_VERDICTS } from '@aerowatch/domain/work/orders';
import { Stack, Text } from '@mantine/core';
import type { Order } from '../../entities/work/work-words.ts';
import type { Answer } from '../../lib/api/contract.ts';
import { useFormats } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { useQuery } from '../../lib/query/use-query.ts';
import { useText } from '../../lib/text.ts';
import { TextLink } from '../../ui/links/text-link.tsx';
import { Panel } from '../../ui/panel.tsx';
import { SmallText } from '../../ui/small-text.ts';
import { Unread } from '../../ui/states/states.tsx';
import classes from './work-order.module.css';

type Event = Answer<'workOrdersHistory'>[number];

/** The events of a matter, from the first sign to the proven repair, with user and time. */
export function History({ order }: { order: Order }) {
  const t = useText('work');
  const read = useQuery(
    'workOrdersHistory',
    { params: { id: order.id } },
    { live: ['matters', 'work_orders'] },
  );
  return (
    <Panel title={t('history.title')} mb="md" region gap="xs">
      {read.data === undefined ? (
        <Unread read={read} lines={3} />
      ) : (
        <Stack gap={6} component="ol" className={classes.history}>
          {read.data.map((event) => (
            <HistoryLine key={`${event.type} ${event.at} ${event.detail.from}`} event={event} />
          ))}
        </Stack>
      )}
    </Panel>
  );
}

function HistoryLine({ event }: { event: Event }) {
  const t = useText('work');
  const formats = useFormats();
  const more = useDetail(event);
  const { at, user_name, detail } = event;
  const other = detail.into ?? detail.from;
  return (
    <li>
      <Text span fw={600}>
        {useHeadline(event)}
      </Text>{' '}
      {typeof other === 'number' ? (
        <TextLink to={paths.workOrder(other)}>{t('one', { id: other })}</TextLink>
      ) : null}
      <SmallText>
        {user_name ?? t('comments.system')} · {formats.dateTime(at)}
      </SmallText>
      {more === '' ? null : <Text style={{ overflowWrap: 'anywhere' }}>{more}</Text>}
    </li>
  );
}

/** The event in two or three words. */
function useHeadline({ type, user, detail }: Event): string {
  const t = useText('work');
  const formats = useFormats();
  if (type === 'joined') return t(detail.from === undefined ? 'history.joined_into' : 'history.joined');
  if (type === 'due' && typeof detail.day === 'string')
    return t('history.due', { day: formats.day(detail.day) });
  if (type === 'assigned') {
    if (detail.assignee === null) return t('history.unassigned');
    if (detail.assignee === user) return t('history.taken_over');
    return t('history.assigned', { name: String(detail.assignee_name ?? '–') });
  }
  if (type === 'on_duty' || type === 'escalated')
    return t(`history.${type}`, { name: String(detail.assignee_name ?? '–') });
  return t(type === 'due' ? 'history.undue' : `history.${type}`);
}

const among = <T extends string>(list: readonly T[], value: unknown): T | undefined =>
  list.find((one) => one === value);

/** Reason, end, comment, finding and verification of the event. */
function useDetail({ detail }: Event): string {
  const t = useText('work');
  const inbox = useText('inbox');
  const diagnostics = useText('diagnostics');
  const formats = useFormats();
  const { reason, until, why, verdict, moved, called, comment } = detail;
  const dismissed = among(DISMISSAL_REASONS, reason);
  const returned = among(['worse', 'day'], why);
  const found = among(WORK_VERDICTS, verdict);
  return [
    dismissed === undefined ? '' : t(`dismissal.${dismissed}`),
    typeof until === 'string' ? `${inbox('until')} ${formats.day(until)}` : '',
    returned === undefined ? '' : inbox(`returned.${returned}`),
    found === undefined ? '' : t(`verdict_plain.${found}`),
    typeof moved === 'number' && typeof called === 'number' && called > 0
      ? diagnostics('repair.travel', {
          moved: formats.quantity('length_small', moved),
          called: formats.quantity('length_small', called),
        })
      : '',
    typeof comment === 'string' ? comment : '',
  ]
    .filter((part) => part !== '')
    .join(' · ');
}
