import type { Comparator } from '@aerowatch/domain/alerting/comparators';
import {
  CONDITION_METRIC_KEYS,
  type ConditionAction,
  type ConditionMetricKey,
  comparatorsOf,
  comparedQuantity,
  conditionOptions,
  PERIOD_UNITS,
  type PeriodUnit,
} from '@aerowatch/domain/alerting/condition';
import { ACTION_CHANNELS } from '@aerowatch/domain/channels';
import { SAMI_LEVELS, type SamiLevel } from '@aerowatch/domain/sami';
import type { QuantityKey } from '@aerowatch/domain/units';
import { translateMessage } from '@aerowatch/i18n/translate-message';
import {
  ActionIcon,
  Checkbox,
  Group,
  Paper,
  SegmentedControl,
  Select,
  Stack,
  Text,
  Title,
} from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { NumberField } from '../../forms/number-field.tsx';
import { QuantityInput } from '../../forms/quantity-input.tsx';
import { type Measured, shownBounds } from '../../forms/shown-bounds.ts';
import { useFormats } from '../../lib/format.ts';
import { useText } from '../../lib/text.ts';
import { useConditionSentence } from '../conditions/sentence.ts';
import { Ending, FindingChoice, type PartProps } from './condition-parts.tsx';
import { type ConditionDraft, compared, conditionOf, secondsOf, tidied } from './draft.ts';

interface Props {
  condition: ConditionDraft;
  number: number;
  onChange: (condition: ConditionDraft) => void;
  onRemove?: () => void;
  /** By field; shown once the reader tried to continue. */
  problems: Record<string, string>;
}

/** What the numbers of a field of a condition mean. */
function measuredIn(field: string, quantity: QuantityKey): Measured | null {
  if (field === 'value' || field === 'recovery') return { quantity };
  return field === 'percent' ? { unit: '%' } : null;
}

/** One condition with its actions, and its sentence. Shows only the fields its metric and comparator use. */
export function ConditionEditor({ condition, number, onChange, onRemove, problems }: Props) {
  const t = useText('supervisors');
  const domain = useText('domain');
  const formats = useFormats();
  const { sentence } = useConditionSentence();
  // What another metric does not use goes; what is typed stays while a field beside it is empty.
  const set = (changes: Partial<ConditionDraft>) => {
    const next = { ...condition, ...changes };
    onChange('metric' in changes || 'comparator' in changes ? tidied(next) : next);
  };
  const quantity = comparedQuantity(compared(condition));
  const error = (field: string) =>
    problems[field] === undefined
      ? undefined
      : translateMessage(
          shownBounds(problems[field], measuredIn(field, quantity), formats),
          formats.language,
        );
  const options = conditionOptions(condition.metric, compared(condition).comparator);
  const complete = conditionOf(condition);
  return (
    <Paper withBorder p="md" component="fieldset" m={0}>
      <Group justify="space-between" mb="sm">
        <Title order={3} size="h5">
          {t('condition.title', { number })}
        </Title>
        {onRemove ? (
          <ActionIcon
            variant="subtle"
            color="red"
            aria-label={t('condition.remove', { number })}
            onClick={onRemove}
          >
            <IconTrash size={18} aria-hidden />
          </ActionIcon>
        ) : null}
      </Group>
      <Stack gap="sm">
        <Group gap="sm" align="flex-start" grow preventGrowOverflow={false}>
          <Select
            label={t('condition.metric')}
            miw={220}
            allowDeselect={false}
            value={condition.metric}
            error={error('metric')}
            data={CONDITION_METRIC_KEYS.map((key) => ({ value: key, label: domain(`metric.${key}.name`) }))}
            onChange={(value) => set({ metric: value as ConditionMetricKey })}
          />
          {options.finding ? (
            <FindingChoice condition={condition} set={set} error={error} />
          ) : (
            <Comparison condition={condition} set={set} error={error} />
          )}
        </Group>
        {options.period ? <Window condition={condition} set={set} error={error} /> : null}
        <Ending condition={condition} set={set} error={error} />
        <Actions condition={condition} onChange={(actions) => set({ actions })} error={error('actions')} />
        {complete !== null && Object.keys(problems).length === 0 ? (
          <Text
            role="status"
            style={{ borderLeft: '3px solid var(--mantine-primary-color-filled)', paddingLeft: 10 }}
          >
            {sentence(complete)}
          </Text>
        ) : null}
      </Stack>
    </Paper>
  );
}

/** How a metric is compared, and with what. */
function Comparison({ condition, set, error }: PartProps) {
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
    </>
  );
}

/** The window of a condition, and how its datapoints are judged. */
function Window({ condition, set, error }: PartProps) {
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
        error={error('period')}
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
      {options.average && secondsOf(condition) > 0 ? (
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
      {options.percent && !condition.average && secondsOf(condition) > 0 ? (
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

function Actions({
  condition,
  onChange,
  error,
}: {
  condition: ConditionDraft;
  onChange: (actions: ConditionAction[]) => void;
  error?: string;
}) {
  const t = useText('supervisors');
  const words = useText('domain');
  const channels = useText('channels');
  const has = (type: ConditionAction['type']) => condition.actions.some((action) => action.type === type);
  const level = condition.actions.find((action) => action.type === 'sami')?.level ?? 'improvement_needed';
  const turn = (action: ConditionAction, on: boolean) =>
    onChange([...condition.actions.filter((other) => other.type !== action.type), ...(on ? [action] : [])]);
  return (
    <Checkbox.Group
      label={t('condition.actions')}
      value={condition.actions.map((action) => action.type)}
      error={error}
    >
      <Group gap="lg" mt={6}>
        {ACTION_CHANNELS.map((type) => (
          <Checkbox
            key={type}
            value={type}
            label={channels(`${type}.action`)}
            onChange={(event) => turn({ type }, event.currentTarget.checked)}
          />
        ))}
        <Group gap="xs">
          <Checkbox
            value="sami"
            label={t('condition.sami')}
            onChange={(event) => turn({ type: 'sami', level }, event.currentTarget.checked)}
          />
          <Select
            aria-label={t('condition.sami')}
            size="xs"
            w={190}
            disabled={!has('sami')}
            allowDeselect={false}
            value={level}
            data={SAMI_LEVELS.map((key) => ({ value: key, label: words(`sami.${key}`) }))}
            onChange={(value) => turn({ type: 'sami', level: value as SamiLevel }, true)}
          />
        </Group>
      </Group>
    </Checkbox.Group>
  );
}
