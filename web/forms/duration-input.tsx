import { type DurationUnit, joinDuration, splitDuration } from '@aerowatch/domain/validation';
import { Input, NumberInput } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { useText } from '../lib/text.ts';
import classes from './duration-input.module.css';

interface Props {
  label: string;
  description?: string;
  error?: ReactNode;
  unit: DurationUnit;
  value: number | null;
  onChange: (value: number | null) => void;
  disabled?: boolean;
  withAsterisk?: boolean;
  /** A further input after the seconds. */
  children?: ReactNode;
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
  children,
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
      {/* biome-ignore lint/a11y/useSemanticElements: Input.Wrapper already is the frame of a fieldset */}
      <div className={classes.parts} data-wrong={Boolean(error)} role="group" aria-labelledby={id}>
        {names.map((name) => (
          <NumberInput
            key={name}
            aria-label={`${label}, ${t(`form.${name}`)}`}
            // The message stands below the group; this only marks the field as wrong.
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
        {children}
      </div>
    </Input.Wrapper>
  );
}
