import { Switch, Text } from '@mantine/core';
import { IconTemperature } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useAeroName } from '../../entities/aero-names.ts';
import { type Peak, peaksOf } from '../../entities/forecast/peak.ts';
import { usePeaks } from '../../entities/forecast/use-forecast.ts';
import { useFormats } from '../../lib/format.ts';
import { useText } from '../../lib/text.ts';
import { ListScreen } from '../../table/list-screen.tsx';
import { usePeakColumns } from './columns.tsx';
import { Skill } from './skill.tsx';
import { WeatherState } from './weather-state.tsx';

const rowId = (peak: Peak) => peak.aero;

/** AEROs that may come near a stop within the week, how good such forecasts were, and what they are based on. */
export default function ForecastScreen() {
  const t = useText('forecast');
  const formats = useFormats();
  const name = useAeroName();
  const columns = usePeakColumns();
  const [risky, setRisky] = useState(false);
  const read = usePeaks();
  const from = read.data?.at_risk_from ?? 0;
  const rows = useMemo(
    () =>
      (read.data === undefined ? [] : peaksOf(read.data)).filter(
        ({ chance }) => !risky || (chance ?? 0) >= from,
      ),
    [read.data, risky, from],
  );
  return (
    <ListScreen
      title={t('title')}
      header={{ description: t('description') }}
      notice={
        <>
          <WeatherState />
          {read.data !== undefined && read.data.left_out > 0 ? (
            <Text fw={600}>
              {t('left_out', {
                count: read.data.left_out,
                shown: formats.number(read.data.aero.length),
              })}
            </Text>
          ) : null}
        </>
      }
      rows={rows}
      columns={columns}
      rowId={rowId}
      rowName={(peak) => name(peak.aero)}
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
      <Skill />
    </ListScreen>
  );
}
