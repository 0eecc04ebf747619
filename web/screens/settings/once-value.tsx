import { Alert, Button, Code, Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useText } from '../../lib/text.ts';
import { Copy } from '../../ui/copy.tsx';

interface Props {
  readonly value: string;
  /** Where it is to be entered, in a sentence. */
  readonly use: string;
  readonly onClose: () => void;
}

/** A secret that only this answer contains: the console keeps it encrypted or as a hash, and never shows it again. */
export function OnceValue({ value, use, onClose }: Props) {
  const t = useText('settings');
  return (
    <Stack>
      <Alert color="amber" icon={<IconAlertTriangle aria-hidden />}>
        {t('keys.once')}
      </Alert>
      <Code block style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }} data-testid="once-value">
        {value}
      </Code>
      <Text>{use}</Text>
      <Group justify="flex-end">
        <Copy value={value} />
        <Button onClick={onClose}>{t('keys.kept')}</Button>
      </Group>
    </Stack>
  );
}
