import { nearnessOf } from '@aerowatch/domain/physics/nearness';
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useFormats } from '../../lib/format.ts';
import { useText } from '../../lib/text.ts';
import classes from './aero-gauge.module.css';
import type { Extreme, GaugeFacts } from './gauge-layout.ts';

/** The legend of the gauge: each mark with its value. */
export function GaugeLegend({ facts }: { facts: GaugeFacts }) {
  const t = useText('gauge');
  const formats = useFormats();
  const { travel, now, expected, range } = facts;
  if (travel === null) return <Text c="dimmed">{t('no_model')}</Text>;
  const mm = (value: number) => formats.metric('stroke', value);
  const place = (stroke: number) => {
    const { nearness, end } = nearnessOf(stroke, travel);
    return nearness === 'free' ? '' : ` · ${t(`${nearness}.${end}`)}`;
  };
  const would = (extreme: Extreme | null) =>
    extreme && `${mm(Math.min(travel.stroke, Math.max(0, extreme.stroke)))}${place(extreme.stroke)}`;
  const rows: [key: string, label: string, value: ReactNode][] = [
    ['now', t('now'), now === null ? t(facts.absent ?? 'no_measure') : `${mm(now)}${place(now)}`],
    ['expected', t('expected'), expectedText()],
    ['range', t('range'), range && t('from_to', { from: mm(range[0]), to: mm(range[1]) })],
    ['cold', atText(facts.cold), would(facts.cold)],
    ['hot', atText(facts.hot), would(facts.hot)],
    ['extremes', t('extremes'), facts.unavailable && t(`unavailable.${facts.unavailable}`)],
    ['margin', t('margins'), t('margin_both', { low: mm(travel.minOffset), high: mm(travel.maxOffset) })],
  ];
  function expectedText(): string | null {
    return expected === null ? null : `${mm(expected)}${off(now, expected)}`;
  }
  function atText(extreme: Extreme | null): string {
    return extreme ? t('at', { temperature: formats.metric('temperature', extreme.temperature) }) : '';
  }
  function off(stroke: number | null, should: number): string {
    if (stroke === null) return '';
    const difference = stroke - should;
    if (Math.abs(difference) < 0.5) return '';
    return ` (${formats.difference('length_small', difference)})`;
  }
  return (
    <dl className={classes.legend} data-waiting={facts.waiting || undefined}>
      {rows.map(([key, label, value]) =>
        value === null ? null : (
          <div key={key} data-row={key}>
            <dt>
              <i className={classes.key} data-key={key} aria-hidden />
              {label}
            </dt>
            <dd>{value}</dd>
          </div>
        ),
      )}
    </dl>
  );
}
