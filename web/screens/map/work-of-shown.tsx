import { Button } from '@mantine/core';
import { IconTool } from '@tabler/icons-react';
import { useState } from 'react';
import type { BoxColumns } from '../../entities/box-map/columns.ts';
import { CreateOrderDialog } from '../../entities/work/create-order-dialog.tsx';
import { useGrants } from '../../lib/state/session-state.ts';
import { useText } from '../../lib/text.ts';

/** Orders made in one call. */
const MOST = 1000;

interface Props {
  columns: BoxColumns;
  rows: readonly number[];
  /** Of all boxes; with none left out there is no selection. */
  total: number;
  /** The box whose card is open stands for itself. */
  picked: number | null;
}

/** Work orders for the boxes that the filters leave on the map, or for the one that is picked. */
export function WorkOfShown({ columns, rows, total, picked }: Props) {
  const t = useText('work');
  const edits = useGrants('member');
  const [making, setMaking] = useState(false);
  const shown = rows.length < total ? rows.map((row) => columns.id[row]!) : [];
  const boxes = picked === null ? shown : [picked];
  if (!edits || boxes.length === 0 || boxes.length > MOST) return null;
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconTool size={16} aria-hidden />}
        onClick={() => setMaking(true)}
      >
        {t('create.boxes', { count: boxes.length })}
      </Button>
      <CreateOrderDialog
        targets={making ? boxes.map((box) => ({ box, type: 'box' as const })) : []}
        onClose={() => setMaking(false)}
      />
    </>
  );
}
