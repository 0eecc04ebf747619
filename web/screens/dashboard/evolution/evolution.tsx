import { Button, Group, Paper, ScrollArea, SegmentedControl, Table, Text, Title } from '@mantine/core';
import { IconChartBar, IconTable } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useFormats } from '../../../lib/format.ts';
import { useText } from '../../../lib/text.ts';
import { useNow } from '../../../ui/relative-time.tsx';
import { type DayCount, filledDays } from './days.ts';
import { EvolutionChart } from './evolution-chart.tsx';

export const RANGES = [30, 90, 365] as const;
export type Range = (typeof RANGES)[number];
interface Props {
  counts: readonly DayCount[];
  range: Range;
  onRange: (range: Range) => void;
}

/** Measures stored per day, as bars or as a table. */
export function Evolution({ counts, range, onRange }: Props) {
  const t = useText('dashboard');
  const formats = useFormats();
  const [asTable, setAsTable] = useState(false);
  const today = Math.floor(useNow() / 86_400_000);
  const days = useMemo(() => filledDays(counts, range, today * 86_400_000), [counts, range, today]);
  const total = days.reduce((sum, { count }) => sum + count, 0);
  const dayText = (day: string | undefined) =>
    day === undefined
      ? ''
      : new Intl.DateTimeFormat(formats.locale, {
          dateStyle: 'medium',
          timeZone: 'UTC',
        }).format(new Date(`${day}T12:00:00Z`));
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
    <Paper p="md" h="100%" component="section" aria-labelledby="evolution">
      <Group justify="space-between" mb="sm" gap="xs">
        <div>
          <Title order={2} size="h4" id="evolution">
            {t('evolution.title')}
          </Title>
          <Text c="dimmed">{t('evolution.total', { total: formats.number(total), count: range })}</Text>
        </div>
        <Group gap="xs">
          <SegmentedControl
            size="xs"
            aria-label={t('evolution.range')}
            value={String(range)}
            data={RANGES.map((days) => ({
              value: String(days),
              label: t('evolution.days', { count: days }),
            }))}
            onChange={(value) => onRange(Number(value) as Range)}
          />
          <Button
            size="compact-sm"
            variant="subtle"
            leftSection={
              asTable ? <IconChartBar size={16} aria-hidden /> : <IconTable size={16} aria-hidden />
            }
            onClick={() => setAsTable(!asTable)}
          >
            {t(asTable ? 'evolution.chart' : 'evolution.table')}
          </Button>
        </Group>
      </Group>
      {asTable ? (
        <ScrollArea h={220} viewportProps={{ tabIndex: 0, 'aria-label': t('evolution.title') }}>
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
      ) : (
        <EvolutionChart days={days} label={summary} />
      )}
    </Paper>
  );
}
