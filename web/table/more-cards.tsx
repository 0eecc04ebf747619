import { Button, Center } from '@mantine/core';
import { useState } from 'react';
import { useText } from '../lib/text.ts';

/** Cards shown first on a phone: with the content above, at most three screens. */
const AT_FIRST = 8;
/** Cards added at each press. */
const MORE = 24;

interface Cards {
  /** Rows that are shown. */
  count: number;
  /** Rows that the button adds; 0 if none are left. */
  next: number;
  onMore: () => void;
}
/** How many of `rows` a phone shows; all if the page is not `limited`. */
export function useCards(rows: number, limited: boolean): Cards {
  const [wanted, setWanted] = useState(AT_FIRST);
  const count = limited ? Math.min(rows, wanted) : rows;
  return {
    count,
    next: Math.min(MORE, rows - count),
    onMore: () => setWanted((before) => before + MORE),
  };
}

/** Below the cards of a phone: shows the next ones. */
export function MoreCards({ next, onMore }: Cards) {
  const t = useText('common');
  if (next <= 0) return null;
  return (
    <Center p="sm" className="aw-no-print">
      <Button variant="default" fullWidth size="md" onClick={onMore}>
        {t('table.more', { count: next })}
      </Button>
    </Center>
  );
}
