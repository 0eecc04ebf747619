import { Paper, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';

interface Props {
  title: string;
  description?: string;
  actions?: ReactNode;
  children: ReactNode;
}

/** A part of a long form with its heading. */
export function FormSection({ title, description, actions, children }: Props) {
  const id = useId();
  return (
    <Paper component="section" p={{ base: 'md', sm: 'lg' }} aria-labelledby={id}>
      <Stack gap="md">
        <div style={{ display: 'flex', flexWrap: 'wrap', gap: 12, justifyContent: 'space-between' }}>
          <div>
            <Title order={2} size="h3" id={id}>
              {title}
            </Title>
            {description === undefined ? null : <Text c="dimmed">{description}</Text>}
          </div>
          {actions}
        </div>
        {children}
      </Stack>
    </Paper>
  );
}
