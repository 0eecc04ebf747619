import { translateMessage } from '@aerowatch/i18n/translate-message';
import { Textarea, type TextareaProps, TextInput, type TextInputProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { currentLanguage } from '../lib/text.ts';
import { memoField } from './memo-field.tsx';

interface Limited {
  /** Maximum number of characters, from the table that the server uses too. */
  max: number;
  value?: unknown;
  error?: ReactNode;
}

/**
 * A text that is too long is reported at once, and never cut; the server counts without surrounding spaces.
 */
function tooLong({ max, value, error }: Limited): ReactNode {
  const length = typeof value === 'string' ? value.trim().length : 0;
  return length > max ? translateMessage(`max_length|${max}`, currentLanguage()) : error;
}

/** A text of one line with a maximum length. */
export const TextField = memoField(function TextField({
  max,
  ...input
}: Omit<TextInputProps, 'maxLength'> & Limited) {
  return <TextInput {...input} error={tooLong({ max, ...input })} />;
});

/** A text of several lines with a maximum length. */
export const TextAreaField = memoField(function TextAreaField({
  max,
  ...input
}: Omit<TextareaProps, 'maxLength'> & Limited) {
  return <Textarea {...input} error={tooLong({ max, ...input })} />;
});
