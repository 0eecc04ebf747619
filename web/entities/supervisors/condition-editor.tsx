import {
  CONDITION_METRIC_KEYS,
  type ConditionMetricKey,
  comparedQuantity,
  conditionOptions,
} from '@aerowatch/domain/alerting/condition';
import type { QuantityKey } from '@aerowatch/domain/units';
import { translateMessage } from '@aerowatch/i18n/translate-message';
import { ActionIcon, Button, Group, Paper, Select, Stack, Text, Title } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { type Measured, shownBounds } from '../../forms/shown-bounds.ts';
import { useFormats } from '../../lib/format.ts';
import { useText } from '../../lib/text.ts';
import { useConditionSentence } from '../conditions/sentence.ts';
import { Actions } from './condition-actions.tsx';
import { Ending, FindingChoice, type PartProps } from './condition-parts.tsx';
import { Comparison, Window } from './condition-window.tsx';
import { type ConditionDraft, compared, conditionOf, draftProblems, tidied } from './draft.ts';

interface Props {
  condition: ConditionDraft;
  number: number;
  onChange: (condition: ConditionDraft) => void;
  onRemove?: (() => void) | undefined;
  /** By field; shown once the reader tried to continue. */
  problems: Record<string, string>;
  /** Opens it when only its sentence is shown. */
  onOpen?: (() => void) | undefined;
}

/** The meaning of the numbers in a field of a condition. */
function measuredIn(field: string, quantity: QuantityKey): Measured | null {
  if (field === 'value' || field === 'recovery') return { quantity };
  return field === 'percent' ? { unit: '%' } : null;
}

/** One condition with its actions and its sentence, or only the sentence. */
export function ConditionEditor(props: Props) {
  const { condition, number, onRemove, onOpen } = props;
  const t = useText('supervisors');
  const common = useText('common');
  return (
    <Paper withBorder p="md" component="fieldset" m={0}>
      <Group justify="space-between" mb="sm">
        <Title order={3} size="h5">
          {t('condition.title', { number })}
        </Title>
        <Group gap="xs">
          {onOpen ? (
            <Button
              variant="default"
              size="compact-sm"
              aria-label={common('labelled', {
                label: common('action.edit'),
                value: t('condition.title', { number }),
              })}
              onClick={onOpen}
            >
              {common('action.edit')}
            </Button>
          ) : null}
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
      </Group>
      {onOpen ? null : <Fields {...props} />}
      <Said condition={condition} />
    </Paper>
  );
}

/** The sentence of a complete condition. */
function Said({ condition }: { condition: ConditionDraft }) {
  const { sentence } = useConditionSentence();
  const complete = conditionOf(condition);
  if (complete === null || Object.keys(draftProblems(condition)).length > 0) return null;
  return (
    <Text
      role="status"
      mt="sm"
      style={{ borderLeft: '3px solid var(--mantine-primary-color-filled)', paddingLeft: 10 }}
    >
      {sentence(complete)}
    </Text>
  );
}

/** Only the fields its metric and comparator use. */
function Fields({ condition, onChange, problems }: Props) {
  const t = useText('supervisors');
  const domain = useText('domain');
  const formats = useFormats();
  // Removes values that another metric does not use; typed text stays while a neighbouring field is empty.
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
  const part: PartProps = { condition, set, error };
  return (
    <Stack gap="sm">
      <Group gap="sm" align="flex-start" grow preventGrowOverflow={false}>
        <Select
          label={t('condition.metric')}
          miw={220}
          allowDeselect={false}
          value={condition.metric === 'stroke_percent' ? 'stroke' : condition.metric}
          error={error('metric')}
          data={CONDITION_METRIC_KEYS.filter((key) => key !== 'stroke_percent').map((key) => ({
            value: key,
            label: domain(`metric.${key}.name`),
          }))}
          onChange={(value) => set({ metric: value as ConditionMetricKey })}
        />
        {options.finding ? <FindingChoice {...part} /> : <Comparison {...part} />}
      </Group>
      {options.period ? <Window {...part} /> : null}
      <Ending {...part} />
      <Actions condition={condition} onChange={(actions) => set({ actions })} error={error('actions')} />
    </Stack>
  );
}
