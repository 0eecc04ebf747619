import { Switch, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconTemperature } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useAeroName } from '../../entities/aero-names.ts';
import { useFormats } from '../../lib/format.ts';
import { useText } from '../../lib/text.ts';
import { ListScreen } from '../../table/list-screen.tsx';
import { useWeekColumns } from './columns.tsx';
import { Skill } from './skill.tsx';
import { Thresholds } from './thresholds.tsx';
import { useWeekRows, type WeekRow } from './use-week-rows.ts';
import { WeatherState } from './weather-state.tsx';

const rowId = (row: WeekRow) => row.aero;
/** Where lists are cards. */
const PHONE = '(max-width: 48em)';

/**
 * The week of each AERO day by day, the first to reach a stop first; below it how good such forecasts were.
 */
export default function ForecastScreen() {
  const t = useText('forecast');
  const formats = useFormats();
  const name = useAeroName();
  const narrow = useMediaQuery(PHONE, undefined, { getInitialValueInEffect: false }) ?? false;
  const { read, rows: all, from, days } = useWeekRows();
  const columns = useWeekColumns(days, narrow);
  const [risky, setRisky] = useState(false);
  const rows = useMemo(() => all.filter(({ isRisky }) => !risky || isRisky), [all, risky]);
  return (
    <ListScreen
      title={t('title')}
      header={{ description: t('description') }}
      notice={<LeftOut count={read.data?.left_out ?? 0} shown={all.length} />}
      rows={rows}
      columns={columns}
      rowId={rowId}
      rowName={(row) => name(row.aero)}
      read={read}
      initialSort="-chance"
      filters={
        <Switch
          label={t('list.only_risk', { share: formats.percent(from) })}
          checked={risky}
          onChange={(event) => setRisky(event.currentTarget.checked)}
        />
      }
      filterCount={risky ? 1 : 0}
      onClearFilters={() => setRisky(false)}
      empty={{ title: t('list.empty'), icon: IconTemperature, advice: t('list.empty_text') }}
    >
      <Thresholds />
      <WeatherState />
      <Skill />
    </ListScreen>
  );
}

function LeftOut({ count, shown }: { count: number; shown: number }) {
  const t = useText('forecast');
  const formats = useFormats();
  if (count === 0) return null;
  return <Text fw={600}>{t('left_out', { count, shown: formats.number(shown) })}</Text>;
}
