import { Badge } from '@mantine/core';
import type { ComponentType, ReactNode } from 'react';

interface Props {
  color: string;
  icon?: ComponentType<{ size: number; 'aria-hidden': true }>;
  children: ReactNode;
}

/** A state in a coloured frame: the text has the normal text colour, and is never truncated in a table. */
export function OutlineBadge({ color, icon: Icon, children }: Props) {
  return (
    <Badge
      variant="outline"
      color={color}
      leftSection={Icon && <Icon size={13} aria-hidden />}
      styles={{ root: { color: 'var(--mantine-color-text)' } }}
    >
      {children}
    </Badge>
  );
}
