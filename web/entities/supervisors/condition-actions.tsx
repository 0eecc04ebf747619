import type { ConditionAction } from '@aerowatch/domain/alerting/condition';
import { ACTION_CHANNELS } from '@aerowatch/domain/notifications/channels';
import { SAMI_LEVELS, type SamiLevel } from '@aerowatch/domain/sami';
import { Checkbox, Group, Select } from '@mantine/core';
import { useText } from '../../lib/text.ts';
import type { ConditionDraft } from './draft.ts';

/** The actions of a condition. */
export function Actions({
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
  const toggle = (action: ConditionAction, on: boolean) =>
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
            onChange={(event) => toggle({ type }, event.currentTarget.checked)}
          />
        ))}
        <Group gap="xs">
          <Checkbox
            value="sami"
            label={t('condition.sami')}
            onChange={(event) => toggle({ type: 'sami', level }, event.currentTarget.checked)}
          />
          <Select
            aria-label={t('condition.sami')}
            size="xs"
            w={190}
            disabled={!has('sami')}
            allowDeselect={false}
            value={level}
            data={SAMI_LEVELS.map((key) => ({ value: key, label: words(`sami.${key}`) }))}
            onChange={(value) => toggle({ type: 'sami', level: value as SamiLevel }, true)}
          />
        </Group>
      </Group>
    </Checkbox.Group>
  );
}
