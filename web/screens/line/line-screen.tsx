import type { AeroOnLine } from '@aerowatch/contracts/api/line';
import { rowsOf } from '@aerowatch/domain/columns';
import { Button, Group, Paper, SegmentedControl, Select, Stack, Text } from '@mantine/core';
import { IconPrinter, IconRoute, IconZoomIn, IconZoomOut } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { ClientSelect } from '../../entities/clients/client-select.tsx';
import { useFormats } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { useQuery } from '../../lib/query/use-query.ts';
import { useGrants } from '../../lib/state/session-state.ts';
import { useText } from '../../lib/text.ts';
import { IconButton, LinkButton } from '../../ui/links/link-button.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { SmallText } from '../../ui/small-text.ts';
import { EmptyState, Unread } from '../../ui/states/states.tsx';
import { LineLegend } from './line-legend.tsx';
import classes from './line-screen.module.css';
import { LineTable } from './line-table.tsx';
import { zoomed } from './picture/km-view.ts';
import { LineCanvas } from './picture/line-canvas.tsx';
import { layoutOf } from './picture/track-layout.ts';
import { SelectedAero } from './selected-aero.tsx';
import { TemperaturePanel } from './temperature-panel.tsx';
import { TimePanel } from './time-panel.tsx';
import { type LineAddress, useKmView, useLineAddress, useResting } from './use-line-address.ts';
import { useLineWords } from './use-line-words.ts';
import { type Frame, useShown } from './use-shown.ts';
import { useStations } from './use-stations.ts';

/** A line as railways draw it: kilometre points along x, tracks, stations, every AERO a gauge. */
export default function LineScreen() {
  const t = useText('line');
  const formats = useFormats();
  const address = useLineAddress();
  const query = useMemo(
    () => ({
      ...(address.line === null ? {} : { line: address.line }),
      ...(address.client === null ? {} : { client: [address.client] }),
    }),
    [address.line, address.client],
  );
  const read = useQuery('lineShow', { query }, { live: ['boxes', 'alerts'], pollingInterval: 60_000 });
  const all = useMemo(
    () => (read.data === undefined ? [] : rowsOf<AeroOnLine>(read.data.aeros)),
    [read.data],
  );
  const aeros = useMemo(
    () => all.filter(({ track }) => address.track === null || track === address.track),
    [all, address.track],
  );
  const [frame, setFrame] = useState<Frame | null>(null);
  const [temperature, setTemperature] = useResting(address.temperature, (value) =>
    address.set({ t: value === null ? null : String(value) }),
  );
  // One scenario at a time: another temperature, or another time.
  const [round, setRound] = useState(0);
  const ask = (value: number | null): void => {
    if (frame !== null || (temperature === null && value !== null)) setRound((before) => before + 1);
    setTemperature(value);
  };
  const shown = useShown(temperature, frame);
  return (
    <div className={classes.sheet}>
      <PageHeader
        title={t('title')}
        description={t('description')}
        actions={<ViewChoice address={address} />}
      />
      <Stack gap="md">
        <Paper p="md" className="aw-no-print">
          <Choices
            address={address}
            lines={read.data?.lines ?? []}
            tracks={[...new Set(all.map(({ track }) => track))].sort()}
          />
        </Paper>
        {read.data === undefined ? (
          <Paper p="md">
            <Unread read={read} lines={10} />
          </Paper>
        ) : aeros.length === 0 ? (
          <Paper>
            <EmptyState
              title={t('empty')}
              icon={IconRoute}
              action={<LinkButton to={paths.boxes()}>{t('to_boxes')}</LinkButton>}
              text={t('empty_text')}
            />
          </Paper>
        ) : (
          <>
            {read.data.left_out > 0 ? (
              <Text fw={600}>
                {t('left_out', { count: read.data.left_out, shown: formats.number(all.length) })}
              </Text>
            ) : null}
            <Along
              aeros={aeros}
              address={address}
              shown={shown}
              temperature={temperature}
              onTemperature={ask}
            />
            <Paper p="md" className="aw-no-print">
              <TimePanel key={round} query={query} onFrame={setFrame} onAsk={() => setTemperature(null)} />
            </Paper>
          </>
        )}
      </Stack>
    </div>
  );
}

interface AlongProps {
  aeros: Parameters<typeof layoutOf>[0];
  address: LineAddress;
  shown: ReturnType<typeof useShown>;
  temperature: number | null;
  onTemperature: (temperature: number | null) => void;
}
function Along({ aeros, address, shown, temperature, onTemperature }: AlongProps) {
  const t = useText('line');
  const navigate = useNavigate();
  const words = useLineWords();
  const stations = useStations();
  const layout = useMemo(() => layoutOf(aeros), [aeros]);
  const items = useMemo(() => layout.lanes.flatMap((lane) => lane.items), [layout]);
  const [view, setView] = useKmView(layout, address.set);
  const [selected, setSelected] = useState<number | null>(null);
  const item = items.find(({ aero }) => aero.id === selected) ?? null;
  const zoom = (factor: number) => setView(zoomed(view, layout, factor, (view.from + view.to) / 2));
  return (
    <>
      <Paper p="md" {...(temperature === null ? { className: 'aw-no-print' } : {})}>
        <TemperaturePanel items={items} temperature={temperature} onChange={onTemperature} />
      </Paper>
      {address.table || items.length === 0 ? (
        <LineTable aeros={aeros} shown={shown} />
      ) : (
        <Paper p={{ base: 4, sm: 'md' }}>
          <Group justify="space-between" mb="xs" gap="xs">
            <LineLegend />
            <Group gap={4} className="aw-no-print">
              <IconButton
                label={t('zoom_in')}
                icon={<IconZoomIn size={18} aria-hidden />}
                onClick={() => zoom(1.6)}
              />
              <IconButton
                label={t('zoom_out')}
                icon={<IconZoomOut size={18} aria-hidden />}
                onClick={() => zoom(1 / 1.6)}
              />
              <Button size="compact-sm" variant="default" onClick={() => setView(layout)}>
                {t('whole')}
              </Button>
            </Group>
          </Group>
          <LineCanvas
            layout={layout}
            view={view}
            onView={setView}
            stations={stations}
            shown={shown}
            selected={selected}
            onSelect={setSelected}
            onOpen={() =>
              item && void navigate(paths.box(item.aero.box, { tab: `aero${item.aero.position}` }))
            }
          />
          <SmallText id="line-keys" mt={6} className="aw-no-print">
            {t('keys')}
          </SmallText>
          {layout.placeless > 0 ? <Text mt={4}>{t('placeless', { count: layout.placeless })}</Text> : null}
        </Paper>
      )}
      <div
        role="status"
        style={{ position: 'absolute', width: 1, height: 1, overflow: 'hidden', clipPath: 'inset(50%)' }}
      >
        {item ? words.sentence(item, shown(item)) : ''}
      </div>
      {item ? <SelectedAero item={item} shown={shown(item)} /> : null}
    </>
  );
}

function ViewChoice({ address }: { address: LineAddress }) {
  const t = useText('line');
  return (
    <Group gap="xs">
      <SegmentedControl
        aria-label={t('view')}
        value={address.table ? 'table' : 'picture'}
        data={[
          { value: 'picture', label: t('view_picture') },
          { value: 'table', label: t('view_table') },
        ]}
        onChange={(view) => address.set({ view: view === 'table' ? view : null })}
      />
      <Button
        variant="default"
        leftSection={<IconPrinter size={16} aria-hidden />}
        onClick={() => window.print()}
      >
        {t('print')}
      </Button>
    </Group>
  );
}

interface ChoicesProps {
  address: LineAddress;
  lines: readonly { line: string; aeros: number }[];
  tracks: readonly string[];
}
function Choices({ address, lines, tracks }: ChoicesProps) {
  const t = useText('line');
  const formats = useFormats();
  const admin = useGrants('admin');
  const another = { from: null, to: null };
  return (
    <Group gap="md" align="flex-end" className="aw-no-print">
      <Select
        label={t('line')}
        placeholder={t('all_lines')}
        clearable
        searchable
        w={{ base: '100%', sm: 360 }}
        data={lines
          .filter(({ line }) => line !== '')
          .sort((a, b) => formats.compare(a.line, b.line))
          .map(({ line, aeros }) => ({ value: line, label: `${line} (${aeros})` }))}
        value={address.line}
        onChange={(line) => address.set({ line, track: null, ...another })}
      />
      <Select
        label={t('track')}
        placeholder={t('all_tracks')}
        clearable
        w={{ base: 'calc(50% - 8px)', sm: 190 }}
        data={tracks.filter((track) => track !== '')}
        value={address.track}
        onChange={(track) => address.set({ track, ...another })}
      />
      {admin ? (
        <ClientSelect
          clearable
          w={{ base: 'calc(50% - 8px)', sm: 240 }}
          value={address.client}
          onChange={(client) =>
            address.set({ client: client === null ? null : String(client), line: null, ...another })
          }
        />
      ) : null}
    </Group>
  );
}
