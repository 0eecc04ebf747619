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
  /** Passes the strokes of the chosen moment; null: now. */
  onFrame: (frame: Frame | null) => void;
  /** The reader chose the past. */
  onAsk: () => void;
}
/** ms per frame while it plays. */
const PACE = 180;

/** Plays the last 24 hours or 7 days. */
export function TimePanel({ query, onFrame, onAsk }: Props) {
  const t = useText('line');
  const formats = useFormats();
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
  const time = data?.times[index];
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
          disabled={data === undefined}
          aria-pressed={playing}
          style={{ flexShrink: 0 }}
          leftSection={
            playing ? <IconPlayerPause size={14} aria-hidden /> : <IconPlayerPlay size={14} aria-hidden />
          }
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
          value={data === undefined ? 1 : index}
          disabled={data === undefined}
          aria-valuetext={time === undefined ? t('now') : formats.dateTime(time)}
          onChange={(event) => {
            setPlaying(false);
            setAt(Number(event.currentTarget.value));
          }}
        />
      </Group>
      {read.failure && hours !== null ? <Text>{t('time.failed')}</Text> : null}
    </section>
  );
}
