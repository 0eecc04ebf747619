import { CloseButton, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import type { Typed } from '../lib/hooks/use-typed.ts';
import { useText } from '../lib/text.ts';

interface Props {
  label: string;
  placeholder: string;
  search: Typed;
}

/** The search field above a list or a map. */
export function SearchInput({ label, placeholder, search }: Props) {
  const t = useText('common');
  return (
    <TextInput
      type="search"
      aria-label={label}
      placeholder={placeholder}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={
        search.typed === '' ? undefined : (
          <CloseButton size="sm" aria-label={t('action.clear')} onClick={search.clear} />
        )
      }
      value={search.typed}
      onChange={(event) => search.type(event.currentTarget.value)}
      onBlur={search.flush}
      style={{ flex: '1 1 200px', maxWidth: 340 }}
    />
  );
}
