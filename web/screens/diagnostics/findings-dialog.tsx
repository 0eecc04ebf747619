import { Anchor, Modal } from '@mantine/core';
import { useState } from 'react';
import { useAeroName } from '../../entities/aero-names.ts';
import type { FleetRow } from '../../entities/diagnostics/finding-value.ts';
import { FindingsList } from '../../entities/diagnostics/findings-list.tsx';
import { useText } from '../../lib/text.ts';
import classes from './diagnostics.module.css';

/**
 * The name of a fault in a list: it opens the diagnosis of an AERO, with its curve and reasons, over the
 * list.
 */
export function FindingsDialog({ row, name: fault }: { row: FleetRow; name: string }) {
  const t = useText('diagnostics');
  const name = useAeroName();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Anchor
        component="button"
        type="button"
        fw={600}
        ta="start"
        className={classes.name}
        title={t('show_curve')}
        aria-label={t('show_curve_of', { name: `${fault}, ${name(row.aero)}` })}
        onClick={() => setOpen(true)}
      >
        {fault}
      </Anchor>
      {open ? (
        <Modal opened onClose={() => setOpen(false)} title={name(row.aero)} size="xl">
          <FindingsList row={row} />
        </Modal>
      ) : null}
    </>
  );
}
