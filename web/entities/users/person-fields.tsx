import { SimpleGrid, TextInput } from '@mantine/core';
import { useText } from '../../lib/text.ts';

type Name = 'first_name' | 'last_name' | 'email' | 'phone';
/** Autocomplete names for the user's own data. */
const OWN = { first_name: 'given-name', last_name: 'family-name', email: 'email', phone: 'tel' } as const;

interface Props {
  form: { getInputProps: (name: Name) => object };
  /** Users edit their own data here: the browser may fill it in. */
  own?: boolean;
}

/** Names, address and phone of a person. */
export function PersonFields({ form, own = false }: Props) {
  const t = useText('users');
  const field = (name: Name) => ({
    label: t(name),
    autoComplete: own ? OWN[name] : 'off',
    ...form.getInputProps(name),
  });
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      <TextInput withAsterisk autoFocus={!own} {...field('first_name')} />
      <TextInput withAsterisk {...field('last_name')} />
      <TextInput type="email" withAsterisk {...field('email')} />
      <TextInput
        type="tel"
        description={own ? t('phone_help') : undefined}
        placeholder="+33612345678"
        {...field('phone')}
      />
    </SimpleGrid>
  );
}

/** The number to be sent, without separators; null for none. */
export const phoneOf = (typed: string): string | null =>
  typed.trim() === '' ? null : typed.replace(/[\s().-]/g, '');
