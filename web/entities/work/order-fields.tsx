import { WORK_SEVERITIES, type WorkSeverity } from '@aerowatch/domain/work/orders';
import { SegmentedControl, Select, Stack, Text } from '@mantine/core';
import { DateInput } from '@mantine/dates';
import { useMemo } from 'react';
import { useFormats } from '../../lib/format.ts';
import { useText } from '../../lib/text.ts';
import { useCollection } from '../use-collection.ts';

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

export function DueInput({
  value,
  onChange,
  error,
}: {
  value: string | null;
  onChange: (day: string | null) => void;
  error?: string | undefined;
}) {
  const t = useText('work');
  const common = useText('common');
  const { language } = useFormats();
  return (
    <DateInput
      label={t('field.due_on')}
      valueFormat="DD/MM/YYYY"
      placeholder={common('date_hint')}
      locale={language}
      clearable
      clearButtonProps={{ 'aria-label': common('action.clear') }}
      value={value}
      error={error}
      onChange={(day) => onChange(day === null ? null : day.slice(0, 10))}
    />
  );
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
