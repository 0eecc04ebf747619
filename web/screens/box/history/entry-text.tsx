import { Badge, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { SmallText } from '../../../ui/small-text.ts';

interface Props {
  head: ReactNode;
  /** At the end of the first line: its state, or what can be done. */
  state?: ReactNode;
  /** Smaller, below. */
  below?: string;
}

/** What an entry tells: one line, its state, and what else there is to say. */
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

/** A state beside an entry: a word in its colour. */
export function EntryState({ color, children }: { color: string; children: ReactNode }) {
  return (
    <Badge color={color} style={{ flex: 'none' }}>
      {children}
    </Badge>
  );
}
