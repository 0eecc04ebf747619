import { Anchor, Modal } from '@mantine/core';
import { useState } from 'react';
import { useAeroName } from '../../entities/aero-names.ts';
import type { FleetRow } from '../../entities/diagnostics/finding-value.ts';
import { FindingsList } from '../../entities/diagnostics/findings-list.tsx';
import { useText } from '../../lib/text.ts';

/** A button in a list that opens the diagnosis of an AERO, with its curve and reasons, where the list stands. */
export function FindingsDialog({ row }: { row: FleetRow }) {
  const t = useText('diagnostics');
  const name = useAeroName();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Anchor
        component="button"
        type="button"
        size="xs"
        aria-label={t('show_curve_of', { name: name(row.aero) })}
        onClick={() => setOpen(true)}
      >
        {t('show_curve')}
      </Anchor>
      {open ? (
        <Modal opened onClose={() => setOpen(false)} title={name(row.aero)} size="xl">
          <FindingsList row={row} />
        </Modal>
      ) : null}
    </>
  );
}
