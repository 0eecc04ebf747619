import type { ChosenKind } from '@aerowatch/domain/work/kinds';
import { WORK_SEVERITIES, type WorkSeverity } from '@aerowatch/domain/work/orders';
import { SegmentedControl, Select, Stack, Text } from '@mantine/core';
import { useMemo } from 'react';
import { DayInput } from '../../forms/day-input.tsx';
import type { TypedProps } from '../../forms/typed/use-field.ts';
import { useFormats } from '../../lib/format.ts';
import { useCollection } from '../../lib/query/use-collection.ts';
import { useText } from '../../lib/text.ts';

export function SeverityInput({
  value,
  onChange,
}: {
  value: WorkSeverity;
  onChange: (value: WorkSeverity) => void;
}) {
  const t = useText('work');
  return (
    <Stack gap={4}>
      <Text fw={500}>{t('field.severity')}</Text>
      <SegmentedControl
        aria-label={t('field.severity')}
        data={WORK_SEVERITIES.map((one) => ({ value: one, label: t(`severity.${one}`) }))}
        value={value}
        onChange={(next) => onChange(next as WorkSeverity)}
      />
    </Stack>
  );
}

/** The subject of the work; nothing if there is no choice. */
export function KindInput({
  kinds,
  value,
  onChange,
}: {
  kinds: readonly ChosenKind[];
  value: ChosenKind;
  onChange: (value: ChosenKind) => void;
}) {
  const t = useText('work');
  if (kinds.length === 0) return null;
  return (
    <Select
      label={t('field.kind')}
      data={kinds.map((kind) => ({ value: kind, label: t(`kind.${kind}`) }))}
      value={value}
      onChange={(next) => onChange(next as ChosenKind)}
      allowDeselect={false}
    />
  );
}

/** With `late` the value is reported when the field is left. */
export function DueInput(input: TypedProps<string> & { late?: boolean }) {
  const t = useText('work');
  return <DayInput {...input} label={t('field.due_on')} clearable />;
}

interface AssigneeProps {
  /** Possible assignees: people of this client, and administrators. */
  client: number | null;
  value: number | null;
  onChange: (user: number | null) => void;
  error?: string | undefined;
}
export function AssigneeInput({ client, value, onChange, error }: AssigneeProps) {
  const t = useText('work');
  const common = useText('common');
  const { compare } = useFormats();
  const users = useCollection('users');
  const data = useMemo(
    () =>
      users
        .filter(
          (user) =>
            user.is_active &&
            (user.client === client || (user.client === null && (user.is_staff || user.is_superuser))),
        )
        .map((user) => ({
          value: String(user.id),
          label: `${user.first_name} ${user.last_name}`.trim() || user.email,
        }))
        .sort((a, b) => compare(a.label, b.label)),
    [users, client, compare],
  );
  return (
    <Select
      label={t('field.assignee')}
      placeholder={t('nobody')}
      nothingFoundMessage={common('form.nothing_found')}
      searchable
      clearable
      data={data}
      error={error}
      value={value === null ? null : String(value)}
      onChange={(next) => onChange(next === null ? null : Number(next))}
    />
  );
}
