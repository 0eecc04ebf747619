import { browserName } from '@aerowatch/domain/browser-name';
import { Alert, Button, Code, Group, List, Stack, Table, Text } from '@mantine/core';
import { IconAlertTriangle, IconShieldCheck } from '@tabler/icons-react';
import { useState } from 'react';
import type { Answer } from '../../../lib/api/contract.ts';
import { useFormats } from '../../../lib/format.ts';
import { useBusy } from '../../../lib/hooks/use-busy.ts';
import { paths } from '../../../lib/paths.ts';
import { useCollectionState } from '../../../lib/query/collection-state.ts';
import { fetchOnce } from '../../../lib/query/fetch-once.ts';
import { useCollection } from '../../../lib/query/use-collection.ts';
import { useQuery } from '../../../lib/query/use-query.ts';
import { useGrants } from '../../../lib/state/session-state.ts';
import { useText } from '../../../lib/text.ts';
import { OutlineBadge } from '../../../ui/badges/outline-badge.tsx';
import { TextLink } from '../../../ui/links/text-link.tsx';
import { Properties } from '../../../ui/properties.tsx';
import { ErrorState, LoadingLines } from '../../../ui/states/states.tsx';
import { toast } from '../../../ui/toast.ts';
import { actorText } from '../audit/audit-actor.ts';
import { KEY_STATE_COLORS, keyState } from '../keys/key-state.ts';
import { Section } from '../section.tsx';
import { wordOf } from '../words.ts';
import { Directories } from './directories.tsx';
import { SignInPolicy } from './sign-in-policy.tsx';

type Verdict = Answer<'auditVerify'>;
/** The newest sign-ins, at most this many. */
const SIGN_INS = 20;
const ACTIONS = {
  sign_in: 'teal',
  sign_in_failed: 'red',
  confirm_failed: 'red',
  sign_out: 'gray',
  refused: 'amber',
} as const;
type Action = keyof typeof ACTIONS;

/** Second factors, recent sign-ins, keys about to expire, directories, and whether the audit log is intact. */
export default function SecurityTab() {
  const isAdmin = useGrants('admin');
  return (
    <Stack>
      <SignInPolicy />
      <SignIns />
      <EndingKeys />
      {isAdmin && <Directories />}
      {isAdmin && <Chain />}
    </Stack>
  );
}

function Chain() {
  const t = useText('settings');
  const [busy, during] = useBusy();
  const [verdict, setVerdict] = useState<Verdict | null>(null);
  const verify = async (): Promise<void> => {
    const result = await during(fetchOnce('auditVerify', {}));
    if (!result.ok) return toast.failure(result);
    setVerdict(result.data);
  };
  return (
    <Section title={t('tab.audit')} text={t('security.chain_text')}>
      <Button variant="light" loading={busy} onClick={() => void verify()}>
        {t('security.verify')}
      </Button>
      <div role="status">{verdict === null ? null : <ChainVerdict verdict={verdict} />}</div>
    </Section>
  );
}

function ChainVerdict({ verdict }: { verdict: Verdict }) {
  const t = useText('settings');
  const formats = useFormats();
  const holds = verdict.problems.length === 0;
  const wordsOf = ({ code, at, action = '', ...numbers }: Verdict['problems'][number]): string =>
    t(`security.problem.${code}`, {
      ...numbers,
      at: at === undefined ? '' : formats.dateTimeSeconds(at),
      action: wordOf(t, 'audit.actions', action),
    });
  return (
    <Alert
      mt="md"
      color={holds ? 'teal' : 'red'}
      icon={holds ? <IconShieldCheck aria-hidden /> : <IconAlertTriangle aria-hidden />}
      title={t(holds ? 'security.holds' : 'security.broken')}
    >
      {holds ? null : (
        <List size="sm" mb="sm">
          {verdict.problems.map((problem) => (
            <List.Item key={`${problem.code} ${problem.entry}`}>{wordsOf(problem)}</List.Item>
          ))}
        </List>
      )}
      <Properties
        of={[
          [t('security.entries'), formats.number(verdict.entries)],
          [t('security.erased'), formats.number(verdict.erased)],
          [t('security.gaps'), formats.number(verdict.gaps)],
          [
            t('security.kept'),
            verdict.kept === null
              ? t('security.kept_none')
              : `${verdict.kept.seq}, ${formats.dateTimeSeconds(verdict.kept.at)}`,
          ],
          [t('security.head'), <Code key="head">{`${verdict.head.seq} ${verdict.head.hash}`}</Code>],
        ]}
      />
    </Alert>
  );
}

function SignIns() {
  const t = useText('settings');
  const formats = useFormats();
  const read = useQuery('auditList', {
    query: { action: Object.keys(ACTIONS).join(','), page_size: SIGN_INS, ordering: '-id' },
  });
  return (
    <Section title={t('security.sign_ins')} text={t('security.sign_ins_text')}>
      {read.failure ? <ErrorState failure={read.failure} onRetry={read.refetch} /> : null}
      {read.isLoading ? <LoadingLines lines={4} /> : null}
      {read.data === undefined ? null : (
        <Table.ScrollContainer minWidth={620}>
          <Table
            aria-label={t('security.sign_ins')}
            data={{
              head: (['at', 'action', 'user', 'address', 'device'] as const).map((key) => t(`audit.${key}`)),
              body: read.data.results.map((entry) => [
                formats.dateTimeSeconds(entry.at),
                <OutlineBadge key="action" color={ACTIONS[entry.action as Action]}>
                  {t(`audit.actions.${entry.action as Action}`)}
                </OutlineBadge>,
                entry.action === 'sign_in_failed' ? entry.entity_name : actorText(entry, t),
                entry.address ?? '–',
                <Text key="device" lineClamp={1} title={entry.device ?? undefined}>
                  {browserName(entry.device ?? '') || (entry.device ?? '–')}
                </Text>,
              ]),
            }}
          />
        </Table.ScrollContainer>
      )}
    </Section>
  );
}

function EndingKeys() {
  const t = useText('settings');
  const formats = useFormats();
  const { isLoading, failure, refetch: onRetry } = useCollectionState('keys');
  const keys = useCollection('keys')
    .filter(({ revoked_at }) => revoked_at === null)
    .sort((a, b) => a.expires_at.localeCompare(b.expires_at));
  return (
    <Section title={t('security.keys')} text={t('security.keys_text')}>
      {failure === undefined ? null : <ErrorState failure={failure} onRetry={onRetry} />}
      {isLoading ? <LoadingLines lines={2} /> : null}
      {!isLoading && failure === undefined && keys.length === 0 ? <Text>{t('keys.empty')}</Text> : null}
      <Stack gap="xs">
        {keys.map((key) => (
          <Group key={key.id} gap="sm">
            <Text size="md" fw={550}>
              {key.name}
            </Text>
            <OutlineBadge color={KEY_STATE_COLORS[keyState(key)]}>{t(`keys.${keyState(key)}`)}</OutlineBadge>
            <Text c="dimmed">{formats.date(key.expires_at)}</Text>
          </Group>
        ))}
      </Stack>
      <TextLink to={paths.settings({ tab: 'keys' })} mt="sm" display="inline-block">
        {t('tab.keys')}
      </TextLink>
    </Section>
  );
}
