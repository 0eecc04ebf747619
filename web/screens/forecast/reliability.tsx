import type { SkillAnswer } from '@aerowatch/contracts/api/forecast';
import { Table, Text } from '@mantine/core';
import { useFormats } from '../../lib/format.ts';
import { useText } from '../../lib/text.ts';
import classes from './reliability.module.css';

const SIZE = 260;
const EDGE = { left: 46, right: 22, top: 12, bottom: 40 } as const;
const PLOT = SIZE - EDGE.left - EDGE.right;
const BINS = 10;

export interface Bin {
  readonly n: number;
  readonly stated: number | null;
  readonly happened: number | null;
}

/** The bins of several lead days combined, weighted. */
export function joinedBins(rows: readonly Pick<SkillAnswer, 'reliability'>[]): Bin[] {
  return Array.from({ length: BINS }, (_, bin) => {
    const own = rows.map(({ reliability }) => reliability[bin]!);
    const n = own.reduce((sum, one) => sum + one.n, 0);
    const mean = (of: (one: Bin) => number | null) =>
      n === 0 ? null : own.reduce((sum, one) => sum + one.n * (of(one) ?? 0), 0) / n;
    return { n, stated: mean(({ stated }) => stated), happened: mean(({ happened }) => happened) };
  });
}

type Known = Bin & { readonly stated: number; readonly happened: number };
const isKnown = (bin: Bin): bin is Known => bin.stated !== null && bin.happened !== null;

/** Observed frequency against stated probability: perfect is the diagonal. With the same as a table. */
export function Reliability({ bins }: { bins: readonly Bin[] }) {
  const t = useText('forecast');
  return (
    <div className={classes.both}>
      <Diagram bins={bins} />
      <BinTable bins={bins} />
      {bins.some(isKnown) ? null : (
        <Text size="md" c="dimmed">
          {t('unproven')}
        </Text>
      )}
    </div>
  );
}

const x = (share: number) => EDGE.left + share * PLOT;
const y = (share: number) => EDGE.top + (1 - share) * PLOT;

function Diagram({ bins }: { bins: readonly Bin[] }) {
  const t = useText('forecast');
  const most = Math.max(1, ...bins.map(({ n }) => n));
  const points = bins.filter(isKnown);
  return (
    <svg
      viewBox={`0 0 ${SIZE} ${SIZE}`}
      className={classes.drawing}
      role="img"
      aria-label={t('skill.diagram')}
    >
      <Grid />
      <line x1={x(0)} x2={x(1)} y1={y(0)} y2={y(1)} className={classes.right} />
      <path
        d={`M${points.map((bin) => `${x(bin.stated)},${y(bin.happened)}`).join('L')}`}
        className={classes.line}
      />
      {points.map((bin) => (
        <circle
          key={bin.stated}
          cx={x(bin.stated)}
          cy={y(bin.happened)}
          r={3 + 3 * Math.sqrt(bin.n / most)}
          className={classes.point}
        />
      ))}
      <text x={x(0.5)} y={SIZE - 6} textAnchor="middle" className={classes.text}>
        {t('skill.stated')}
      </text>
    </svg>
  );
}

function Grid() {
  const formats = useFormats();
  return [0, 0.25, 0.5, 0.75, 1].map((share) => (
    <g key={share}>
      <line x1={x(0)} x2={x(1)} y1={y(share)} y2={y(share)} className={classes.grid} />
      <text x={EDGE.left - 6} y={y(share) + 4} textAnchor="end" className={classes.text}>
        {formats.percent(share)}
      </text>
      <text x={x(share)} y={SIZE - 22} textAnchor="middle" className={classes.text}>
        {formats.percent(share)}
      </text>
    </g>
  ));
}

function BinTable({ bins }: { bins: readonly Bin[] }) {
  const t = useText('forecast');
  const formats = useFormats();
  return (
    <Table className={classes.table} aria-label={t('skill.diagram')}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('skill.stated')}</Table.Th>
          <Table.Th ta="right">{t('skill.n')}</Table.Th>
          <Table.Th ta="right">{t('skill.happened')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {bins.map((bin, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a bin is its place
          <Table.Tr key={i}>
            <Table.Td>{`${formats.percent(i / BINS)} – ${formats.percent((i + 1) / BINS)}`}</Table.Td>
            <Table.Td ta="right">{formats.number(bin.n, 0)}</Table.Td>
            <Table.Td ta="right">{bin.happened === null ? '–' : formats.percent(bin.happened)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
