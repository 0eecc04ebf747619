import { Badge, Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import type { Answer, Body } from '../../../lib/api/contract.ts';
import { useFormats } from '../../../lib/format.ts';
import { useMeta } from '../../../lib/meta.ts';
import { useMutation } from '../../../lib/query/use-mutation.ts';
import { useQuery } from '../../../lib/query/use-query.ts';
import { useText } from '../../../lib/text.ts';
import { toast } from '../../../ui/toast.ts';
import { SsoInWindow } from '../sso/sso-button.tsx';
import { PasskeyList } from './passkey-list.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { type TotpSecret, TotpSetup } from './totp-setup.tsx';

type OwnFactors = Answer<'secondFactorGet'>;
type SignOn = NonNullable<OwnFactors['sso']>;

/** The reader's second factors; `onSet` is called once the first one exists. */
export function SecondFactors({ onSet }: { onSet?: () => void }) {
  const t = useText('profile');
  const read = useQuery('secondFactorGet', {});
  const [secret, setSecret] = useState<TotpSecret | null>(null);
  const [codes, setCodes] = useState<string[]>([]);
  const changed = (recoveryCodes: string[]): void => {
    setSecret(null);
    if (recoveryCodes.length > 0) setCodes(recoveryCodes);
  };
  const own = read.data;
  const has = own !== undefined && (own.totp !== null || own.passkeys > 0);
  return (
    <Paper p="lg" maw={760} component="section" aria-labelledby="second-factors">
      <Stack gap="lg">
        <div>
          <Title order={2} id="second-factors">
            {t('security.title')}
          </Title>
          <Text c="dimmed">{t('security.text')}</Text>
        </div>
        {codes.length > 0 && (
          <RecoveryCodes
            codes={codes}
            onKept={() => {
              setCodes([]);
              onSet?.();
            }}
          />
        )}
        <Authenticator totp={own?.totp ?? null} secret={secret} onSecret={setSecret} onChange={changed} />
        <Stack gap="sm">
          <Title order={3} size="h5">
            {t('security.passkeys')}
          </Title>
          {own && <PasskeyList origin={own.passkey_origin} onChange={changed} />}
        </Stack>
        {own?.sso ? <SignOnState linked={own.sso} hasPassword={own.has_password} /> : null}
        {own?.sso === null ? <SignOnLink onLinked={read.refetch} /> : null}
        {has && <CodesLeft count={own.recovery_codes} onRenewed={changed} />}
      </Stack>
    </Paper>
  );
}

/** The authenticator app (TOTP): set up, replaced or removed. `secret` belongs to an unfinished setup. */
function Authenticator({
  totp,
  secret,
  onSecret,
  onChange,
}: {
  totp: OwnFactors['totp'];
  secret: TotpSecret | null;
  onSecret: (secret: TotpSecret | null) => void;
  onChange: (recoveryCodes: string[]) => void;
}) {
  const t = useText('profile');
  const formats = useFormats();
  const [setTotp] = useMutation('totpSet');
  const [deleteTotp] = useMutation('totpDelete');
  const begin = async (): Promise<void> => {
    const result = await setTotp();
    if (!result.ok) toast.failure(result);
    else if ('secret' in result.data) onSecret(result.data);
  };
  const remove = async (): Promise<void> => {
    const result = await deleteTotp();
    if (!result.ok) return toast.failure(result);
    toast.success(t('security.totp_removed'));
    onChange([]);
  };
  return (
    <Stack gap="sm">
      <Group justify="space-between">
        <Title order={3} size="h5">
          {t('security.totp')}
        </Title>
        {totp ? (
          <Badge color="teal">{t('security.since', { when: formats.date(totp.confirmed_at) })}</Badge>
        ) : null}
      </Group>
      {secret !== null ? (
        <TotpSetup totp={secret} onDone={onChange} onCancel={() => onSecret(null)} />
      ) : (
        <Group>
          <Button variant="default" onClick={() => void begin()}>
            {t(totp ? 'security.totp_replace' : 'security.totp_add')}
          </Button>
          {totp ? (
            <Button variant="default" onClick={() => void remove()}>
              {t('security.totp_remove')}
            </Button>
          ) : null}
        </Group>
      )}
    </Stack>
  );
}

/** Number of unused recovery codes, and a button for new ones. */
function CodesLeft({ count, onRenewed }: { count: number; onRenewed: (codes: string[]) => void }) {
  const t = useText('profile');
  const [renewCodes] = useMutation('recoveryCodesRenew');
  const renew = async (): Promise<void> => {
    const result = await renewCodes();
    if (result.ok) onRenewed(result.data.recovery_codes);
    else toast.failure(result);
  };
  return (
    <Group justify="space-between">
      <Text>{t('security.codes_left', { count })}</Text>
      <Button variant="default" size="compact-sm" onClick={() => void renew()}>
        {t('security.codes_renew')}
      </Button>
    </Group>
  );
}

/** Links the user's account to their identity at the provider; nothing if no provider is set up. */
function SignOnLink({ onLinked }: { onLinked: () => void }) {
  const t = useText('profile');
  const [linkSso] = useMutation('ssoLink');
  const sso = useMeta()?.sso ?? null;
  if (sso === null) return null;
  const link = async (given: Body<'ssoLink'>) => {
    const result = await linkSso({ body: given });
    if (result.ok) {
      toast.success(t('security.sso_linked'));
      onLinked();
    }
    return result;
  };
  return (
    <Stack gap="xs" align="flex-start">
      <Title order={3} size="h5">
        {sso.label ?? t('security.sso')}
      </Title>
      <Text c="dimmed">{t('security.sso_link')}</Text>
      <SsoInWindow begin="ssoConfirmBegin" give={link} />
    </Stack>
  );
}

function SignOnState({ linked, hasPassword }: { linked: SignOn; hasPassword: boolean }) {
  const t = useText('profile');
  const formats = useFormats();
  return (
    <Stack gap={4}>
      <Group justify="space-between">
        <Title order={3} size="h5">
          {linked.label ?? t('security.sso')}
        </Title>
        <Badge color="teal">{t('security.since', { when: formats.date(linked.linked_at) })}</Badge>
      </Group>
      <Text c="dimmed">{t(hasPassword ? 'security.sso_beside' : 'security.sso_alone')}</Text>
    </Stack>
  );
}
