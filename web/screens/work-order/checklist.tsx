import { TEXT_LENGTHS } from '@aerowatch/domain/text-lengths';
import { Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconPlus } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import type { Order } from '../../entities/work/work-words.ts';
import { OwnTextInput } from '../../forms/own-text-input.tsx';
import { TextField } from '../../forms/text-field.tsx';
import { useText } from '../../lib/text.ts';
import { Panel } from '../../ui/panel.tsx';
import { SmallText } from '../../ui/small-text.ts';
import { type Check, type ChecklistEdit, lineAdded, lineEdit } from './checklist-lines.ts';

interface Props {
  order: Order;
  edits: boolean;
  onEdit: (edit: ChecklistEdit) => Promise<boolean>;
}

/** The tasks, line by line; ticked when done, with measured values. */
export function Checklist({ order, edits, onEdit }: Props) {
  const t = useText('work');
  const { checklist } = order;
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
      <Stack gap="sm">
        {checklist.map((check, index) => (
          <Line
            // biome-ignore lint/suspicious/noArrayIndexKey: lines have no name but their place
            key={index}
            check={check}
            open={open}
            onSave={(change, known) => onEdit(lineEdit(check, index, change, known))}
          />
        ))}
        {open ? <AddLine onAdd={(text) => onEdit(lineAdded(text))} /> : null}
      </Stack>
    </Panel>
  );
}

interface LineProps {
  check: Check;
  open: boolean;
  onSave: (change: Partial<Check>, known?: readonly string[]) => Promise<boolean>;
}
function Line({ check, open, onSave }: LineProps) {
  const t = useText('work');
  const common = useText('common');
  const isSafety = check.code === 'isolation';
  return (
    <div>
      <Checkbox
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
        <OwnTextInput
          ml={32}
          mt={4}
          size="xs"
          max={TEXT_LENGTHS.work_order.task_note}
          aria-label={common('labelled', { label: t('checklist.note'), value: check.text })}
          placeholder={t('checklist.note')}
          stored={check.note}
          onSave={(note, known) => onSave({ note }, known)}
        />
      ) : null}
      {!open && check.note !== '' ? <SmallText ml={32}>{check.note}</SmallText> : null}
    </div>
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
    <form onSubmit={add}>
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
