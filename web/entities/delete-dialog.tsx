import type { ReactNode } from 'react';
import { ConfirmDelete } from '../ui/confirm-delete.tsx';
import type { Deletion } from './use-delete.ts';

/**
 * Asks for the typed confirmation before the pending deletion; `children` describe what is deleted with it.
 */
export function DeleteDialog({ deletion, children }: { deletion: Deletion; children?: ReactNode }) {
  return (
    <ConfirmDelete name={deletion.asked?.name ?? null} onClose={deletion.close} onConfirm={deletion.confirm}>
      {children}
    </ConfirmDelete>
  );
}
