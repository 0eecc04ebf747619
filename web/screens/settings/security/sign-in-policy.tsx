import { Badge, Group, List, Stack, Switch, Text } from '@mantine/core';
import type { Answer } from '../../../lib/api/contract.ts';
import { useFormats } from '../../../lib/format.ts';
import { paths } from '../../../lib/paths.ts';
import { useMutation } from '../../../lib/query/use-mutation.ts';
import { useQuery } from '../../../lib/query/use-query.ts';
import { useGrants } from '../../../lib/state/session-state.ts';
import { useText } from '../../../lib/text.ts';
import { OutlineBadge } from '../../../ui/badges/outline-badge.tsx';
import { TextLink } from '../../../ui/links/text-link.tsx';
import { Properties } from '../../../ui/properties.tsx';
import { ErrorState, LoadingLines } from '../../../ui/states/states.tsx';
import { toast } from '../../../ui/toast.ts';
import { Section } from '../section.tsx';

type Security = Answer<'securityGet'>;

/** Who must have a second factor and who lacks one, and single sign-on. */
export function SignInPolicy() {
  const t = useText('settings');
  const isAdmin = useGrants('admin');
  const read = useQuery('securityGet', {});
  if (read.failure) return <ErrorState failure={read.failure} onRetry={read.refetch} />;
  if (read.data === undefined) return <LoadingLines lines={6} />;
  const setBy = (name: string) => (isAdmin ? ` ${t('security.set_by', { name })}` : '');
  return (
    <>
      <Section
        title={t('security.factors')}
        text={`${t(`security.policy.${read.data.second_factor}`)}${setBy('SECOND_FACTOR')}`}
      >
        <Factors security={read.data} refetch={read.refetch} />
      </Section>
      <Section title={t('security.sso')} text={`${t('security.sso_text')}${setBy('OIDC_ISSUER')}`}>
        <SingleSignOn sso={read.data.sso} count={read.data.people.by_sso} />
      </Section>
    </>
  );
}

function Factors({ security, refetch }: { security: Security; refetch: () => void }) {
  const t = useText('settings');
  const formats = useFormats();
  const { people, lacking, clients, session_idle } = security;
  return (
    <Stack gap="md">
      <Text>
        {t('security.with_factor', {
          count: people.with_factor,
          of: formats.number(people.count),
        })}{' '}
        {session_idle === null ? t('security.idle_none') : t('security.idle', { count: session_idle })}
      </Text>
      {lacking.length > 0 && (
        <div>
          <Text fw={550}>{t('security.lacking', { count: lacking.length })}</Text>
          <List size="sm">
            {lacking.map((person) => (
              <List.Item key={person.id}>
                <TextLink to={paths.userEdit(person.id)}>{person.name || person.email}</TextLink>
              </List.Item>
            ))}
          </List>
        </div>
      )}
      {clients.map((client) => (
        <ClientAsks key={client.id} client={client} onChanged={refetch} />
      ))}
    </Stack>
  );
}

function ClientAsks({ client, onChanged }: { client: Security['clients'][number]; onChanged: () => void }) {
  const t = useText('settings');
  const [patchClient, busy] = useMutation('clientsPatch');
  const change = async (require_second_factor: boolean): Promise<void> => {
    const result = await patchClient({ params: { id: client.id }, body: { require_second_factor } });
    if (!result.ok) return toast.failure(result);
    onChanged();
  };
  return (
    <Switch
      label={t('security.client_asks', { name: client.name })}
      checked={client.require_second_factor}
      disabled={busy}
      onChange={(event) => void change(event.currentTarget.checked)}
    />
  );
}

function SingleSignOn({ sso, count }: { sso: Security['sso']; count: number }) {
  const t = useText('settings');
  if (sso === null) return <Text>{t('security.sso_off')}</Text>;
  const rows = [
    [t('security.sso_issuer'), sso.issuer],
    [t('security.sso_accounts'), t(sso.creates ? 'security.sso_creates' : 'security.sso_links')],
    [t('security.sso_claim_client'), sso.claim_client ?? t('security.sso_here')],
    [t('security.sso_claim_groups'), sso.claim_groups ?? t('security.sso_here')],
  ] as const;
  return (
    <Stack gap="sm">
      <Group gap="sm">
        {sso.label !== null && <Badge>{sso.label}</Badge>}
        <OutlineBadge color={sso.reachable ? 'teal' : 'red'}>
          {t(sso.reachable ? 'security.sso_up' : 'security.sso_down')}
        </OutlineBadge>
        <Text>{t('security.sso_people', { count })}</Text>
      </Group>
      <Properties of={rows} />
    </Stack>
  );
}
