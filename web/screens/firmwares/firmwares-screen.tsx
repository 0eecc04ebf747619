import type { Firmware } from '@aerowatch/contracts/api/firmwares';
import { compareVersions } from '@aerowatch/domain/formats';
import { Code } from '@mantine/core';
import { IconCpu, IconDownload } from '@tabler/icons-react';
import { useMemo } from 'react';
import { CollectionList } from '../../entities/collection-list.tsx';
import { download } from '../../lib/api/download.ts';
import { type Formats, useFormats } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { useCollection, useTable } from '../../lib/query/use-collection.ts';
import { useFleet } from '../../lib/query/use-fleet.ts';
import { useQuery } from '../../lib/query/use-query.ts';
import { useGrants } from '../../lib/state/session-state.ts';
import { type TextOf, useText } from '../../lib/text.ts';
import type { Column } from '../../table/column.ts';
import { OutlineBadge } from '../../ui/badges/outline-badge.tsx';
import { IconButton, LinkButton } from '../../ui/links/link-button.tsx';
import { TextLink } from '../../ui/links/text-link.tsx';
import { toast } from '../../ui/toast.ts';
import { SigningNotice } from './signing-notice.tsx';

const SIGNED_BY = { vendor: 'teal', server: 'gray', nobody: 'red' } as const;
const rowName = (firmware: Firmware): string => firmware.version;

export default function FirmwaresScreen() {
  const t = useText('firmwares');
  const isAdmin = useGrants('admin');
  const firmwares = useCollection('firmwares');
  const signing = useQuery('firmwaresPublicKey', {});
  return (
    <CollectionList
      collection="firmwares"
      notice={<SigningNotice signing={signing.data} />}
      title={t('title')}
      description={t('description')}
      headActions={
        <LinkButton to={paths.firmwareUpdates()} variant="default">
          {t('rollouts')}
        </LinkButton>
      }
      create={{ to: paths.firmwareCreate(), label: t('create') }}
      rows={firmwares}
      columns={useColumns(firmwares)}
      rowName={rowName}
      initialSort="-version"
      moreActions={(firmware) => <Download firmware={firmware} />}
      editTo={({ id }) => paths.firmwareEdit(id)}
      deletion={{
        key: 'firmwaresDelete',
        explain: t('delete_explain'),
        may: ({ client }) => client !== null || isAdmin,
      }}
      empty={{ title: t('empty'), advice: t('empty_advice'), icon: IconCpu }}
    />
  );
}

function Download({ firmware }: { firmware: Firmware }) {
  const common = useText('common');
  const save = async (): Promise<void> => {
    const result = await download(
      'firmwaresFile',
      { params: { id: firmware.id } },
      `firmware-${firmware.version}.bin`,
    );
    if (!result.ok) toast.failure(result);
  };
  return (
    <IconButton
      label={common('labelled', { label: common('action.download'), value: firmware.version })}
      icon={<IconDownload size={18} aria-hidden />}
      onClick={() => void save()}
    />
  );
}

/** On how many boxes a firmware is installed; null until all boxes are loaded. */
function useInstalled(): (firmware: number) => number | null {
  const { boxes, isKnown: whole } = useFleet();
  return useMemo(() => {
    const counts = new Map<number | null, number>();
    for (const { firmware } of boxes) counts.set(firmware, (counts.get(firmware) ?? 0) + 1);
    return (firmware) => (whole ? (counts.get(firmware) ?? 0) : null);
  }, [boxes, whole]);
}

interface Parts {
  t: TextOf<'firmwares'>;
  domain: TextOf<'domain'>;
  formats: Formats;
  installed: (firmware: number) => number | null;
  /** The client's name; that of all for a firmware of all clients. */
  owner: (firmware: Firmware) => string;
  /** Versions sort by number, unlike in a text comparison. */
  order: ReadonlyMap<number, number>;
}

function useColumns(firmwares: readonly Firmware[]): Column<Firmware>[] {
  const t = useText('firmwares');
  const domain = useText('domain');
  const formats = useFormats();
  const installed = useInstalled();
  const clients = useTable('clients');
  const order = useMemo(() => {
    const sorted = [...firmwares].sort((a, b) => compareVersions(a.version, b.version));
    return new Map(sorted.map(({ id }, index) => [id, index]));
  }, [firmwares]);
  return useMemo(() => {
    const owner = ({ client }: Firmware) => (client === null ? t('global') : (clients[client]?.name ?? ''));
    const parts: Parts = { t, domain, formats, installed, owner, order };
    return [...versionColumns(parts), ...fileColumns(parts)];
  }, [t, domain, formats, installed, clients, order]);
}

/** Which version, whose, and how many boxes have it. */
const versionColumns = ({ t, domain, formats, installed, owner, order }: Parts): Column<Firmware>[] => [
  {
    key: 'version',
    label: t('version'),
    fixed: true,
    value: (row) => order.get(row.id),
    searched: rowName,
    cell: (row) => (
      <TextLink to={paths.firmwareEdit(row.id)} fw={600}>
        {row.version}
      </TextLink>
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
    value: (row) => installed(row.id),
    cell: (row) => formats.number(installed(row.id)),
  },
];

/** The file: its size, its signature and sum, when it came. */
const fileColumns = ({ t, domain, formats }: Parts): Column<Firmware>[] => [
  {
    key: 'size',
    label: t('size'),
    align: 'right',
    value: (row) => row.size,
    cell: (row) => formats.bytes(row.size),
  },
  {
    key: 'signed_by',
    label: t('signed_by'),
    value: (row) => t(`signed_by_word.${row.signed_by}`),
    cell: (row) => (
      <OutlineBadge color={SIGNED_BY[row.signed_by]}>{t(`signed_by_word.${row.signed_by}`)}</OutlineBadge>
    ),
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
