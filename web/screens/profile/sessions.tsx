import { Badge, Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useMutation } from '../../lib/query/use-mutation.ts';
import { useQuery } from '../../lib/query/use-query.ts';
import { useText } from '../../lib/text.ts';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { SmallText } from '../../ui/small-text.ts';
import { toast } from '../../ui/toast.ts';

/** The user's sessions, with buttons to sign out there. */
export function Sessions() {
  const t = useText('profile');
  const common = useText('common');
  const [deleteOtherSessions] = useMutation('sessionsDeleteOthers');
  const [deleteSession] = useMutation('sessionsDelete');
  const read = useQuery('sessionsList', {});
  const end = async (id: number | null): Promise<void> => {
    const result = id === null ? await deleteOtherSessions() : await deleteSession({ params: { id } });
    if (!result.ok) return toast.failure(result);
    toast.success(t('sessions.ended'));
  };
  const sessions = read.data?.results ?? [];
  return (
    <Paper p="lg" maw={760} component="section" aria-labelledby="sessions">
      <Stack gap="md">
        <Title order={2} id="sessions">
          {t('sessions.title')}
        </Title>
        {sessions.map((session) => (
          <Group key={session.id} justify="space-between" wrap="nowrap">
            <div>
              <Group gap="xs">
                <Text fw={600}>{session.device === '' ? t('sessions.unknown') : session.device}</Text>
                {session.current && <Badge>{t('sessions.this')}</Badge>}
              </Group>
              <SmallText>
                {`${session.address ?? '–'} · ${t(`sessions.method.${session.method}`)} · `}
                <RelativeTime time={session.last_used_at ?? session.created_at} />
              </SmallText>
            </div>
            {!session.current && (
              <Button
                size="compact-sm"
                variant="default"
                flex="none"
                aria-label={common('labelled', { label: t('sessions.end'), value: session.device })}
                onClick={() => void end(session.id)}
              >
                {t('sessions.end')}
              </Button>
            )}
          </Group>
        ))}
        {sessions.length > 1 && (
          <Group>
            <Button variant="default" onClick={() => void end(null)}>
              {t('sessions.end_others')}
            </Button>
          </Group>
        )}
      </Stack>
    </Paper>
  );
}
