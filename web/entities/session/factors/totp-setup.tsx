import { Button, Code, Group, Image, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useMutation } from '../../../lib/query/use-mutation.ts';
import { useText } from '../../../lib/text.ts';
import { failureText } from '../../../ui/states/failure.ts';
import { Problem } from '../../../ui/states/problem.tsx';

export interface TotpSecret {
  secret: string;
  qr: string;
}

/** The secret of a new authenticator, as a QR code and in letters, and the first code that confirms it. */
export function TotpSetup({
  totp,
  onDone,
  onCancel,
}: {
  totp: TotpSecret;
  onDone: (codes: string[]) => void;
  onCancel: () => void;
}) {
  const t = useText('profile');
  const common = useText('common');
  const [code, setCode] = useState('');
  const [setTotp, busy] = useMutation('totpSet');
  const [problem, setProblem] = useState<string | null>(null);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const result = await setTotp({ body: { code } });
    if (result.ok) return 'recovery_codes' in result.data ? onDone(result.data.recovery_codes) : undefined;
    const said = Object.values(result.errors).flat().join(' ');
    setProblem(said === '' ? failureText(result).advice : said);
  };
  return (
    <Stack component="form" gap="sm" onSubmit={(event) => void submit(event)}>
      <Text>{t('security.totp_scan')}</Text>
      <Group align="flex-start">
        <Image
          w={180}
          h={180}
          bg="white"
          alt={t('security.totp_picture')}
          src={`data:image/svg+xml;utf8,${encodeURIComponent(totp.qr)}`}
        />
        <Stack gap={4} maw={320}>
          <Text c="dimmed">{t('security.totp_secret')}</Text>
          <Code style={{ overflowWrap: 'anywhere' }}>{totp.secret.replace(/(.{4})/g, '$1 ').trim()}</Code>
        </Stack>
      </Group>
      <Problem text={problem} />
      <TextInput
        label={t('security.totp_code')}
        name="one-time-code"
        autoComplete="one-time-code"
        inputMode="numeric"
        autoFocus
        maw={220}
        value={code}
        onChange={(event) => setCode(event.currentTarget.value)}
      />
      <Group>
        <Button type="submit" loading={busy} disabled={code.trim() === ''}>
          {t('security.totp_confirm')}
        </Button>
        <Button variant="default" onClick={onCancel}>
          {common('action.cancel')}
        </Button>
      </Group>
    </Stack>
  );
}
