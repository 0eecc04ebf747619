import { Badge, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { SmallText } from '../../../ui/small-text.ts';

interface Props {
  head: ReactNode;
  /** At the end of the first line: its state, or an action. */
  state?: ReactNode;
  /** Smaller text below. */
  below?: string;
}

/** The content of an entry: one line, its state, and further text. */
export function EntryText({ head, state, below = '' }: Props) {
  return (
    <>
      <Group gap="xs" justify="space-between" wrap="nowrap" align="flex-start">
        <Text component="div" style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line', minWidth: 0 }}>
          {head}
        </Text>
        {state}
      </Group>
      {below === '' ? null : <SmallText style={{ overflowWrap: 'anywhere' }}>{below}</SmallText>}
    </>
  );
}

/** A state beside an entry, as a coloured word. */
export function EntryState({ color, children }: { color: string; children: ReactNode }) {
  return (
    <Badge color={color} style={{ flex: 'none' }}>
      {children}
    </Badge>
  );
}
