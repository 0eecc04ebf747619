import { Button, Center, Group, Paper, Skeleton, Stack, Text, ThemeIcon, Title } from '@mantine/core';
import { type Icon, IconAlertTriangle, IconInbox } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Failure } from '../../lib/api/result.ts';
import { paths } from '../../lib/paths.ts';
import { useText } from '../../lib/text.ts';
import { SmallText } from '../small-text.ts';
import { useFailureText } from './failure.ts';

interface EmptyProps {
  title: string;
  /** What to do next. */
  text?: ReactNode;
  icon?: Icon;
  action?: ReactNode;
  /** Level of its heading: 1 where it is the whole screen. */
  order?: 1 | 2;
}
/** An empty state, with what to do next. */
export function EmptyState({ title, text, icon: Icon = IconInbox, action, order = 2 }: EmptyProps) {
  return (
    <Center py="xl" px="md">
      <Stack align="center" gap="xs" maw={420} ta="center">
        <ThemeIcon variant="light" size={56} radius="xl" color="gray">
          <Icon size={28} aria-hidden />
        </ThemeIcon>
        <Title order={order} size="h3">
          {title}
        </Title>
        {text !== undefined && (
          <Text c="dimmed" component="div">
            {text}
          </Text>
        )}
        {action}
      </Stack>
    </Center>
  );
}

interface ErrorProps extends Pick<EmptyProps, 'order'> {
  failure: Failure;
  onRetry?: () => void;
}
/** What happened, what to do, and a button to retry where that makes sense. */
export function ErrorState({ failure, onRetry, order = 2 }: ErrorProps) {
  const t = useText('common');
  const say = useFailureText();
  const { title, advice } = say(failure);
  // Retrying does not bring back a deleted item, or somebody else's.
  const gone = failure.status === 404;
  return (
    <Center py="xl" px="md" role="alert">
      <Stack align="center" gap="xs" maw={460} ta="center">
        <ThemeIcon variant="light" size={56} radius="xl" color="red">
          <IconAlertTriangle size={28} aria-hidden />
        </ThemeIcon>
        <Title order={order} size="h3">
          {title}
        </Title>
        <Text c="dimmed">{advice}</Text>
        {failure.requestId !== null && !gone && (
          <SmallText ff="monospace">{t('failure.request', { id: failure.requestId })}</SmallText>
        )}
        {gone && (
          <Button component={Link} to={paths.dashboard()} variant="light" mt="xs">
            {t('not_found.home')}
          </Button>
        )}
        {onRetry !== undefined && !gone && (
          <Button variant="light" onClick={onRetry} mt="xs">
            {t('action.retry')}
          </Button>
        )}
      </Stack>
    </Center>
  );
}

/** The same in one line, for a small part of a screen whose other content matters more. */
export function ErrorLine({ failure, onRetry }: Required<Pick<ErrorProps, 'failure' | 'onRetry'>>) {
  const t = useText('common');
  const say = useFailureText();
  return (
    <Group gap="xs" role="alert" justify="space-between" wrap="nowrap">
      <Text size="xs">{say(failure).title}</Text>
      <Button size="compact-xs" variant="light" onClick={onRetry} style={{ flex: 'none' }}>
        {t('action.retry')}
      </Button>
    </Group>
  );
}

/** Grey lines as a placeholder for loading content. */
export function LoadingLines({ lines = 5 }: { lines?: number }) {
  const t = useText('common');
  return (
    <Stack gap="sm" role="status" aria-label={t('state.loading')}>
      {Array.from({ length: lines }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines have no identity
        <Skeleton key={index} height={18} width={`${92 - ((index * 17) % 40)}%`} />
      ))}
    </Stack>
  );
}

interface UnreadProps {
  read: { failure: Failure | undefined; refetch: () => void };
  lines?: number;
}
/** Replaces content that could not be read, with the reason, or that is loading. */
export function Unread({ read: { failure, refetch }, lines }: UnreadProps) {
  return failure ? <ErrorState failure={failure} onRetry={refetch} /> : <LoadingLines lines={lines} />;
}

/** A screen that is loading. */
export function LoadingScreen() {
  return (
    <Stack gap="lg">
      <Skeleton height={30} width={240} />
      <Paper p="lg">
        <LoadingLines lines={8} />
      </Paper>
    </Stack>
  );
}
