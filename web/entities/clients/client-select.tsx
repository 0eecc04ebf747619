import { Select, type SelectProps } from '@mantine/core';
import { useMemo } from 'react';
import { memoField } from '../../forms/memo-field.tsx';
import { useFormats } from '../../lib/format.ts';
import { useCollection } from '../../lib/query/use-collection.ts';
import { useText } from '../../lib/text.ts';

interface Props extends Omit<SelectProps, 'data' | 'value' | 'onChange'> {
  value: number | null;
  onChange: (client: number | null) => void;
}
/** One of the clients the reader may see, by name. */
export const ClientSelect = memoField(function ClientSelect({ value, onChange, ...props }: Props) {
  const t = useText('domain');
  const common = useText('common');
  const { compare } = useFormats();
  const clients = useCollection('clients');
  const data = useMemo(
    () =>
      [...clients]
        .sort((a, b) => compare(a.name, b.name))
        .map(({ id, name }) => ({ value: String(id), label: name })),
    [clients, compare],
  );
  return (
    <Select
      label={t('field.client')}
      placeholder={common('form.choose')}
      nothingFoundMessage={common('form.nothing_found')}
      searchable
      {...props}
      data={data}
      value={value === null ? null : String(value)}
      onChange={(next) => onChange(next === null ? null : Number(next))}
    />
  );
});
