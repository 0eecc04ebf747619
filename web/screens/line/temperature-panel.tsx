import { Button, Group, Text } from '@mantine/core';
import { useMemo } from 'react';
import { useFormats } from '../../lib/format.ts';
import { useText } from '../../lib/text.ts';
import { WhenVisible } from '../../ui/when-visible.tsx';
import classes from './line-screen.module.css';
import type { Shown } from './picture/draw-glyph.ts';
import type { Item } from './picture/track-layout.ts';
import { ReachedTable } from './reached-table.tsx';
import { useReached } from './use-reached.ts';

interface Props {
  items: readonly Item[];
  shown: (item: Item) => Shown;
  /** Device temperature of the scenario, °C; null: the current one. */
  temperature: number | null;
  onChange: (temperature: number | null) => void;
  /** Shows the table, which explains AEROs that cannot be computed. */
  onTable: () => void;
}
export const COLDEST = -30;
export const HOTTEST = 50;
const TICKS = [-30, -10, 10, 30, 50] as const;
/** Of the table below, px, which is drawn once it is looked at: its rows are 4 MB of heap. */
const REACHED_HEIGHT = 180;
/** Used if no device has reported its temperature, °C. */
const MILD = 15;

/** The median of the latest device temperatures, °C: the position of the slider until it is moved. */
function useCurrent(items: readonly Item[]): number | null {
  return useMemo(() => {
    const known = items.flatMap(({ aero }) => aero.temperature ?? []).toSorted((a, b) => a - b);
    return known[Math.floor(known.length / 2)] ?? null;
  }, [items]);
}

/** At the chosen temperature: which AEROs reach a margin or a stop, how many, and the first of them. */
export function TemperaturePanel({ items, shown, temperature, onChange, onTable }: Props) {
  const t = useText('line');
  const formats = useFormats();
  const current = useCurrent(items);
  const { at, sentence } = useReached(items, temperature);
  const now =
    current === null ? t('now') : t('temperature.now', { at: formats.metric('temperature', current) });
  const value = temperature ?? Math.round(current ?? MILD);
  const told = temperature === null ? now : formats.metric('temperature', temperature);
  return (
    <section aria-label={t('temperature.title')}>
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <Text component="label" htmlFor="line-temperature" fw={600} className={classes.asked}>
          {t('temperature.title')} <span className="aw-figures">{told}</span>
        </Text>
        <Button
          size="compact-xs"
          variant="default"
          flex="none"
          disabled={temperature === null}
          onClick={() => onChange(null)}
          className="aw-no-print"
        >
          {t('now')}
        </Button>
      </Group>
      <input
        id="line-temperature"
        type="range"
        className={classes.range}
        min={COLDEST}
        max={HOTTEST}
        step={1}
        value={value}
        aria-valuetext={told}
        onChange={(event) => onChange(Number(event.currentTarget.value))}
      />
      <div className={classes.scale} aria-hidden>
        {TICKS.map((tick) => (
          <span key={tick}>{formats.metric('temperature', tick)}</span>
        ))}
      </div>
      {/* Of constant height, so that nothing moves while the user drags. */}
      <Text aria-live="polite" className={classes.sentence}>
        {sentence}
      </Text>
      <WhenVisible minHeight={REACHED_HEIGHT}>
        <ReachedTable items={items} shown={shown} temperature={value} at={at} onTable={onTable} />
      </WhenVisible>
    </section>
  );
}
