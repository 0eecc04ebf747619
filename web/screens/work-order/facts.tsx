import { TEXT_LENGTHS } from '@aerowatch/domain/text-lengths';
import { Anchor, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { AssigneeInput, DueInput, SeverityInput } from '../../entities/work/order-fields.tsx';
import { type Order, useKindName } from '../../entities/work/work-words.ts';
import { OwnTextInput } from '../../forms/own-text-input.tsx';
import { useFormats } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { useText } from '../../lib/text.ts';
import type { SaveText } from '../../lib/words/use-own-text.ts';
import { TextLink } from '../../ui/links/text-link.tsx';
import { Panel } from '../../ui/panel.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import type { OrderChange } from './order-change.ts';

interface Props {
  order: Order;
  edits: boolean;
  onChange: (change: OrderChange) => Promise<boolean>;
  onReference: SaveText;
}

/** Assignee, due date, origin and outcome. */
export function Facts({ order, edits, onChange, onReference }: Props) {
  const t = useText('work');
  const open = edits && (order.state === 'open' || order.state === 'planned');
  return (
    <Panel title={t('facts')} mb="md" region gap="sm">
      <Stack gap="sm">
        {order.description === '' ? null : (
          <Text style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{order.description}</Text>
        )}
        {open ? (
          <Stack gap="sm" className="aw-no-print">
            <AssigneeInput
              client={order.client}
              value={order.assignee}
              onChange={(assignee) => void onChange({ assignee })}
            />
            <DueInput late value={order.due_on} onChange={(due_on) => void onChange({ due_on })} />
            <SeverityInput value={order.severity} onChange={(severity) => void onChange({ severity })} />
          </Stack>
        ) : null}
        <Rows order={order} open={open} />
        {edits ? (
          <div className="aw-no-print">
            <Reference order={order} onSave={onReference} />
          </div>
        ) : null}
      </Stack>
    </Panel>
  );
}

type Row = readonly [name: string, value: ReactNode];

function Rows({ order, open }: { order: Order; open: boolean }) {
  const t = useText('work');
  const formats = useFormats();
  const ended = useEnd(order);
  const rows: Row[] = [
    [t('field.source'), <Source key="source" order={order} />],
    [
      t('field.box'),
      <TextLink key="box" to={paths.box(order.box)}>
        {order.place.serial_number || `#${order.box}`}
      </TextLink>,
    ],
    ...when(!open, [t('field.assignee'), order.assignee_name ?? '–']),
    ...when(!open, [t('field.due_on'), order.due_on === null ? '–' : formats.day(order.due_on)]),
    [t('field.created_by'), <Who key="made" name={order.created_by_name} at={order.created_at} />],
    ...ended,
    ...when(order.alerts.length > 0, [t('field.alerts'), <Alerts key="alerts" ids={order.alerts} />]),
  ];
  return (
    <Stack gap={6}>
      {rows.map(([name, value]) => (
        <Group key={name} justify="space-between" align="flex-start" gap="md" wrap="nowrap">
          <Text c="dimmed">{name}</Text>
          <Text ta="right" component="div" style={{ overflowWrap: 'anywhere' }}>
            {value}
          </Text>
        </Group>
      ))}
    </Stack>
  );
}

const when = (shown: boolean, row: Row): Row[] => (shown ? [row] : []);

/** The outcome. */
function useEnd({ closed_at, closed_by_name, verdict, mechanism, cause, acts, closing_note }: Order): Row[] {
  const t = useText('work');
  const formats = useFormats();
  const why = [mechanism && t(`mechanism.${mechanism}`), cause && t(`cause.${cause}`)]
    .filter(Boolean)
    .join(', ');
  const found = verdict === null ? '' : t(`verdict.${verdict}`);
  return [
    ...when(closed_at !== null, [
      t('field.closed_by'),
      <Who key="closed" name={closed_by_name} at={closed_at ?? ''} />,
    ]),
    ...when(verdict !== null, [t('field.verdict'), why === '' ? found : `${found} (${why})`]),
    ...when(acts.length > 0, [t('field.acts'), formats.list(acts.map((act) => t(`act.${act}`)))]),
    ...when(closing_note !== '', [t('field.closing_note'), closing_note]),
  ];
}

function Source({ order: { source } }: { order: Order }) {
  const t = useText('work');
  const common = useText('common');
  const kindName = useKindName();
  const from = common('labelled', { label: t(`source.${source.type}`), value: kindName(source.kind) });
  if (source.type !== 'alert' || source.id === null) return from;
  return <TextLink to={paths.alert(source.id)}>{from}</TextLink>;
}

function Alerts({ ids }: { ids: readonly number[] }) {
  return (
    <Group gap={8} justify="flex-end">
      {ids.map((id) => (
        <TextLink key={id} to={paths.alert(id)}>
          {`#${id}`}
        </TextLink>
      ))}
    </Group>
  );
}

function Who({ name, at }: { name: string | null; at: string }) {
  const t = useText('work');
  return (
    <>
      {name ?? t('comments.system')}, <RelativeTime time={at} />
    </>
  );
}

/** Its reference in the maintenance system. */
function Reference({ order, onSave }: { order: Order; onSave: SaveText }) {
  const t = useText('work');
  return (
    <OwnTextInput
      label={t('field.external_reference')}
      description={
        order.external_url === null ? undefined : (
          <Anchor href={order.external_url} target="_blank" rel="noreferrer" size="xs">
            {order.external_url}
          </Anchor>
        )
      }
      max={TEXT_LENGTHS.work_order.external_reference}
      stored={order.external_reference ?? ''}
      onSave={onSave}
    />
  );
}
