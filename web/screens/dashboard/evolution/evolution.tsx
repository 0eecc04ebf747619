import { Group, ScrollArea, SegmentedControl, Table } from '@mantine/core';
import { IconChartBar, IconTable } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useFormats } from '../../../lib/format.ts';
import { useText } from '../../../lib/text.ts';
import { IconButton } from '../../../ui/links/link-button.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { useNow } from '../../../ui/relative-time.tsx';
import { type DayCount, filledDays, RANGES, type Range } from './days.ts';
import { EvolutionChart } from './evolution-chart.tsx';

interface Props {
  counts: readonly DayCount[];
  range: Range;
  onRange: (range: Range) => void;
}

/** A UTC day in the user's format. */
function useDayText(): (day: string | undefined) => string {
  const { locale } = useFormats();
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' });
  return (day) => (day === undefined ? '' : format.format(new Date(`${day}T12:00:00Z`)));
}

/** Measures stored per day, as bars or as a table. */
export function Evolution({ counts, range, onRange }: Props) {
  const t = useText('dashboard');
  const formats = useFormats();
  const dayText = useDayText();
  const [asTable, setAsTable] = useState(false);
  const today = Math.floor(useNow() / 86_400_000);
  const days = useMemo(() => filledDays(counts, range, today * 86_400_000), [counts, range, today]);
  const total = days.reduce((sum, { count }) => sum + count, 0);
  const most = days.reduce((best, day) => (day.count > best.count ? day : best), days[0]!);
  const summary =
    total === 0
      ? t('evolution.empty')
      : t('evolution.summary', {
          from: dayText(days[0]?.day),
          to: dayText(days.at(-1)?.day),
          total: formats.number(total),
          mean: formats.number(Math.round(total / days.length)),
          most: formats.number(most.count),
          day: dayText(most.day),
        });
  return (
    <Panel
      title={t('evolution.title')}
      region
      h="100%"
      aside={
        <Group gap="xs">
          <SegmentedControl
            size="xs"
            aria-label={t('evolution.range')}
            value={String(range)}
            data={RANGES.map((count) => ({ value: String(count), label: t('evolution.days', { count }) }))}
            onChange={(value) => onRange(Number(value) as Range)}
          />
          <IconButton
            label={t(asTable ? 'evolution.chart' : 'evolution.table')}
            icon={asTable ? <IconChartBar size={16} aria-hidden /> : <IconTable size={16} aria-hidden />}
            onClick={() => setAsTable(!asTable)}
          />
        </Group>
      }
    >
      {asTable ? <DayTable days={days} /> : <EvolutionChart days={days} label={summary} />}
    </Panel>
  );
}

function DayTable({ days }: { days: readonly DayCount[] }) {
  const t = useText('dashboard');
  const formats = useFormats();
  const dayText = useDayText();
  return (
    <ScrollArea h={150} viewportProps={{ tabIndex: 0, 'aria-label': t('evolution.title') }}>
      <Table stickyHeader>
        <Table.Thead bg="var(--aw-surface)">
          <Table.Tr>
            <Table.Th>{t('evolution.day')}</Table.Th>
            <Table.Th ta="right">{t('evolution.measures')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {[...days].reverse().map(({ day, count }) => (
            <Table.Tr key={day}>
              <Table.Td>{dayText(day)}</Table.Td>
              <Table.Td ta="right">{formats.number(count)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollArea>
  );
}
