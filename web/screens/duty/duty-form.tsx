import { type DutyRosterAnswer, dutyRostersCreate, dutyRostersPatch } from '@aerowatch/contracts/api/duty';
import { ifMatchOf } from '@aerowatch/contracts/version';
import { WORK_SEVERITIES } from '@aerowatch/domain/work/orders';
import { Button, MultiSelect, Select, Stack, Text, Title } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { IconPlus } from '@tabler/icons-react';
import { useEffect, useMemo, useState } from 'react';
import { DeleteDialog } from '../../entities/delete-dialog.tsx';
import { useDelete } from '../../entities/use-delete.ts';
import { DayInput } from '../../forms/day-input.tsx';
import { FormFrame } from '../../forms/form-screen.tsx';
import { NumberField } from '../../forms/number-field.tsx';
import type { Held } from '../../forms/typed/reading.ts';
import { useContractForm } from '../../forms/use-contract-form.ts';
import { ZoneInput } from '../../forms/zone-input.tsx';
import { useFormats } from '../../lib/format.ts';
import { useCollection } from '../../lib/query/use-collection.ts';
import { useMutation } from '../../lib/query/use-mutation.ts';
import { useText } from '../../lib/text.ts';
import { toast } from '../../ui/toast.ts';
import { ExceptionFields, type ExceptionValues, NEW_EXCEPTION } from './exception-fields.tsx';
import { usePersonName } from './person-name.ts';

export interface DutyValues {
  starts_on: string | null;
  weeks: Held<number>;
  hour: Held<number>;
  time_zone: string;
  people: number[];
  exceptions: ExceptionValues[];
  escalate_after: Held<number>;
  escalate_from: string;
  [name: string]: unknown;
}
interface Props {
  client: number;
  roster: DutyRosterAnswer | undefined;
}

const initialOf = (roster: DutyRosterAnswer | undefined): DutyValues => ({
  starts_on: roster?.starts_on ?? null,
  weeks: roster?.weeks ?? 1,
  hour: roster?.hour ?? 8,
  time_zone: roster?.time_zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
  people: roster?.people ?? [],
  exceptions: roster?.exceptions ?? [],
  escalate_after: roster?.escalate_after ?? null,
  escalate_from: roster?.escalate_from ?? 'medium',
});

/** A form of the roster as it was read; what others save meanwhile fills it only while nothing is typed. */
function useDutyForm({ client, roster }: Props) {
  const t = useText('duty');
  const common = useText('common');
  const [base, setBase] = useState(roster);
  const [create] = useMutation('dutyRostersCreate');
  const [patch] = useMutation('dutyRostersPatch');
  const made = useContractForm<DutyValues, DutyRosterAnswer>({
    initial: initialOf(roster),
    schema: base === undefined ? dutyRostersCreate.body : dutyRostersPatch.body,
    toBody: (values) => (base === undefined ? { ...values, client } : values),
    submit: (body: never) =>
      base === undefined ? create({ body }) : patch({ params: { id: base.id }, body, etag: ifMatchOf(base) }),
    onSuccess: (saved) => {
      setBase(saved);
      toast.success(common('success.updated', { name: t('title') }));
    },
  });
  const { form } = made;
  const isOlder = roster?.updated_at !== base?.updated_at;
  useEffect(() => {
    if (!isOlder || form.isDirty()) return;
    const values = initialOf(roster);
    setBase(roster);
    form.setValues(values);
    form.resetDirty(values);
  }, [isOlder, roster, form]);
  return made;
}

/** The roster of a client. */
export function DutyForm(props: Props) {
  const { client, roster } = props;
  const t = useText('duty');
  const common = useText('common');
  const { form, ...frame } = useDutyForm(props);
  return (
    <FormFrame
      {...frame}
      failureTitle={common('error.updating')}
      actions={roster === undefined ? null : <DeleteRoster id={roster.id} />}
    >
      <Title order={2} size="h4">
        {t('turns')}
      </Title>
      <People form={form} client={client} />
      <DayInput
        label={t('starts_on')}
        withAsterisk
        value={form.values.starts_on}
        error={form.errors.starts_on}
        onChange={(day) => form.setFieldValue('starts_on', day)}
      />
      <NumberField label={t('weeks')} withAsterisk decimals={0} {...form.getInputProps('weeks')} />
      <NumberField label={t('hour')} withAsterisk decimals={0} {...form.getInputProps('hour')} />
      <ZoneInput
        label={t('time_zone')}
        withAsterisk
        value={form.values.time_zone}
        error={form.errors.time_zone}
        onChange={(zone) => form.setFieldValue('time_zone', zone)}
      />
      <Title order={2} size="h4" mt="sm">
        {t('exceptions')}
      </Title>
      <Exceptions form={form} client={client} />
      <Title order={2} size="h4" mt="sm">
        {t('escalation')}
      </Title>
      <NumberField
        label={t('escalate_after')}
        description={t('escalate_help')}
        unit="min"
        decimals={0}
        {...form.getInputProps('escalate_after')}
      />
      <Severity form={form} />
    </FormFrame>
  );
}

function DeleteRoster({ id }: { id: number }) {
  const t = useText('duty');
  const common = useText('common');
  const deletion = useDelete('dutyRostersDelete');
  return (
    <>
      <Button variant="default" onClick={() => deletion.ask({ id, name: t('title') })}>
        {common('action.delete')}
      </Button>
      <DeleteDialog deletion={deletion}>
        <Text>{t('delete_explain')}</Text>
      </DeleteDialog>
    </>
  );
}

type Form = UseFormReturnType<DutyValues>;

/** People of the client who may sign in, and who else the roster names, as choices. */
function usePeople(form: Form, client: number): { value: string; label: string }[] {
  const { compare } = useFormats();
  const nameOf = usePersonName();
  const users = useCollection('users');
  const { people, exceptions } = form.values;
  return useMemo(() => {
    // An administrator may be on duty too.
    const named = new Set([...people, ...exceptions.flatMap(({ user, substitute }) => [user, substitute])]);
    return users
      .filter((user) => user.is_active && (user.client === client || named.has(user.id)))
      .map(({ id }) => ({ value: String(id), label: nameOf(id) }))
      .sort((a, b) => compare(a.label, b.label));
  }, [users, client, people, exceptions, nameOf, compare]);
}

function People({ form, client }: { form: Form; client: number }) {
  const t = useText('duty');
  return (
    <MultiSelect
      label={t('people')}
      description={t('people_help')}
      withAsterisk
      searchable
      limit={100}
      data={usePeople(form, client)}
      value={form.values.people.map(String)}
      error={form.errors.people}
      onChange={(chosen) => form.setFieldValue('people', chosen.map(Number))}
    />
  );
}

function Exceptions({ form, client }: { form: Form; client: number }) {
  const t = useText('duty');
  const people = usePeople(form, client);
  return (
    <Stack gap="md">
      {form.values.exceptions.map((_, index) => (
        <ExceptionFields
          // biome-ignore lint/suspicious/noArrayIndexKey: an exception has no other name than its place
          key={index}
          people={people}
          fieldOf={(name) => form.getInputProps(`exceptions.${index}.${name}`)}
          onRemove={() => form.removeListItem('exceptions', index)}
        />
      ))}
      <div>
        <Button
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => form.insertListItem('exceptions', NEW_EXCEPTION)}
        >
          {t('add_exception')}
        </Button>
      </div>
    </Stack>
  );
}

function Severity({ form }: { form: Form }) {
  const t = useText('duty');
  const work = useText('work');
  return (
    <Select
      label={t('escalate_from')}
      allowDeselect={false}
      data={WORK_SEVERITIES.map((value) => ({ value, label: work(`severity.${value}`) }))}
      {...form.getInputProps('escalate_from')}
    />
  );
}
