import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useFormats } from '../../lib/format.ts';
import { useText } from '../../lib/text.ts';

interface Props {
  /** When it was stored (ISO 8601). */
  at: string;
  /** The fields changed there, by their names in the form. */
  parts: readonly string[];
  busy?: boolean;
  /** Fills the form with the stored version. */
  onTake: () => void;
  /** Overwrites it with this form. */
  onKeep: () => void;
}

/** Somebody else saved during editing: nothing was written, and the user chooses between the two. */
export function Overtaken({ at, parts, busy = false, onTake, onKeep }: Props) {
  const t = useText('common');
  const formats = useFormats();
  return (
    <Alert
      color="amber"
      role="alert"
      icon={<IconAlertTriangle aria-hidden />}
      title={t('overtaken.title', { time: formats.dateTime(at) })}
    >
      <Stack gap="xs">
        <Text>{t('overtaken.parts', { parts: formats.list([...new Set(parts)]) })}</Text>
        <Text>{t('overtaken.text')}</Text>
        <Group gap="xs">
          <Button size="xs" variant="default" disabled={busy} onClick={onTake}>
            {t('overtaken.take')}
          </Button>
          <Button size="xs" variant="light" disabled={busy} onClick={onKeep}>
            {t('overtaken.keep')}
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}
