import type { Comparator } from '@aerowatch/domain/alerting/comparators';
import {
  type ConditionMetricKey,
  comparatorsOf,
  comparedQuantity,
  conditionOptions,
  PERIOD_UNITS,
  type PeriodUnit,
} from '@aerowatch/domain/alerting/condition';
import { Group, SegmentedControl, Select, Text } from '@mantine/core';
import { NumberField } from '../../forms/number-field.tsx';
import { QuantityInput } from '../../forms/quantity-input.tsx';
import { useFormats } from '../../lib/format.ts';
import { useText } from '../../lib/text.ts';
import type { PartProps } from './condition-parts.tsx';
import { compared } from './draft.ts';

/** How a metric is compared, and with what. */
export function Comparison({ condition, set, error }: PartProps) {
  const t = useText('supervisors');
  const words = useText('conditions');
  const common = useText('common');
  return (
    <>
      <Select
        label={t('condition.comparator')}
        miw={180}
        withAsterisk
        allowDeselect={false}
        placeholder={common('form.choose')}
        value={condition.comparator}
        error={error('comparator')}
        data={comparatorsOf(condition.metric).map((key) => ({
          value: key,
          label: words(`comparator.${key}.name`),
        }))}
        onChange={(value) => set({ comparator: value as Comparator })}
      />
      <QuantityInput
        label={t('condition.value')}
        miw={130}
        withAsterisk
        quantity={comparedQuantity(compared(condition))}
        metricDecimals={2}
        signed
        value={condition.value}
        error={error('value')}
        onChange={(value) => set({ value })}
      />
      {isOfStroke(condition) ? <StrokeUnit condition={condition} set={set} /> : null}
    </>
  );
}

const isOfStroke = ({ metric }: PartProps['condition']): boolean =>
  metric === 'stroke' || metric === 'stroke_percent';

/** A stroke is compared in mm, or in percent of the stroke of each AERO's model; a limit in the other unit is typed anew. */
function StrokeUnit({ condition, set }: Pick<PartProps, 'condition' | 'set'>) {
  const t = useText('supervisors');
  const formats = useFormats();
  return (
    <Select
      label={t('condition.strokeUnit')}
      w={150}
      allowDeselect={false}
      value={condition.metric}
      data={[
        { value: 'stroke', label: formats.unit('length_small') },
        { value: 'stroke_percent', label: t('condition.percentOfRange') },
      ]}
      onChange={(metric) => set({ metric: metric as ConditionMetricKey, value: null, recovery: null })}
    />
  );
}

/** The window of a condition, and how its datapoints are judged. */
export function Window({ condition, set, error }: PartProps) {
  const t = useText('supervisors');
  const words = useText('conditions');
  const options = conditionOptions(condition.metric, compared(condition).comparator);
  return (
    <Group gap="sm" align="flex-start">
      <NumberField
        label={t('condition.period')}
        description={options.periodRequired ? undefined : t('condition.periodHelp')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        w={170}
        value={condition.period.value}
        error={error('period') ?? error('average')}
        onChange={(value) => set({ period: { ...condition.period, value } })}
      />
      <Select
        label={t('condition.unit')}
        w={140}
        allowDeselect={false}
        value={condition.period.unit}
        data={(Object.keys(PERIOD_UNITS) as PeriodUnit[]).map((unit) => ({
          value: unit,
          label: words(`unit.${unit}`),
        }))}
        onChange={(unit) => set({ period: { ...condition.period, unit: unit as PeriodUnit } })}
      />
      {options.average ? (
        <div>
          <Text fw={500} mb={2}>
            {t('condition.how')}
          </Text>
          <SegmentedControl
            aria-label={t('condition.how')}
            value={condition.average ? 'average' : 'percent'}
            data={[
              { value: 'percent', label: t('condition.byPercent') },
              { value: 'average', label: t('condition.byAverage') },
            ]}
            onChange={(how) => set({ average: how === 'average' })}
          />
        </div>
      ) : null}
      {options.percent && !condition.average ? (
        <NumberField
          label={t('condition.percent')}
          unit="%"
          decimals={1}
          w={260}
          value={condition.percent ?? null}
          error={error('percent')}
          onChange={(percent) => set({ percent })}
        />
      ) : null}
    </Group>
  );
}
