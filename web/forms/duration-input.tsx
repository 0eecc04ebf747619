import { type DurationUnit, joinDuration, splitDuration } from '@aerowatch/domain/validation';
import { Group, Input, NumberInput } from '@mantine/core';
import { useId } from 'react';
import { useText } from '../lib/text.ts';

interface Props {
  label: string;
  description?: string;
  error?: React.ReactNode;
  unit: DurationUnit;
  value: number | null;
  onChange: (value: number | null) => void;
  disabled?: boolean;
  withAsterisk?: boolean;
}

/** A duration typed as hours, minutes and seconds, kept in its own unit. */
export function DurationInput({
  label,
  description,
  error,
  unit,
  value,
  onChange,
  disabled,
  withAsterisk,
}: Props) {
  const t = useText('common');
  const id = useId();
  const parts = splitDuration(value ?? 0, unit);
  const names =
    unit === 'min' || unit === 'min-hm'
      ? (['hours', 'minutes'] as const)
      : (['hours', 'minutes', 'seconds'] as const);
  return (
    <Input.Wrapper
      label={label}
      labelElement="div"
      labelProps={{ id }}
      description={description}
      error={error}
      withAsterisk={withAsterisk}
    >
      <Group gap="xs" grow wrap="nowrap" role="group" aria-labelledby={id} mt={4} mb={error ? 5 : 0}>
        {names.map((name) => (
          <NumberInput
            key={name}
            aria-label={`${label}, ${t(`form.${name}`)}`}
            // The words stand under the group; here only that this is wrong.
            error={Boolean(error)}
            hideControls
            min={0}
            allowDecimal={false}
            allowNegative={false}
            disabled={disabled}
            suffix={`\u00a0${t(`form.${name}`)}`}
            value={value === null ? '' : parts[name]}
            onChange={(next) =>
              onChange(joinDuration({ ...parts, [name]: typeof next === 'number' ? next : 0 }, unit))
            }
          />
        ))}
      </Group>
    </Input.Wrapper>
  );
}
