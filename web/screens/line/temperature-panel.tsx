import { reachedAt } from '@aerowatch/domain/line/stop-candidates';
import { Button, Group, Text } from '@mantine/core';
import { useMemo } from 'react';
import { useFormats } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { useText } from '../../lib/text.ts';
import { TextLink } from '../../ui/links/text-link.tsx';
import classes from './line-screen.module.css';
import type { Item } from './picture/track-layout.ts';
import { useLineWords } from './use-line-words.ts';

interface Props {
  items: readonly Item[];
  /** Device temperature of the scenario, °C; null: the current one. */
  temperature: number | null;
  onChange: (temperature: number | null) => void;
}
export const COLDEST = -30;
export const HOTTEST = 50;
/** The slider's initial position, °C. */
const REST = 15;
const LISTED = 200;

/** What if it were this warm: which AEROs reach a margin or a stop, how many, the first of them. */
export function TemperaturePanel({ items, temperature, onChange }: Props) {
  const t = useText('line');
  const words = useLineWords();
  const gauge = useText('gauge');
  const formats = useFormats();
  const at = useMemo(
    () =>
      temperature === null
        ? null
        : reachedAt(
            items.map((item) => ({ item, model: item.aero.model, travel: item.travel })),
            temperature,
          ),
    [items, temperature],
  );
  const shown = temperature === null ? null : formats.metric('temperature', temperature);
  const [first] = at?.reached ?? [];
  const sentence = () => {
    if (at === null) return t('temperature.hint');
    if (first === undefined) return t('temperature.nobody', { at: shown, of: at.known });
    return t('temperature.count', {
      at: shown,
      count: at.reached.length,
      of: formats.number(at.known),
      name: words.name(first.aero.item.aero),
      from: first.from === null ? '–' : formats.metric('temperature', first.from),
    });
  };
  return (
    <section aria-label={t('temperature.title')}>
      <Group justify="space-between" wrap="nowrap">
        <Text component="label" htmlFor="line-temperature" fw={600}>
          {t('temperature.title')} <span className="aw-figures">{shown}</span>
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
        value={temperature ?? REST}
        aria-valuetext={shown ?? t('now')}
        onChange={(event) => onChange(Number(event.currentTarget.value))}
      />
      <Text aria-live="polite">
        {sentence()}
        {at !== null && at.possible.length > 0
          ? ` ${t('temperature.possible', { count: at.possible.length })}`
          : ''}
        {at !== null && at.unknown > 0 ? ` ${t('temperature.not_computed', { count: at.unknown })}` : ''}
      </Text>
      {at === null || at.reached.length + at.possible.length === 0 ? null : (
        <ol className={classes.reached} aria-label={t('temperature.list')}>
          {[...at.reached, ...at.possible]
            .slice(0, LISTED)
            .map(({ aero: { item }, nearness, end, from }, place) => (
              <li key={item.aero.id}>
                <Text>
                  <TextLink to={paths.box(item.aero.box, { tab: `aero${item.aero.position}` })}>
                    {words.name(item.aero)}
                  </TextLink>{' '}
                  {gauge(`${nearness}.${end}`)}
                  {place < at.reached.length ? '' : `, ${t('temperature.perhaps')}`}
                </Text>
                <Text className="aw-figures">
                  {from === null ? '–' : formats.metric('temperature', from)}
                </Text>
              </li>
            ))}
        </ol>
      )}
    </section>
  );
}
