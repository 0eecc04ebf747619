import { Paper, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

/** A section of a tab with its explanation. */
export function Section({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <Paper p={{ base: 'md', sm: 'lg' }} component="section" aria-label={title}>
      <Title order={2} size="h4">
        {title}
      </Title>
      <Text c="dimmed" mb="sm">
        {text}
      </Text>
      {children}
    </Paper>
  );
}
