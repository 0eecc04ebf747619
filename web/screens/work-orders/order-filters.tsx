import { WORK_SEVERITIES } from '@aerowatch/domain/work/orders';
import { Select } from '@mantine/core';
import { useMemo } from 'react';
import { useFormats } from '../../lib/format.ts';
import { useFleet } from '../../lib/query/use-fleet.ts';
import { useText } from '../../lib/text.ts';

interface Props<Name extends string> {
  value: string | undefined;
  choose: (name: Name, value: string | null) => void;
  /** Label above the field; otherwise inside it. */
  label?: boolean;
}
/** Filters by the lines of boxes. */
export function LineFilter({ value, choose, label = true }: Props<'line'>) {
  const t = useText('work');
  const { boxes } = useFleet();
  const { compare } = useFormats();
  const lines = useMemo(
    () => [...new Set(boxes.map((box) => box.line).filter((line) => line !== ''))].sort(compare),
    [boxes, compare],
  );
  return (
    <Select
      {...nameOf(t('field.line'), label)}
      searchable
      clearable
      data={lines}
      value={value ?? null}
      onChange={(line) => choose('line', line)}
    />
  );
}

export function SeverityFilter({ value, choose, label = true }: Props<'severity'>) {
  const t = useText('work');
  return (
    <Select
      {...nameOf(t('field.severity'), label)}
      clearable
      data={WORK_SEVERITIES.map((one) => ({ value: one, label: t(`severity.${one}`) }))}
      value={value ?? null}
      onChange={(severity) => choose('severity', severity)}
    />
  );
}

const nameOf = (name: string, label: boolean) =>
  label ? { label: name } : { 'aria-label': name, placeholder: name };
