import { Box, Group, Text, Title } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { setScreenTitle } from './screen-title.ts';

interface Props {
  title: string;
  /** One line under the title. */
  description?: ReactNode;
  /** Buttons at the right. */
  actions?: ReactNode;
  /** Above the title: the place of this screen. */
  breadcrumbs?: ReactNode;
  /** Less space around it: on a phone the content matters more. */
  compact?: boolean;
}

/** Header of a screen; also names the browser tab. */
export function PageHeader({ title, description, actions, breadcrumbs, compact = false }: Props) {
  useEffect(() => {
    setScreenTitle(title);
    return () => setScreenTitle('');
  }, [title]);
  return (
    <Box component="header" mb={compact ? 'xs' : 'lg'}>
      {breadcrumbs}
      <Group justify="space-between" align="flex-start" gap="md">
        <div style={{ flex: compact ? '1 1 180px' : '1 1 260px', minWidth: 0, maxWidth: '100%' }}>
          <Title order={1} tabIndex={-1} style={{ outline: 'none', overflowWrap: 'anywhere' }}>
            {title}
          </Title>
          {description !== undefined && (
            <Text c="dimmed" mt={compact ? 0 : 4} component="div">
              {description}
            </Text>
          )}
        </div>
        {actions !== undefined && (
          <Group gap="xs" className="aw-no-print">
            {actions}
          </Group>
        )}
      </Group>
    </Box>
  );
}
