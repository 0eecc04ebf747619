import { TEXT_LENGTHS } from '@aerowatch/domain/text-lengths';
import { translateMessage } from '@aerowatch/i18n/translate-message';
import { Alert, Button, Input, Paper, SegmentedControl, Select, Stack, Switch, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { TextField } from '../../forms/text-field.tsx';
import { useFormats } from '../../lib/format.ts';
import { useCollection, useTable } from '../../lib/query/use-collection.ts';
import { useGrants } from '../../lib/state/session-state.ts';
import { useText } from '../../lib/text.ts';
import { useConditionSentence } from '../conditions/sentence.ts';
import { ConditionEditor } from './condition-editor.tsx';
import {
  conditionOf,
  draftProblems,
  hasWholeConditions,
  MAX_CONDITIONS,
  newCondition,
  type SupervisorDraft,
  tellsSomebody,
  watchesSomething,
} from './draft.ts';
import { Recipients } from './recipients.tsx';
import { Rehearsal } from './rehearsal.tsx';
import { TellChoice } from './tell-choice.tsx';

export interface StepProps {
  draft: SupervisorDraft;
  onChange: (changes: Partial<SupervisorDraft>) => void;
  /** Whether problems are shown: the user has tried to continue. */
  tried: boolean;
  /** Refusals of the server, by path in the body. */
  errors?: Record<string, string>;
  /** The client of a supervisor never changes. */
  fixedClient?: boolean;
}

/** Name and client. */
export function NameStep({ draft, onChange, tried, errors = {}, fixedClient }: StepProps) {
  const t = useText('supervisors');
  const { compare, language } = useFormats();
  const needed = translateMessage('required', language);
  const admin = useGrants('admin');
  const clients = useCollection('clients');
  const required = tried && draft.name.trim() === '';
  return (
    <Stack gap="md" maw={560}>
      <TextField
        label={t('column.name')}
        description={t('nameHelp')}
        withAsterisk
        max={TEXT_LENGTHS.supervisor.name}
        value={draft.name}
        error={errors.name ?? (required ? needed : undefined)}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
        data-autofocus
      />
      {admin ? (
        <Select
          label={t('column.client')}
          description={t('clientHelp')}
          withAsterisk
          searchable
          disabled={fixedClient}
          allowDeselect={false}
          value={draft.client === null ? null : String(draft.client)}
          error={errors.client ?? (tried && draft.client === null ? needed : undefined)}
          data={clients
            .map((client) => ({ value: String(client.id), label: client.name }))
            .sort((a, b) => compare(a.label, b.label))}
          onChange={(client) => onChange({ client: Number(client), aeros: [], tag: null })}
        />
      ) : null}
      <Switch
        label={t('column.enabled')}
        checked={draft.enabled}
        onChange={(event) => onChange({ enabled: event.currentTarget.checked })}
      />
    </Stack>
  );
}

/** Conditions and actions. */
export function ConditionsStep({ draft, onChange, tried, errors = {} }: StepProps) {
  const t = useText('supervisors');
  const { language } = useFormats();
  // One is open; the others are shown as sentences.
  const [opened, setOpened] = useState(draft.conditions[0]?.key);
  const add = () => {
    const condition = newCondition();
    setOpened(condition.key);
    onChange({ conditions: [...draft.conditions, condition] });
  };
  const isFolded = (condition: SupervisorDraft['conditions'][number], index: number) =>
    draft.conditions.length > 1 &&
    condition.key !== opened &&
    Object.keys({ ...draftProblems(condition), ...refusals(errors, index) }).length === 0;
  const set = (index: number, condition: SupervisorDraft['conditions'][number]) =>
    onChange({ conditions: draft.conditions.map((other, place) => (place === index ? condition : other)) });
  return (
    <Stack gap="md">
      {draft.conditions.map((condition, index) => (
        <ConditionEditor
          key={condition.key}
          condition={condition}
          number={index + 1}
          problems={tried ? { ...draftProblems(condition), ...refusals(errors, index) } : {}}
          onChange={(next) => set(index, next)}
          onOpen={isFolded(condition, index) ? () => setOpened(condition.key) : undefined}
          onRemove={
            draft.conditions.length > 1
              ? () => onChange({ conditions: draft.conditions.filter((_, place) => place !== index) })
              : undefined
          }
        />
      ))}
      {draft.conditions.length > 1 ? <Joining draft={draft} onChange={onChange} /> : null}
      <TellChoice
        draft={draft}
        onChange={onChange}
        error={
          errors.tell ?? (tried && !tellsSomebody(draft) ? translateMessage('required', language) : undefined)
        }
      />
      {draft.conditions.length < MAX_CONDITIONS ? (
        <Button
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={add}
          style={{ alignSelf: 'flex-start' }}
        >
          {t('condition.add')}
        </Button>
      ) : (
        <Alert>{t('condition.most')}</Alert>
      )}
    </Stack>
  );
}

/** Whether each condition counts separately, or all together. */
function Joining({ draft, onChange }: Pick<StepProps, 'draft' | 'onChange'>) {
  const t = useText('supervisors');
  return (
    <Input.Wrapper label={t('condition.joined')} description={t('condition.joinedHelp')}>
      <div>
        <SegmentedControl
          mt={6}
          aria-label={t('condition.joined')}
          value={draft.joined ? 'all' : 'any'}
          data={[
            { value: 'any', label: t('condition.joinedAny') },
            { value: 'all', label: t('condition.joinedAll') },
          ]}
          onChange={(how) => onChange({ joined: how === 'all' })}
        />
      </div>
    </Input.Wrapper>
  );
}

/** The server's errors about one condition, by field: `conditions.0.period.value` belongs to `period`. */
function refusals(errors: Record<string, string>, index: number): Record<string, string> {
  return Object.fromEntries(
    Object.entries(errors).flatMap(([path, message]) =>
      path.startsWith(`conditions.${index}.`) ? [[path.split('.')[2]!, message]] : [],
    ),
  );
}

/** What it will do, in sentences, and what it would have done. */
export function SummaryStep({
  draft,
  onIncomplete,
}: Pick<StepProps, 'draft'> & {
  /** Called when a rehearsal is requested with incomplete conditions. */
  onIncomplete: () => void;
}) {
  const t = useText('supervisors');
  const { sentence } = useConditionSentence();
  const client = useTable('clients')[draft.client ?? 0];
  const tag = useTable('tags')[draft.tag ?? 0];
  const watched =
    draft.scope === 'client'
      ? t('summary.watchesClient', { client: client?.name ?? '' })
      : draft.scope === 'tag'
        ? t('summary.watchesTag', { tag: tag?.name ?? '', client: client?.name ?? '' })
        : t('summary.watches', { count: draft.aeros.length, client: client?.name ?? '' });
  return (
    <Stack gap="md">
      <Paper withBorder p="md">
        <Text size="md" fw={600} style={{ overflowWrap: 'anywhere' }}>
          {draft.name}
        </Text>
        <Text mt={4}>{watched}</Text>
        <Stack gap={4} mt="xs">
          {draft.conditions.map((condition) => {
            const complete = conditionOf(condition);
            return complete ? <Text key={condition.key}>{sentence(complete)}</Text> : null;
          })}
        </Stack>
        {draft.joined && draft.conditions.length > 1 ? (
          <Text fw={500} mt="xs">
            {t('condition.joinedHelp')}
          </Text>
        ) : null}
      </Paper>
      <Recipients draft={draft} />
      <Rehearsal draft={draft} onIncomplete={onIncomplete} />
    </Stack>
  );
}

/** Whether a step is complete. */
export const STEP_READY: readonly ((draft: SupervisorDraft) => boolean)[] = [
  (draft) => draft.name.trim() !== '' && draft.client !== null,
  watchesSomething,
  (draft) => hasWholeConditions(draft) && tellsSomebody(draft),
  () => true,
];
/** The step that a server error belongs to. */
export function stepOf(path: string): number {
  if (path.startsWith('conditions')) return 2;
  return ['aeros', 'scope', 'tag'].includes(path.split('.')[0]!) ? 1 : 0;
}
