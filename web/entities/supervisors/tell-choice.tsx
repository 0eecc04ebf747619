import type { Tell } from '@aerowatch/contracts/api/supervisors';
import { Checkbox, Input, MultiSelect, SegmentedControl, Stack } from '@mantine/core';
import { NumberField } from '../../forms/number-field.tsx';
import { useFormats } from '../../lib/format.ts';
import { useCollection } from '../../lib/query/use-collection.ts';
import { useText } from '../../lib/text.ts';
import { groupName } from '../users/group-name.ts';
import { type SupervisorDraft, tellOf } from './draft.ts';

interface Props {
  draft: SupervisorDraft;
  onChange: (changes: Partial<SupervisorDraft>) => void;
  error: string | undefined;
}

/** The recipients: all users of the client, or roles, persons and the person in charge. */
export function TellChoice({ draft, onChange, error }: Props) {
  const t = useText('supervisors');
  const tell = tellOf(draft);
  const set = (changes: Partial<Tell>) => onChange({ tell: { ...tell, ...changes } });
  return (
    <Input.Wrapper label={t('told.choice')} labelElement="div" error={error}>
      <Stack gap="sm" mt={6}>
        <div>
          <SegmentedControl
            aria-label={t('told.choice')}
            value={tell.all ? 'all' : 'chosen'}
            data={[
              { value: 'all', label: t('told.all') },
              { value: 'chosen', label: t('told.chosen') },
            ]}
            onChange={(who) => set({ all: who === 'all' })}
          />
        </div>
        {tell.all ? null : <Chosen client={draft.client} tell={tell} set={set} />}
        <NumberField
          label={t('told.goesOn')}
          description={t('told.goesOnHelp')}
          maw={320}
          unit="min"
          decimals={0}
          value={tell.escalate_after}
          onChange={(minutes) => set({ escalate_after: minutes as number | null })}
        />
      </Stack>
    </Input.Wrapper>
  );
}

function Chosen({
  client,
  tell,
  set,
}: {
  client: number | null;
  tell: Tell;
  set: (changes: Partial<Tell>) => void;
}) {
  const t = useText('supervisors');
  const domain = useText('domain');
  const { compare } = useFormats();
  const groups = useCollection('groups');
  const users = useCollection('users').filter((user) => user.client === client && user.is_active);
  return (
    <>
      <MultiSelect
        label={t('told.roles')}
        maw={560}
        value={tell.groups.map(String)}
        data={groups.map(({ id, name }) => ({ value: String(id), label: groupName(name, domain) }))}
        onChange={(chosen) => set({ groups: chosen.map(Number) })}
      />
      <MultiSelect
        label={t('told.persons')}
        maw={560}
        searchable
        limit={100}
        value={tell.users.map(String)}
        data={users
          .map((user) => ({ value: String(user.id), label: `${user.first_name} ${user.last_name}`.trim() }))
          .sort((a, b) => compare(a.label, b.label))}
        onChange={(chosen) => set({ users: chosen.map(Number) })}
      />
      <Checkbox
        label={t('told.personInCharge')}
        checked={tell.in_charge}
        onChange={(event) => set({ in_charge: event.currentTarget.checked })}
      />
      <Checkbox
        label={t('told.onDuty')}
        checked={tell.on_duty}
        onChange={(event) => set({ on_duty: event.currentTarget.checked })}
      />
    </>
  );
}
