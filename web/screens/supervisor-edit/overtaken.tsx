import type { Supervisor } from '@aerowatch/contracts/api/supervisors';
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useFormats } from '../../lib/format.ts';
import { useText } from '../../lib/text.ts';

interface Props {
  theirs: Supervisor;
  /** Fills the form with what is stored. */
  onTake: () => void;
  /** Writes this form over it. */
  onKeep: () => void;
}

/** Somebody else saved the supervisor while it was edited here: nothing was written, and one of both is chosen. */
export function Overtaken({ theirs, onTake, onKeep }: Props) {
  const t = useText('supervisors');
  const formats = useFormats();
  return (
    <Alert
      color="amber"
      role="alert"
      icon={<IconAlertTriangle aria-hidden />}
      title={t('overtaken.title', { time: formats.dateTime(theirs.updated_at) })}
    >
      <Stack gap="xs">
        <Text size="sm">{t('overtaken.text')}</Text>
        <Group gap="xs">
          <Button size="xs" variant="default" onClick={onTake}>
            {t('overtaken.take')}
          </Button>
          <Button size="xs" variant="light" onClick={onKeep}>
            {t('overtaken.keep')}
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}
