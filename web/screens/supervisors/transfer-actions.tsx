import type { ListedSupervisor } from '@aerowatch/contracts/api/supervisors';
import { Button } from '@mantine/core';
import { IconCopy, IconDownload, IconUpload } from '@tabler/icons-react';
import { useState } from 'react';
import { useDuplicate } from '../../entities/supervisors/use-duplicate.ts';
import { download } from '../../lib/api/download.ts';
import { useCollection } from '../../lib/query/use-collection.ts';
import { useGrants } from '../../lib/state/session-state.ts';
import { useText } from '../../lib/text.ts';
import { IconButton } from '../../ui/links/link-button.tsx';
import { toast } from '../../ui/toast.ts';
import { ImportDialog } from './import-dialog.tsx';

/** Exports all supervisors to a file, and imports supervisors from one. */
export function TransferActions() {
  const t = useText('supervisors');
  const common = useText('common');
  const privileged = useGrants('privileged');
  const some = useCollection('supervisors').length > 0;
  const [importing, setImporting] = useState(false);
  const save = useExport();
  return (
    <>
      {some ? (
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          onClick={() => void save({})}
        >
          {common('action.export')}
        </Button>
      ) : null}
      {privileged ? (
        <>
          <Button
            variant="default"
            leftSection={<IconUpload size={16} aria-hidden />}
            onClick={() => setImporting(true)}
          >
            {t('import.action')}
          </Button>
          <ImportDialog opened={importing} onClose={() => setImporting(false)} />
        </>
      ) : null}
    </>
  );
}

export function DuplicateButton({ supervisor }: { supervisor: ListedSupervisor }) {
  const t = useText('supervisors');
  const common = useText('common');
  const { busy, duplicate } = useDuplicate();
  return (
    <IconButton
      label={common('labelled', { label: t('duplicate.action'), value: supervisor.name })}
      icon={<IconCopy size={18} aria-hidden />}
      disabled={busy}
      onClick={() => void duplicate(supervisor)}
    />
  );
}

/** Exports one supervisor to a file that the import reads. */
export function ExportButton({ supervisor }: { supervisor: ListedSupervisor }) {
  const common = useText('common');
  const save = useExport();
  return (
    <IconButton
      label={common('labelled', { label: common('action.export'), value: supervisor.name })}
      icon={<IconDownload size={18} aria-hidden />}
      onClick={() => void save({ ids: String(supervisor.id) })}
    />
  );
}

function useExport() {
  const common = useText('common');
  return async (query: { ids?: string }): Promise<void> => {
    const result = await download('supervisorsExport', { query }, 'supervisors.json');
    if (!result.ok) toast.failure(result, common('error.exporting'));
  };
}
