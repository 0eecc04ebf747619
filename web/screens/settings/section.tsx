import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Panel } from '../../ui/panel.tsx';

/** A section of a tab with its explanation. */
export function Section({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <Panel title={title} p={{ base: 'md', sm: 'lg' }} region gap={0}>
      <Text c="dimmed" mb="sm">
        {text}
      </Text>
      {children}
    </Panel>
  );
}
