import { useText } from '../../lib/text.ts';
import classes from './line-screen.module.css';

const KEYS = [
  'ram',
  'expected',
  'margins',
  'alert',
  'finding',
  'forecast',
  'silence',
  'wire',
  'group',
] as const;
const SIGNS: Readonly<Record<(typeof KEYS)[number], string>> = {
  ram: '▮',
  expected: '‒',
  margins: '▨',
  alert: '●',
  finding: '▲',
  forecast: '■',
  silence: '╱',
  wire: '▸',
  group: '(3)',
};

/** The meaning of the marks in the chart. */
export function LineLegend() {
  const t = useText('line');
  return (
    <ul
      className={classes.legend}
      aria-label={t('legend.title')}
      style={{ listStyle: 'none', margin: 0, padding: 0 }}
    >
      {KEYS.map((key) => (
        <li key={key}>
          <span aria-hidden>{SIGNS[key]} </span>
          {t(`legend.${key}`)}
        </li>
      ))}
    </ul>
  );
}
