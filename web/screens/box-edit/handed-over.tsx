import type { HandOver } from '@aerowatch/contracts/api/boxes';
import { Alert, Checkbox, Stack, Text } from '@mantine/core';
import { IconTransfer } from '@tabler/icons-react';
import { useState } from 'react';
import { useText } from '../../lib/text.ts';

const CHOICES: readonly HandOver[] = ['notes', 'configuration', 'sami'];

/** The selection of data that moves with a box to another client, and a function that adds it to a change. */
export function useHandOver() {
  const [value, setValue] = useState<HandOver[]>([]);
  return {
    choice: <HandedOver value={value} onChange={setValue} />,
    added: <B extends object>(body: B) => ('client' in body ? { ...body, hand_over: value } : body),
  };
}

/** What moves with a box to another client besides its measures. */
function HandedOver({ value, onChange }: { value: HandOver[]; onChange: (value: HandOver[]) => void }) {
  const t = useText('boxes');
  return (
    <Alert color="amber" icon={<IconTransfer aria-hidden />} title={t('hand_over.title')}>
      <Stack gap="xs">
        <Text size="sm">{t('hand_over.always')}</Text>
        <Checkbox.Group value={value} onChange={(chosen) => onChange(chosen as HandOver[])}>
          <Stack gap="xs">
            {CHOICES.map((choice) => (
              <Checkbox key={choice} value={choice} label={t(`hand_over.${choice}`)} />
            ))}
          </Stack>
        </Checkbox.Group>
        <Text size="sm">{t('hand_over.stays')}</Text>
      </Stack>
    </Alert>
  );
}
