import type { Firmware } from '@aerowatch/contracts/api/firmwares';
import { compareVersions } from '@aerowatch/domain/formats';
import { Anchor, Code } from '@mantine/core';
import { IconCpu, IconDownload, IconPlus } from '@tabler/icons-react';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { DeleteDialog } from '../../entities/delete-dialog.tsx';
import { useCollection, useCollectionState, useTable } from '../../entities/use-collection.ts';
import { useDelete } from '../../entities/use-delete.ts';
import { download } from '../../lib/api/download.ts';
import { useFormats } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { useGrants } from '../../lib/state/session-state.ts';
import { useText } from '../../lib/text.ts';
import type { Column } from '../../table/column.ts';
import { DataTable } from '../../table/data-table.tsx';
import { IconButton, LinkButton } from '../../ui/link-button.tsx';
import { OutlineBadge } from '../../ui/outline-badge.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { RowActions } from '../../ui/row-actions.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.ts';

const rowId = (firmware: Firmware): number => firmware.id;
const rowName = (firmware: Firmware): string => firmware.version;

export default function FirmwaresScreen() {
  const t = useText('firmwares');
  const common = useText('common');
  const domain = useText('domain');
  const formats = useFormats();
  const isAdmin = useGrants('admin');
  const firmwares = useCollection('firmwares');
  const boxes = useCollection('boxes');
  const clients = useTable('clients');
  const state = useCollectionState('firmwares');
  const deletion = useDelete('firmwaresDelete', 'firmwares');
  // Versions order as numbers, which a text comparison does not see.
  const order = useMemo(() => {
    const sorted = [...firmwares].sort((a, b) => compareVersions(a.version, b.version));
    return new Map(sorted.map(({ id }, index) => [id, index]));
  }, [firmwares]);
  const columns = useMemo((): Column<Firmware>[] => {
    const installed = new Map<number, number>();
    for (const { firmware } of boxes)
      if (firmware !== null) installed.set(firmware, (installed.get(firmware) ?? 0) + 1);
    const owner = (firmware: Firmware): string =>
      firmware.client === null ? t('global') : (clients[firmware.client]?.name ?? '');
    return [
      {
        key: 'version',
        label: t('version'),
        fixed: true,
        value: (row) => order.get(row.id),
        searched: rowName,
        cell: (row) => (
          <Anchor component={Link} to={paths.firmwareEdit(row.id)} fw={550}>
            {row.version}
          </Anchor>
        ),
      },
      {
        key: 'description',
        label: t('description_field'),
        wrap: true,
        minWidth: 200,
        value: (row) => row.description,
        cell: (row) => row.description || '–',
      },
      {
        key: 'client',
        label: domain('field.client'),
        value: owner,
        cell: (row) =>
          row.client === null ? <OutlineBadge color="gray">{t('global')}</OutlineBadge> : owner(row),
      },
      {
        key: 'boxes',
        label: t('installed_on'),
        align: 'right',
        value: (row) => installed.get(row.id) ?? 0,
        cell: (row) => formats.number(installed.get(row.id) ?? 0),
      },
      {
        key: 'size',
        label: t('size'),
        align: 'right',
        value: (row) => row.size,
        cell: (row) => formats.bytes(row.size),
      },
      {
        key: 'sha256',
        label: 'SHA-256',
        hidden: true,
        value: (row) => row.sha256,
        cell: (row) => <Code>{row.sha256.slice(0, 16)}…</Code>,
      },
      {
        key: 'created_at',
        label: domain('field.created_at'),
        value: (row) => row.created_at,
        searched: () => '',
        cell: (row) => formats.dateTime(row.created_at),
      },
    ];
  }, [t, domain, formats, boxes, clients, order]);
  const fetchFile = async (firmware: Firmware): Promise<void> => {
    const result = await download(
      'firmwaresFile',
      { params: { id: firmware.id } },
      `firmware-${firmware.version}.bin`,
    );
    if (!result.ok) toast.failure(result);
  };
  const create = (
    <LinkButton to={paths.firmwareCreate()} leftSection={<IconPlus size={16} aria-hidden />}>
      {t('create')}
    </LinkButton>
  );
  return (
    <>
      <PageHeader
        title={t('title')}
        description={t('description')}
        actions={
          <>
            <LinkButton to={paths.firmwareUpdates()} variant="default">
              {t('rollouts')}
            </LinkButton>
            {create}
          </>
        }
      />
      <DataTable
        label={t('title')}
        rows={firmwares}
        columns={columns}
        rowId={rowId}
        rowName={rowName}
        {...state}
        initialSort="-version"
        rowActions={(row) => (
          <div style={{ display: 'flex', justifyContent: 'flex-end' }}>
            <IconButton
              label={`${common('action.download')}: ${row.version}`}
              icon={<IconDownload size={18} aria-hidden />}
              onClick={() => void fetchFile(row)}
            />
            <RowActions
              name={row.version}
              editTo={paths.firmwareEdit(row.id)}
              onDelete={
                row.client === null && !isAdmin
                  ? undefined
                  : () => deletion.ask({ id: row.id, name: row.version })
              }
            />
          </div>
        )}
        empty={
          <EmptyState title={t('empty')} icon={<IconCpu size={28} aria-hidden />} action={create}>
            {t('empty_advice')}
          </EmptyState>
        }
      />
      <DeleteDialog deletion={deletion}>{t('delete_explain')}</DeleteDialog>
    </>
  );
}
