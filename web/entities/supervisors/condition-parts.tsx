import {
  comparedQuantity,
  conditionOptions,
  PERIOD_UNITS,
  type PeriodUnit,
} from '@aerowatch/domain/alerting/condition';
import { normalizeSeverity, SEVERITIES, type Severity } from '@aerowatch/domain/alerting/severity';
import { FINDING_KEYS, type FindingKey } from '@aerowatch/domain/faults/list';
import { Button, Group, Select } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import { NumberField } from '../../forms/number-field.tsx';
import { QuantityInput } from '../../forms/quantity-input.tsx';
import { useFormats } from '../../lib/format.ts';
import { useText } from '../../lib/text.ts';
import { type ConditionDraft, compared } from './draft.ts';

export interface PartProps {
  condition: ConditionDraft;
  set: (changes: Partial<ConditionDraft>) => void;
  error: (field: string) => string | undefined;
}

/** Which finding of a diagnosis, and how bad. */
export function FindingChoice({ condition, set, error }: PartProps) {
  const t = useText('supervisors');
  const words = useText('conditions');
  const findings = useText('diagnostics');
  const { compare } = useFormats();
  const named = FINDING_KEYS.map((key) => ({ value: key as string, label: findings(`name.${key}`) }));
  return (
    <>
      <Select
        label={t('condition.finding')}
        miw={200}
        allowDeselect={false}
        searchable
        value={condition.finding ?? 'any'}
        error={error('finding')}
        data={[
          { value: 'any', label: t('condition.anyFinding') },
          ...named.sort((a, b) => compare(a.label, b.label)),
        ]}
        onChange={(finding) => set({ finding: finding as FindingKey | 'any' })}
      />
      <Select
        label={t('condition.grade')}
        miw={150}
        allowDeselect={false}
        value={String(condition.value ?? 1)}
        error={error('value')}
        data={[
          { value: '1', label: words('finding.value_1') },
          { value: '2', label: words('finding.value_2') },
        ]}
        onChange={(value) => set({ value: Number(value) })}
      />
    </>
  );
}

/** The severity, and when the alert ends if not at once, collapsed until it is set. */
export function Ending({ condition, set, error }: PartProps) {
  const t = useText('supervisors');
  const words = useText('conditions');
  const options = conditionOptions(condition.metric, compared(condition).comparator);
  const isSet = condition.recovery != null || condition.hold_clear?.value != null;
  const [asked, { open }] = useDisclosure(false);
  const wrong = error('recovery') !== undefined || error('hold_clear') !== undefined;
  const shown = asked || isSet || wrong;
  return (
    <Group gap="sm" align="flex-start">
      <Select
        label={t('condition.severity')}
        w={140}
        allowDeselect={false}
        value={normalizeSeverity(condition.severity, condition.actions)}
        error={error('severity')}
        data={SEVERITIES.map((key) => ({ value: key, label: words(`severity.${key}`) }))}
        onChange={(severity) => set({ severity: severity as Severity })}
      />
      {options.recovery && shown ? (
        <QuantityInput
          label={t('condition.recovery')}
          description={t('condition.recoveryHelp')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          w={220}
          quantity={comparedQuantity(compared(condition))}
          metricDecimals={2}
          signed
          value={condition.recovery ?? null}
          error={error('recovery')}
          onChange={(recovery) => set({ recovery })}
        />
      ) : null}
      {options.hold_clear && shown ? <Hold condition={condition} set={set} error={error} /> : null}
      {(options.recovery || options.hold_clear) && !shown ? (
        <Button variant="subtle" mt={24} leftSection={<IconPlus size={16} aria-hidden />} onClick={open}>
          {t('condition.ending')}
        </Button>
      ) : null}
    </Group>
  );
}

function Hold({ condition, set, error }: PartProps) {
  const t = useText('supervisors');
  const words = useText('conditions');
  const hold = condition.hold_clear ?? { value: null, unit: 'minutes' as const };
  const setHold = (changes: Partial<typeof hold>) => set({ hold_clear: { ...hold, ...changes } });
  return (
    <>
      <NumberField
        label={t('condition.holdClear')}
        description={t('condition.holdClearHelp')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        w={220}
        value={hold.value}
        error={error('hold_clear')}
        onChange={(value) => setHold({ value })}
      />
      <Select
        label={t('condition.unit')}
        w={140}
        allowDeselect={false}
        value={hold.unit}
        data={(Object.keys(PERIOD_UNITS) as PeriodUnit[]).map((unit) => ({
          value: unit,
          label: words(`unit.${unit}`),
        }))}
        onChange={(unit) => setHold({ unit: unit as PeriodUnit })}
      />
    </>
  );
}
