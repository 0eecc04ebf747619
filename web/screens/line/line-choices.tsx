import { Group, Select } from '@mantine/core';
import { ClientSelect } from '../../entities/clients/client-select.tsx';
import { useFormats } from '../../lib/format.ts';
import { useGrants } from '../../lib/state/session-state.ts';
import { useText } from '../../lib/text.ts';
import type { LineAddress } from './use-line-address.ts';

interface Props {
  address: LineAddress;
  lines: readonly { line: string; aeros: number }[];
  tracks: readonly string[];
}

/** Line and track in one row, so that the chart comes soon; for administrators also the client. */
export function LineChoices({ address, lines, tracks }: Props) {
  const t = useText('line');
  const domain = useText('domain');
  const formats = useFormats();
  const admin = useGrants('admin');
  const another = { from: null, to: null };
  return (
    <Group gap="xs" mb="xs" className="aw-no-print">
      <Select
        aria-label={t('line')}
        placeholder={t('all_lines')}
        clearable
        searchable
        style={{ flex: '1 1 160px' }}
        maw={360}
        data={lines
          .filter(({ line }) => line !== '')
          .sort((a, b) => formats.compare(a.line, b.line))
          .map(({ line, aeros }) => ({ value: line, label: `${line} (${aeros})` }))}
        value={address.line}
        onChange={(line) => address.set({ line, track: null, ...another })}
      />
      <Select
        aria-label={t('track')}
        placeholder={t('all_tracks')}
        clearable
        w={{ base: 148, sm: 180 }}
        data={tracks.filter((track) => track !== '')}
        value={address.track}
        onChange={(track) => address.set({ track, ...another })}
      />
      {admin ? (
        <ClientSelect
          clearable
          label={undefined}
          aria-label={domain('field.client')}
          placeholder={t('all_clients')}
          w={{ base: '100%', sm: 240 }}
          value={address.client}
          onChange={(client) =>
            address.set({ client: client === null ? null : String(client), line: null, ...another })
          }
        />
      ) : null}
    </Group>
  );
}
