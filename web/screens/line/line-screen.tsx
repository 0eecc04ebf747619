import type { AeroOnLine } from '@aerowatch/contracts/api/line';
import { rowsOf } from '@aerowatch/domain/columns';
import { Button, Group, Paper, SegmentedControl, Stack, Text } from '@mantine/core';
import { IconPrinter, IconRoute } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useFormats } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { useQuery } from '../../lib/query/use-query.ts';
import { useText } from '../../lib/text.ts';
import { LinkButton } from '../../ui/links/link-button.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { EmptyState, Unread } from '../../ui/states/states.tsx';
import { Along } from './along.tsx';
import { LineChoices } from './line-choices.tsx';
import classes from './line-screen.module.css';
import { TimePanel } from './time-panel.tsx';
import { type LineAddress, useLineAddress, useResting } from './use-line-address.ts';
import { type Frame, useShown } from './use-shown.ts';

/** A line as railways draw it: kilometre points along x, tracks, stations, every AERO a gauge. */
export default function LineScreen() {
  const t = useText('line');
  const address = useLineAddress();
  const { query, read, all } = useLine(address);
  const aeros = useMemo(
    () => all.filter(({ track }) => address.track === null || track === address.track),
    [all, address.track],
  );
  const scenario = useScenario(address);
  const choices = (
    <LineChoices
      address={address}
      lines={read.data?.lines ?? []}
      tracks={[...new Set(all.map(({ track }) => track))].sort()}
    />
  );
  return (
    <div className={classes.sheet}>
      <PageHeader title={t('title')} actions={<ViewChoice address={address} />} compact />
      <Stack gap="sm">
        {read.data === undefined || aeros.length === 0 ? (
          <Paper p="md">
            {choices}
            {read.data === undefined ? <Unread read={read} lines={10} /> : <NoAero />}
          </Paper>
        ) : (
          <>
            <LeftOut count={read.data.left_out} shown={all.length} />
            <Along
              aeros={aeros}
              address={address}
              shown={scenario.shown}
              temperature={scenario.temperature}
              onTemperature={scenario.setTemperature}
              choices={choices}
              time={
                <Paper p="md" className="aw-no-print">
                  <TimePanel
                    key={scenario.round}
                    query={query}
                    onFrame={scenario.setFrame}
                    onAsk={scenario.leaveTemperature}
                  />
                </Paper>
              }
            />
          </>
        )}
      </Stack>
    </div>
  );
}

/** Without a line at most this many AEROs are read: 20,000 of them are 6 MB, and 75 MB of a tab once drawn. */
const WITHOUT_A_LINE = 1000;

/** The AEROs of the line and client in the address. */
function useLine(address: LineAddress) {
  const query = useMemo(
    () => ({
      ...(address.line === null ? {} : { line: address.line }),
      ...(address.client === null ? {} : { client: [address.client] }),
    }),
    [address.line, address.client],
  );
  const shown = address.line === null ? { ...query, limit: WITHOUT_A_LINE } : query;
  const read = useQuery('lineShow', { query: shown }, { live: ['boxes', 'alerts'], pollingInterval: 60_000 });
  const all = useMemo(
    () => (read.data === undefined ? [] : rowsOf<AeroOnLine>(read.data.aeros)),
    [read.data],
  );
  return { query, read, all };
}

/** One scenario at a time: another temperature, or another time; `round` resets the time slider. */
function useScenario(address: LineAddress) {
  const [frame, setFrame] = useState<Frame | null>(null);
  const [temperature, setTemperature] = useResting(address.temperature, (value) =>
    address.set({ t: value === null ? null : String(value) }),
  );
  const [round, setRound] = useState(0);
  return {
    shown: useShown(temperature, frame),
    temperature,
    round,
    setFrame,
    setTemperature: (value: number | null): void => {
      if (frame !== null || (temperature === null && value !== null)) setRound((before) => before + 1);
      setTemperature(value);
    },
    leaveTemperature: () => setTemperature(null),
  };
}

function NoAero() {
  const t = useText('line');
  return (
    <EmptyState
      title={t('empty')}
      icon={IconRoute}
      action={<LinkButton to={paths.boxes()}>{t('to_boxes')}</LinkButton>}
      text={t('empty_text')}
    />
  );
}

function LeftOut({ count, shown }: { count: number; shown: number }) {
  const t = useText('line');
  const formats = useFormats();
  if (count === 0) return null;
  return <Text fw={600}>{t('left_out', { count, shown: formats.number(shown) })}</Text>;
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
