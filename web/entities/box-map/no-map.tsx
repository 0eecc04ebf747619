import { Center, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useText } from '../../lib/text.ts';

/** Replaces a map that this browser cannot draw; `children` offer another way. */
export function NoMap({ children }: { children?: ReactNode }) {
  const t = useText('common');
  return (
    <Center h="100%" p="md" role="status">
      <Stack align="center" gap="sm">
        <Text c="dimmed" ta="center">
          {t('no_map')}
        </Text>
        {children}
      </Stack>
    </Center>
  );
}
