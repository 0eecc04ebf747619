import { Button } from '@mantine/core';
import { IconBellOff, IconTool } from '@tabler/icons-react';
import { useState } from 'react';
import type { BoxColumns } from '../../entities/box-map/columns.ts';
import { SilenceDialog } from '../../entities/silences/silence-dialog.tsx';
import { CreateOrderDialog } from '../../entities/work/create-order-dialog.tsx';
import { useGrants } from '../../lib/state/session-state.ts';
import { useText } from '../../lib/text.ts';

/** Maximum orders created in one call. */
const MAX_BOXES = 1000;

interface Props {
  columns: BoxColumns;
  rows: readonly number[];
  /** Number of all boxes; when none is filtered out there is no selection. */
  total: number;
  /** The box with the open card is the selection. */
  picked: number | null;
}

/** Work orders for, and silences over, the boxes that pass the filters, or the picked one. */
export function WorkOfShown({ columns, rows, total, picked }: Props) {
  const t = useText('work');
  const silences = useText('silences');
  const edits = useGrants('member');
  const [making, setMaking] = useState(false);
  const [silencing, setSilencing] = useState(false);
  const shown = rows.length < total ? rows.map((row) => columns.id[row]!) : [];
  const boxes = picked === null ? shown : [picked];
  if (!edits || boxes.length === 0 || boxes.length > MAX_BOXES) return null;
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconTool size={16} aria-hidden />}
        onClick={() => setMaking(true)}
      >
        {t('create.boxes', { count: boxes.length })}
      </Button>
      <Button
        variant="default"
        leftSection={<IconBellOff size={16} aria-hidden />}
        onClick={() => setSilencing(true)}
      >
        {silences('action')}
      </Button>
      <SilenceDialog boxes={silencing ? boxes : null} onClose={() => setSilencing(false)} />
      <CreateOrderDialog
        targets={making ? boxes.map((box) => ({ box, type: 'box' as const })) : []}
        onClose={() => setMaking(false)}
      />
    </>
  );
}
