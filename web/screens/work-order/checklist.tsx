import { METRICS } from '@aerowatch/domain/metrics';
import { TEXT_LENGTHS } from '@aerowatch/domain/text-lengths';
import { Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconPlus } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { useBoxLatest } from '../../entities/box-map/use-box-latest.ts';
import type { Check, Order } from '../../entities/work/work-words.ts';
import { OwnTextInput } from '../../forms/own-text-input.tsx';
import { TextField } from '../../forms/text-field.tsx';
import { useFormats } from '../../lib/format.ts';
import { useText } from '../../lib/text.ts';
import { Panel } from '../../ui/panel.tsx';
import { SmallText } from '../../ui/small-text.ts';
import { byHandOf, differenceOf, type Measured, withUnit } from './by-hand.ts';
import classes from './work-order.module.css';

interface Props {
  order: Order;
  edits: boolean;
  onEdit: (edit: CheckEdit) => Promise<boolean>;
}
/** A change of one line; `known` are the notes that it may replace, any other stays beside it. */
export type CheckEdit = Pick<Check, 'code' | 'text'> &
  Partial<Pick<Check, 'done' | 'note'>> & { readonly known?: string[] };

/** The tasks, item by item; ticked when done, with measured values. */
export function Checklist({ order, edits, onEdit }: Props) {
  const t = useText('work');
  const { checklist } = order;
  const { measures } = useBoxLatest(order.box);
  const open = edits && (order.state === 'open' || order.state === 'planned');
  const done = checklist.filter((check) => check.done).length;
  return (
    <Panel
      title={t('checklist.title')}
      mb="md"
      region
      gap="sm"
      aside={<Text c="dimmed">{t('checklist.done', { done, count: checklist.length })}</Text>}
    >
      <Stack gap={0}>
        {checklist.map((check, index) => (
          <Line
            // biome-ignore lint/suspicious/noArrayIndexKey: lines have no name but their place
            key={index}
            check={check}
            open={open}
            measure={order.aero === null ? undefined : measures[order.aero]}
            onSave={(change) => onEdit({ code: check.code, text: check.text, ...change })}
          />
        ))}
        {open ? <AddLine onAdd={(text) => onEdit({ code: null, text })} /> : null}
      </Stack>
    </Panel>
  );
}

interface LineProps {
  check: Check;
  open: boolean;
  /** The console's latest measure, if it can be compared. */
  measure: Measured | undefined;
  onSave: (change: Omit<CheckEdit, 'code' | 'text'>) => Promise<boolean>;
}
function Line({ check, open, measure, onSave }: LineProps) {
  const t = useText('work');
  const common = useText('common');
  const formats = useFormats();
  const metric = byHandOf(check);
  const isSafety = check.code === 'isolation';
  return (
    <div className={classes.line}>
      <Checkbox
        size="md"
        checked={check.done}
        disabled={!open}
        onChange={(event) => void onSave({ done: event.currentTarget.checked })}
        label={
          <Text fw={isSafety ? 700 : 400} c={open ? undefined : 'var(--mantine-color-text)'}>
            {isSafety ? (
              <IconAlertTriangle size={15} aria-hidden style={{ verticalAlign: '-2px', marginRight: 4 }} />
            ) : null}
            {check.text}
          </Text>
        }
      />
      {open && !isSafety ? (
        <Group ml={36} mt={2} gap="xs" className="aw-no-print">
          <OwnTextInput
            flex="1 1 160px"
            size="sm"
            max={TEXT_LENGTHS.work_order.task_note}
            aria-label={common('labelled', { label: t('checklist.note'), value: check.text })}
            placeholder={
              metric === undefined
                ? t('checklist.note')
                : t('checklist.by_hand', { unit: formats.metricUnit(metric) })
            }
            {...(metric === undefined
              ? {}
              : { inputMode: 'decimal', complete: (note: string) => withUnit(note, metric, formats) })}
            stored={check.note}
            merges
            onSave={(note, known) => onSave({ note, known: [...known] })}
          />
          <Compared check={check} measure={measure} />
        </Group>
      ) : null}
      {check.note === '' ? null : (
        <SmallText ml={36} className={open ? classes.paper : undefined}>
          {check.note}
        </SmallText>
      )}
    </div>
  );
}

/** The console's measure, and the difference of the typed value. */
function Compared({ check, measure }: Pick<LineProps, 'check' | 'measure'>) {
  const t = useText('work');
  const formats = useFormats();
  const metric = byHandOf(check);
  const value = metric === undefined ? null : (measure?.[metric] ?? null);
  if (metric === undefined || value === null) return null;
  const off = differenceOf(check.note, metric, value, formats);
  return (
    <SmallText span className={classes.console}>
      {t('checklist.console', { value: formats.metric(metric, value) })}
      {off === null ? '' : ` (${formats.difference(METRICS[metric].quantity, off)})`}
    </SmallText>
  );
}

function AddLine({ onAdd }: { onAdd: (text: string) => Promise<boolean> }) {
  const t = useText('work');
  const [text, setText] = useState('');
  const add = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (text.trim() !== '' && (await onAdd(text.trim()))) setText('');
  };
  return (
    <form onSubmit={add} className="aw-no-print">
      <Group gap="xs" wrap="nowrap">
        <TextField
          style={{ flex: 1 }}
          size="xs"
          max={TEXT_LENGTHS.work_order.task}
          aria-label={t('checklist.add_label')}
          placeholder={t('checklist.add_label')}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Button type="submit" size="xs" variant="default" leftSection={<IconPlus size={14} aria-hidden />}>
          {t('checklist.add')}
        </Button>
      </Group>
    </form>
  );
}
