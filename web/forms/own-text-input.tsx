import { Button, Group, Stack, type TextInputProps } from '@mantine/core';
import { useRef } from 'react';
import { useText } from '../lib/text.ts';
import { type SaveText, useOwnText } from '../lib/words/use-own-text.ts';
import { useUnsavedGuard } from './saving/unsaved-guard.ts';
import { TextField } from './text-field.tsx';

interface Props extends Omit<TextInputProps, 'value' | 'onChange' | 'onBlur' | 'error' | 'errorProps'> {
  stored: string;
  /** Maximum number of characters: a longer text stays with a message, and is not saved. */
  max: number;
  onSave: SaveText;
  /** The server keeps both texts where somebody else stored another one: nobody has to choose. */
  merges?: boolean;
  /** What is shown and saved for a typed text, once the user leaves the field. */
  complete?: (text: string) => string;
}

/** A text saved on blur; if another user saved first, both are shown and the user chooses. */
export function OwnTextInput({
  stored,
  max,
  onSave,
  merges = false,
  complete = (text) => text,
  flex,
  ...input
}: Props) {
  const t = useText('common');
  const ref = useRef<HTMLInputElement>(null);
  const { field, overtaken, take, keep } = useOwnText(
    stored,
    async (text, known) => (text.length <= max ? onSave(text, known) : false),
    { merges, complete },
  );
  const said = stored === '' ? t('overtaken.field_empty') : t('overtaken.field', { text: stored });
  const choose = (act: () => void) => () => {
    // The buttons disappear after the choice: keyboard focus returns to this field.
    ref.current?.focus();
    act();
  };
  return (
    // Its share of a line is that of the whole: within the stack it would be a height.
    <Stack gap={4} {...(flex === undefined ? {} : { flex })}>
      <TextField
        max={max}
        {...input}
        {...field}
        ref={ref}
        error={overtaken ? said : undefined}
        errorProps={{
          role: 'alert',
          fz: 'xs',
          c: 'var(--mantine-color-text)',
          style: { overflowWrap: 'anywhere' },
        }}
      />
      {overtaken ? (
        <Group gap="xs" ml={input.ml}>
          <AskBeforeLeaving />
          <Button size="xs" variant="default" onClick={choose(take)}>
            {t('overtaken.take')}
          </Button>
          <Button size="xs" variant="light" onClick={choose(keep)}>
            {t('overtaken.keep')}
          </Button>
        </Group>
      ) : null}
    </Stack>
  );
}

/** The typed text is stored nowhere until the user has chosen. */
function AskBeforeLeaving() {
  useUnsavedGuard(true);
  return null;
}
