import { TEXT_LENGTHS } from '@aerowatch/domain/text-lengths';
import { MultiSelect, SimpleGrid, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { DayInput } from '../../../forms/day-input.tsx';
import { TextAreaField, TextField } from '../../../forms/text-field.tsx';
import { useFormats } from '../../../lib/format.ts';
import { useCollection, useItem } from '../../../lib/query/use-collection.ts';
import { useGrants } from '../../../lib/state/session-state.ts';
import { useText } from '../../../lib/text.ts';
import { ClientSelect } from '../../clients/client-select.tsx';
import type { BoxValues } from './form-values.ts';

export type BoxForm = UseFormReturnType<BoxValues>;

/** Identity and owner of a box; only administrators may change its client. */
export function IdentityFields({ form }: { form: BoxForm }) {
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
      <SerialField form={form} />
      <NameField form={form} />
      <ClientField form={form} creating={false} />
      <OtherFields form={form} />
    </SimpleGrid>
  );
}

/** The serial number, which every box needs. */
export function SerialField({ form }: { form: BoxForm }) {
  const t = useText('boxes');
  const domain = useText('domain');
  return (
    <TextInput
      label={domain('field.serial_number')}
      description={t('form.serial_help')}
      withAsterisk
      autoComplete="off"
      spellCheck={false}
      {...form.getInputProps('serial_number')}
      onBlur={(event) => form.setFieldValue('serial_number', event.currentTarget.value.toUpperCase())}
    />
  );
}

export function NameField({ form }: { form: BoxForm }) {
  const t = useText('boxes');
  const domain = useText('domain');
  return (
    <TextField
      label={domain('field.name')}
      description={t('form.name_help')}
      autoComplete="off"
      max={TEXT_LENGTHS.box.name}
      {...form.getInputProps('name')}
    />
  );
}

/** Tags, installation, SIM, comment. */
export function OtherFields({ form }: { form: BoxForm }) {
  const t = useText('boxes');
  const domain = useText('domain');
  return (
    <>
      <TagsField form={form} />
      <DayInput
        label={domain('field.installation_date')}
        clearable
        {...form.getInputProps('installation_date')}
      />
      <TextInput
        label={domain('field.iccid')}
        description={t('form.iccid_help')}
        inputMode="numeric"
        autoComplete="off"
        data-kind="digits"
        {...form.getInputProps('iccid')}
      />
      <TextAreaField
        label={domain('field.comment')}
        maxRows={8}
        max={TEXT_LENGTHS.box.comment}
        style={{ gridColumn: '1 / -1' }}
        {...form.getInputProps('comment')}
      />
    </>
  );
}

/** The client; only administrators may choose that of a new box. */
export function ClientField({ form, creating }: { form: BoxForm; creating: boolean }) {
  const t = useText('boxes');
  const domain = useText('domain');
  const admin = useGrants('admin');
  const { client } = form.values;
  const name = useItem('clients', client)?.name;
  if (admin)
    return (
      <ClientSelect
        {...form.getInputProps('client')}
        value={client}
        onChange={(next) => {
          // Tags belong to a client: those of the previous one would be refused.
          if (next !== client) form.setFieldValue('tags', []);
          form.setFieldValue('client', next);
        }}
        clearable
        placeholder={t('form.client_none')}
      />
    );
  if (creating) return null;
  return (
    <TextInput
      label={domain('field.client')}
      description={t('form.client_fixed')}
      value={name ?? t('form.client_none')}
      readOnly
      variant="filled"
    />
  );
}

function TagsField({ form }: { form: BoxForm }) {
  const domain = useText('domain');
  const common = useText('common');
  const { compare } = useFormats();
  const { client, tags } = form.values;
  const choices = useCollection('tags')
    .filter((tag) => client === null || tag.client === client)
    .map(({ id, name }) => ({ value: String(id), label: name }))
    .sort((a, b) => compare(a.label, b.label));
  return (
    <MultiSelect
      label={domain('field.tags')}
      data={choices}
      value={tags.map(String)}
      error={form.errors.tags}
      onChange={(values) =>
        form.setFieldValue(
          'tags',
          values.map(Number).sort((a, b) => a - b),
        )
      }
      searchable
      clearable
      nothingFoundMessage={common('form.nothing_found')}
    />
  );
}
