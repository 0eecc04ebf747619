import { Button, Group, Stack, Text, TextInput, type TextInputProps } from '@mantine/core';
import { useText } from '../lib/text.ts';
import { type SaveText, useOwnText } from '../lib/use-own-text.ts';

interface Props extends Omit<TextInputProps, 'value' | 'onChange' | 'onBlur' | 'error'> {
  stored: string;
  onSave: SaveText;
}

/** A text that is saved when it is left; where somebody else was faster, both are shown and one is chosen. */
export function OwnTextInput({ stored, onSave, ...input }: Props) {
  const t = useText('common');
  const { field, overtaken, take, keep } = useOwnText(stored, onSave);
  const said = stored === '' ? t('overtaken.field_empty') : t('overtaken.field', { text: stored });
  return (
    <Stack gap={4}>
      <TextInput {...input} {...field} error={overtaken} />
      {overtaken ? (
        <Group gap="xs" ml={input.ml} role="alert">
          <Text size="xs" style={{ overflowWrap: 'anywhere' }}>
            {said}
          </Text>
          <Button size="compact-xs" variant="default" onClick={take}>
            {t('overtaken.take')}
          </Button>
          <Button size="compact-xs" variant="light" onClick={keep}>
            {t('overtaken.keep')}
          </Button>
        </Group>
      ) : null}
    </Stack>
  );
}
