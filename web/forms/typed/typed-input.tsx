import { Text, TextInput, type TextInputProps } from '@mantine/core';
import type { KeyboardEvent, ReactNode } from 'react';
import type { useField } from './use-field.ts';

/**
 * The kind of content of a field; an attribute in the document, by which tests find every field and know what
 * to type.
 */
export type FieldKind = 'number' | 'whole' | 'duration' | 'day' | 'moment' | 'clock' | 'kilometer' | 'zone';

/** The properties shared by fields of all kinds, besides their value. */
export interface FieldProps
  extends Omit<TextInputProps, 'value' | 'onChange' | 'error' | 'type' | 'defaultValue' | 'maxLength'> {
  error?: ReactNode;
}

interface Props extends FieldProps {
  kind: FieldKind;
  field: Pick<ReturnType<typeof useField>, 'text' | 'error' | 'type' | 'leave' | 'enter'>;
  /** Shown beside the text, and may be typed too. */
  unit?: string;
}

/** A single-line field that holds the typed text. */
export function TypedInput({ kind, field, unit = '', onBlur, onKeyDown, ...input }: Props) {
  const beside =
    unit === ''
      ? {}
      : {
          rightSection: (
            <Text c="dimmed" aria-hidden style={{ whiteSpace: 'nowrap' }}>
              {unit}
            </Text>
          ),
          rightSectionWidth: 18 + unit.length * 8,
          rightSectionPointerEvents: 'none' as const,
        };
  return (
    <TextInput
      autoComplete="off"
      spellCheck={false}
      {...beside}
      {...input}
      data-kind={kind}
      data-unit={unit || undefined}
      value={field.text}
      error={field.error}
      onChange={(event) => field.type(event.currentTarget.value)}
      onBlur={(event) => {
        field.leave();
        onBlur?.(event);
      }}
      onKeyDown={(event: KeyboardEvent<HTMLInputElement>) => {
        if (event.key === 'Enter') field.enter();
        onKeyDown?.(event);
      }}
    />
  );
}
