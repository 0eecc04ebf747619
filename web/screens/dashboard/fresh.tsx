import { Group, List, Paper, Text, ThemeIcon, Title } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { paths } from '../../lib/paths.ts';
import { useKnownCount } from '../../lib/query/collection-state.ts';
import { useQuery } from '../../lib/query/use-query.ts';
import { useGrants } from '../../lib/state/session-state.ts';
import { useText } from '../../lib/text.ts';
import { LinkButton } from '../../ui/links/link-button.tsx';
import { LoadingLines } from '../../ui/states/states.tsx';

/** The first steps on a console without boxes, by the user's level. */
export default function Fresh() {
  const t = useText('dashboard');
  const title = useQuery('meta', {}).data?.title ?? '';
  const admin = useGrants('admin');
  const privileged = useGrants('privileged');
  const clients = useKnownCount('clients');
  const supervisors = useKnownCount('supervisors');
  if (!privileged)
    return (
      <Frame title={t('fresh.title', { title })}>
        <Text size="md" c="dimmed">
          {t('fresh.member')}
        </Text>
      </Frame>
    );
  // The next step depends on them.
  if (clients === null || supervisors === null)
    return (
      <Frame title={t('fresh.title', { title })}>
        <LoadingLines />
      </Frame>
    );
  const steps = [
    ...(admin ? [{ key: 'client', to: paths.clientCreate(), done: clients > 0 } as const] : []),
    { key: 'box', to: paths.boxCreate(), done: false } as const,
    { key: 'password', to: null, done: false } as const,
    { key: 'supervisor', to: paths.supervisorCreate(), done: supervisors > 0 } as const,
  ];
  const next = steps.findIndex((step) => !step.done);
  return (
    <Frame title={t('fresh.title', { title })}>
      <Text size="md" c="dimmed" mb="lg">
        {t('fresh.text')}
      </Text>
      <List
        type="ordered"
        listStyleType="none"
        spacing="lg"
        styles={{ itemWrapper: { alignItems: 'flex-start' } }}
      >
        {steps.map((step, index) => (
          <Step key={step.key} step={step} number={index + 1} isNext={index === next} />
        ))}
      </List>
    </Frame>
  );
}

interface StepProps {
  step: { key: 'client' | 'box' | 'password' | 'supervisor'; to: string | null; done: boolean };
  number: number;
  /** Whether it is the step to do now. */
  isNext: boolean;
}
function Step({ step: { key, to, done }, number, isNext }: StepProps) {
  const t = useText('dashboard');
  return (
    <List.Item
      icon={
        <ThemeIcon
          radius="xl"
          size={28}
          color={done ? 'teal' : 'petrol'}
          variant={isNext ? 'filled' : 'light'}
        >
          {done ? <IconCheck size={16} aria-label={t('fresh.done')} /> : <span>{number}</span>}
        </ThemeIcon>
      }
    >
      <Text size="md" fw={600}>
        {t(`fresh.${key}`)}
      </Text>
      <Text c="dimmed">{t(`fresh.${key}_text`)}</Text>
      {to === null || done ? null : (
        <Group gap="xs" mt="xs">
          <LinkButton to={to} size="xs" variant={isNext ? 'filled' : 'default'}>
            {t(`fresh.${key}`)}
          </LinkButton>
          {key === 'box' ? (
            <LinkButton to={paths.boxImport()} size="xs" variant="default">
              {t('fresh.import')}
            </LinkButton>
          ) : null}
        </Group>
      )}
    </List.Item>
  );
}

function Frame({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <Paper p={{ base: 'md', sm: 'xl' }} maw={640}>
      <Title order={2} size="h3" mb="xs">
        {title}
      </Title>
      {children}
    </Paper>
  );
}
