import { useText } from '../../lib/text.ts';
import { StrengthMeter } from '../strength/strength-meter.tsx';
import { PasswordField } from './password-field.tsx';

export interface NewPassword {
  new_password: string;
  confirmation: string;
}
interface Props {
  form: { values: NewPassword; getInputProps: (name: keyof NewPassword) => object };
  /** Names and e-mail of the person, if known: the password must not contain them. */
  own?: readonly string[];
  /** The rules for a good one are already shown at the field. */
  explained?: boolean;
  autoFocus?: boolean;
}

const NOBODY: readonly string[] = [];

/** A new password, typed twice. */
export function NewPasswordFields({ form, own = NOBODY, explained = false, autoFocus }: Props) {
  const t = useText('auth');
  return (
    <>
      <PasswordField
        label={t('reset.new_password')}
        description={explained ? t('reset.new_explain') : undefined}
        autoComplete="new-password"
        autoFocus={autoFocus}
        {...form.getInputProps('new_password')}
      />
      <StrengthMeter password={form.values.new_password} own={own} />
      <PasswordField
        label={t('reset.confirmation')}
        autoComplete="new-password"
        {...form.getInputProps('confirmation')}
      />
    </>
  );
}

/** Checks that both are the same. */
export function useSameTwice(): (typed: NewPassword) => { confirmation: string | null } {
  const t = useText('auth');
  return ({ new_password, confirmation }) => ({
    confirmation: new_password === confirmation ? null : t('reset.mismatch'),
  });
}
