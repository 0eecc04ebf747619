import { METRIC_KEYS, METRICS, type MetricKey } from '@aerowatch/domain/metrics';
import { unitOf } from '@aerowatch/domain/units';
import { Fieldset, Group, SegmentedControl, Select, SimpleGrid, Stack, Text } from '@mantine/core';
import { BoxSelect } from '../../entities/boxes/box-select.tsx';
import { useItem } from '../../lib/query/use-collection.ts';
import { useText } from '../../lib/text.ts';
import type { ImportChoice } from './choice.ts';
import { type Mapping, systemOfName } from './guess.ts';
import type { Head } from './read-head.ts';

const ZONES = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')];
const SEPARATOR_NAMES = { ',': 'comma', ';': 'semicolon', '\t': 'tab' } as const;

interface Props {
  head: Head;
  choice: ImportChoice;
  change: (part: Partial<ImportChoice>) => void;
}

/** Chooses the column for each meaning, the units and the time zone. */
export function MappingForm({ head, choice, change }: Props) {
  const t = useText('jobs');
  const unit = useUnit(choice);
  const words = useText('domain');
  const columns = { head, choice, change };
  return (
    <Stack gap="md">
      <Text c="dimmed">
        {t('importing.separator', { what: t(`importing.separators.${SEPARATOR_NAMES[head.separator]}`) })}
      </Text>
      <Fieldset legend={t('importing.source')}>
        <SegmentedControl
          aria-label={t('importing.source')}
          value={choice.one ? 'one' : 'columns'}
          onChange={(next) => change({ one: next === 'one' })}
          data={[
            { value: 'columns', label: t('importing.source_columns') },
            { value: 'one', label: t('importing.source_single') },
          ]}
          mb="sm"
          style={{ maxWidth: '100%', overflowX: 'auto' }}
        />
        {choice.one ? (
          <OneAero choice={choice} change={change} />
        ) : (
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <ColumnSelect {...columns} meaning="box" label={t('importing.column_box')} />
            <ColumnSelect {...columns} meaning="aero" label={t('importing.column_aero')} />
          </SimpleGrid>
        )}
      </Fieldset>
      <SimpleGrid cols={{ base: 1, sm: 3 }}>
        <ColumnSelect {...columns} meaning="time" label={t('importing.column_time')} description={'\u00a0'} />
        <ZoneAndUnits choice={choice} change={change} />
      </SimpleGrid>
      <Fieldset legend={t('importing.columns_metrics')}>
        <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }}>
          {METRIC_KEYS.map((metric) => (
            <ColumnSelect
              key={metric}
              {...columns}
              meaning={metric}
              label={`${words(`metric.${metric}.name`)} (${unit(metric)})`}
            />
          ))}
        </SimpleGrid>
      </Fieldset>
    </Stack>
  );
}

/** The unit of a metric in the file: that of its column's name, otherwise that of the chosen system. */
function useUnit(choice: ImportChoice): (metric: MetricKey) => string {
  const t = useText('jobs');
  return (metric) => {
    const { quantity } = METRICS[metric];
    const named = systemOfName(metric, choice.mapping[metric]);
    return named === null
      ? unitOf(quantity, choice.system)
      : t('importing.unit_known', { unit: unitOf(quantity, named) });
  };
}

interface ColumnProps extends Props {
  meaning: keyof Mapping;
  label: string;
  description?: string;
}
/** Chooses the column of the file for a meaning. */
function ColumnSelect({ head, choice, change, meaning, label, description }: ColumnProps) {
  const t = useText('jobs');
  return (
    <Select
      label={label}
      description={description}
      placeholder={t('importing.no_column')}
      data={[...new Set(head.headers.filter((name) => name.trim() !== ''))]}
      searchable
      clearable
      value={choice.mapping[meaning] || null}
      onChange={(name) => change({ mapping: { ...choice.mapping, [meaning]: name ?? '' } })}
    />
  );
}

/** Zone and units for times and values that state none. */
function ZoneAndUnits({ choice, change }: Pick<Props, 'choice' | 'change'>) {
  const t = useText('jobs');
  return (
    <>
      <Select
        label={t('importing.zone')}
        description={t('importing.zone_help')}
        searchable
        allowDeselect={false}
        limit={80}
        data={ZONES}
        value={choice.zone}
        onChange={(zone) => zone !== null && change({ zone })}
      />
      <Select
        label={t('importing.units')}
        description={t('importing.units_help')}
        allowDeselect={false}
        data={[
          { value: 'metric', label: t('importing.metric') },
          { value: 'imperial', label: t('importing.imperial') },
        ]}
        value={choice.system}
        onChange={(system) => change({ system: system as ImportChoice['system'] })}
      />
    </>
  );
}

function OneAero({ choice, change }: Pick<Props, 'choice' | 'change'>) {
  const t = useText('jobs');
  const words = useText('domain');
  const box = useItem('boxes', choice.box);
  return (
    <Group gap="md" align="flex-end">
      <BoxSelect
        label={t('importing.box')}
        w={360}
        maw="100%"
        value={choice.box}
        onChange={(next) => change({ box: next, aero: null })}
      />
      <Select
        label={t('importing.position')}
        w={160}
        disabled={box === undefined}
        data={(box?.aeros ?? []).map((aero) => ({
          value: String(aero.id),
          label: words('aero', { position: aero.position }),
        }))}
        value={choice.aero === null ? null : String(choice.aero)}
        onChange={(next) => change({ aero: next === null ? null : Number(next) })}
      />
    </Group>
  );
}
