import type { FactorMethod } from '@aerowatch/contracts/api/second-factor';
import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { IconFingerprint } from '@tabler/icons-react';
import { type FormEvent, type ReactNode, useState } from 'react';
import type { Result } from '../../../lib/api/result.ts';
import { useBusy } from '../../../lib/hooks/use-busy.ts';
import { useText } from '../../../lib/text.ts';
import { failureText } from '../../../ui/states/failure.ts';
import { Problem } from '../../../ui/states/problem.tsx';
import { answerPasskey } from './passkey.ts';

export type FactorProof = { totp: string } | { recovery: string } | { passkey: Record<string, unknown> };
interface Props {
  methods: readonly FactorMethod[];
  passkey: Record<string, unknown> | null;
  /** Sends the proof; on success the form disappears. */
  give: (factor: FactorProof) => Promise<Result<unknown>>;
  /** Further elements beside the button. */
  children?: ReactNode;
}

type CodeKind = 'totp' | 'recovery';

/** Sends a proof, and returns why it was refused. */
function useProof({ passkey, give }: Pick<Props, 'passkey' | 'give'>) {
  const t = useText('auth');
  const [busy, during] = useBusy();
  const [problem, setProblem] = useState<string | null>(null);
  const send = async (factor: FactorProof): Promise<void> => {
    setProblem(null);
    const result = await during(give(factor));
    if (result.ok) return;
    const messages = Object.values(result.errors).flat().join(' ');
    setProblem(messages === '' ? failureText(result).advice : messages);
  };
  const sendPasskey = async (): Promise<void> => {
    const answer = passkey === null ? null : await answerPasskey(passkey);
    if (answer === null) setProblem(t('second.passkey_failed'));
    else await send({ passkey: answer });
  };
  return { busy, problem, send, sendPasskey };
}

/** Asks for one of the person's second factors: a code of the authenticator, a passkey, a recovery code. */
export function FactorForm({ methods, passkey, give, children }: Props) {
  const t = useText('auth');
  const [kind, setKind] = useState<CodeKind>(methods.includes('totp') ? 'totp' : 'recovery');
  const [code, setCode] = useState('');
  const { busy, problem, send, sendPasskey } = useProof({ passkey, give });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    // It may be inside the React tree of another form.
    event.stopPropagation();
    if (!busy && code.trim() !== '') void send(kind === 'totp' ? { totp: code } : { recovery: code });
  };
  const hasCodes = methods.includes('totp') || methods.includes('recovery');
  return (
    <Stack component="form" gap="md" onSubmit={submit}>
      <Problem text={problem} />
      {methods.includes('passkey') && (
        <Button
          variant={hasCodes ? 'default' : 'filled'}
          leftSection={<IconFingerprint size={18} aria-hidden />}
          onClick={() => void sendPasskey()}
        >
          {t('second.passkey')}
        </Button>
      )}
      {hasCodes && <CodeInput key={kind} kind={kind} code={code} onChange={setCode} />}
      <Group justify="space-between">
        {children ?? <Text size="md" />}
        {hasCodes && (
          <Button type="submit" loading={busy}>
            {t('second.submit')}
          </Button>
        )}
      </Group>
      {methods.includes('totp') && methods.includes('recovery') && (
        <Button
          variant="subtle"
          size="compact-sm"
          onClick={() => {
            setKind(kind === 'totp' ? 'recovery' : 'totp');
            setCode('');
          }}
        >
          {t(kind === 'totp' ? 'second.use_recovery' : 'second.use_code')}
        </Button>
      )}
    </Stack>
  );
}

function CodeInput({
  kind,
  code,
  onChange,
}: {
  kind: CodeKind;
  code: string;
  onChange: (code: string) => void;
}) {
  const t = useText('auth');
  return (
    <TextInput
      data-autofocus
      autoFocus
      label={t(kind === 'totp' ? 'second.code' : 'second.recovery')}
      description={t(kind === 'totp' ? 'second.code_help' : 'second.recovery_help')}
      name={kind === 'totp' ? 'one-time-code' : 'recovery-code'}
      autoComplete={kind === 'totp' ? 'one-time-code' : 'off'}
      inputMode={kind === 'totp' ? 'numeric' : 'text'}
      value={code}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
