import type { LINE_HOURS } from '@aerowatch/contracts/api/line';
import { Button, Group, SegmentedControl, Text } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { useEffect, useMemo, useState } from 'react';
import { useFormats } from '../../lib/format.ts';
import { useQuery } from '../../lib/query/use-query.ts';
import { useText } from '../../lib/text.ts';
import classes from './line-screen.module.css';
import type { Frame } from './use-shown.ts';

type Hours = (typeof LINE_HOURS)[number];
interface Props {
  query: { line?: string; client?: readonly number[] };
  /** Reports the strokes of the chosen time; null: now. */
  onFrame: (frame: Frame | null) => void;
  /** Called when the user chose the past. */
  onAsk: () => void;
}
/** ms per frame while it plays. */
const PACE = 180;

/** Plays the last 24 hours or 7 days. */
export function TimePanel(props: Props) {
  const t = useText('line');
  const formats = useFormats();
  const { hours, choose, failed, loaded, last, index, time, playing, setPlaying, seek } = usePlayer(props);
  const Icon = playing ? IconPlayerPause : IconPlayerPlay;
  return (
    <section aria-label={t('time.title')} className="aw-no-print">
      <Group justify="space-between" gap="xs">
        <Text component="label" htmlFor="line-time" fw={600}>
          {t('time.title')}{' '}
          <span className="aw-figures">{time === undefined ? '' : formats.dateTime(time)}</span>
        </Text>
        <SegmentedControl
          size="xs"
          aria-label={t('time.title')}
          value={hours ?? 'now'}
          onChange={choose}
          data={[
            { value: 'now', label: t('now') },
            { value: '24', label: t('time.day') },
            { value: '168', label: t('time.week') },
          ]}
        />
      </Group>
      <Group wrap="nowrap" gap="xs">
        <Button
          size="compact-sm"
          variant="default"
          disabled={!loaded}
          aria-pressed={playing}
          style={{ flexShrink: 0 }}
          leftSection={<Icon size={14} aria-hidden />}
          onClick={() => setPlaying(!playing)}
        >
          {t(playing ? 'time.pause' : 'time.play')}
        </Button>
        <input
          id="line-time"
          type="range"
          className={classes.range}
          min={0}
          max={Math.max(1, last)}
          value={loaded ? index : 1}
          disabled={!loaded}
          aria-valuetext={time === undefined ? t('now') : formats.dateTime(time)}
          onChange={(event) => seek(Number(event.currentTarget.value))}
        />
      </Group>
      {failed ? <Text>{t('time.failed')}</Text> : null}
    </section>
  );
}

/** The strokes of the chosen range, the present frame, and the playback controls. */
function usePlayer({ query, onFrame, onAsk }: Props) {
  const [hours, setHours] = useState<Hours | null>(null);
  const [at, setAt] = useState<number | null>(null);
  const [playing, setPlaying] = useState(false);
  const read = useQuery(
    'lineHistory',
    { query: { ...query, hours: hours ?? '24' } },
    { skip: hours === null },
  );
  const data = hours === null ? undefined : read.data;
  const last = (data?.times.length ?? 1) - 1;
  const index = at === null ? last : Math.min(at, last);
  const frame = useMemo(
    () => data && new Map(data.results.map(({ aero, stroke }) => [aero, stroke[index] ?? null])),
    [data, index],
  );
  useEffect(() => onFrame(frame ?? null), [frame, onFrame]);
  useEffect(() => {
    if (!playing || data === undefined) return;
    const timer = setInterval(
      () => setAt((before) => ((before ?? -1) >= last ? 0 : (before ?? -1) + 1)),
      PACE,
    );
    return () => clearInterval(timer);
  }, [playing, data, last]);
  const choose = (next: string): void => {
    setPlaying(false);
    setAt(null);
    setHours(next === 'now' ? null : (next as Hours));
    if (next !== 'now') onAsk();
  };
  const seek = (next: number): void => {
    setPlaying(false);
    setAt(next);
  };
  return {
    hours,
    choose,
    failed: read.failure !== undefined && hours !== null,
    loaded: data !== undefined,
    last,
    index,
    time: data?.times[index],
    playing,
    setPlaying,
    seek,
  };
}
