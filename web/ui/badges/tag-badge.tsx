import { Badge } from '@mantine/core';

/** A tag: its colour as a dot beside its name, readable with any colour. */
export function TagBadge({ name, color }: { name: string; color: string }) {
  return (
    <Badge
      variant="default"
      maw="100%"
      leftSection={
        <span
          aria-hidden
          style={{ display: 'inline-block', width: 10, height: 10, borderRadius: 5, background: color }}
        />
      }
    >
      {name}
    </Badge>
  );
}
