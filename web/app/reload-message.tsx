import { Button, Group, Text } from '@mantine/core';
import { useText } from '../lib/text.ts';

export function ReloadMessage({ text }: { text: string }) {
  const t = useText('common');
  return (
    <Group justify="space-between" gap="sm">
      <Text>{text}</Text>
      <Button size="xs" onClick={() => location.reload()}>
        {t('shell.new_version_action')}
      </Button>
    </Group>
  );
}
