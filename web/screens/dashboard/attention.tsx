import { Anchor, Badge, Box, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { IconBell, IconBellOff, IconCircleCheck, IconWifiOff } from '@tabler/icons-react';
import { Link } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { useText } from '../../lib/text.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { SamiBadge } from '../../ui/sami-mark.tsx';
import { EmptyState } from '../../ui/states.tsx';
import classes from './attention.module.css';
import type { Dashboard } from './figures.tsx';

type Entry = Dashboard['attention'][number];

/** Boxes to look at first: unsatisfactory, silent, alerting; with the reason and the way there. */
export function Attention({ entries }: { entries: readonly Entry[] }) {
  const t = useText('dashboard');
  const common = useText('common');
  return (
    <Paper h="100%" component="section" aria-labelledby="attention" style={{ overflow: 'clip' }}>
      <Group justify="space-between" p="md" pb="xs">
        <Title order={2} size="h4" id="attention">
          {t('attention.title')}
        </Title>
        <Anchor component={Link} to={paths.boxes({ sort: '-sami' })} size="sm">
          {t('attention.all')}
        </Anchor>
      </Group>
      {entries.length === 0 ? (
        <EmptyState title={t('attention.none')} icon={<IconCircleCheck size={28} aria-hidden />}>
          {t('attention.none_text')}
        </EmptyState>
      ) : (
        <Stack component="ul" gap={0} className={classes.list}>
          {entries.map((entry) => (
            <Box component="li" key={entry.box} className={classes.row}>
              <div className={classes.name}>
                <Anchor component={Link} to={paths.box(entry.box)} fw={600} size="sm">
                  {entry.serial_number}
                </Anchor>
                <Text size="xs" c="dimmed" lineClamp={2}>
                  {[entry.name, entry.line, entry.pole].filter((part) => part !== '').join(' · ')}
                </Text>
              </div>
              <div className={classes.reasons}>
                <Reasons entry={entry} />
              </div>
              <Text size="xs" c="dimmed" className={classes.last}>
                {t('attention.last')}{' '}
                {entry.last_send === null ? t('attention.never') : <RelativeTime time={entry.last_send} />}
              </Text>
              <LinkButton
                to={paths.box(entry.box)}
                size="compact-sm"
                variant="light"
                aria-label={t('attention.details', { name: entry.serial_number })}
              >
                {common('action.view_details')}
              </LinkButton>
            </Box>
          ))}
        </Stack>
      )}
    </Paper>
  );
}

function Reasons({ entry }: { entry: Entry }) {
  const t = useText('dashboard');
  return (
    <Group gap={6}>
      {entry.reasons.includes('unsatisfactory') ? <SamiBadge level="unsatisfactory" /> : null}
      {entry.reasons.includes('silent') ? (
        <Badge variant="light" color="red" leftSection={<IconWifiOff size={13} aria-hidden />}>
          {t('attention.silent')}
        </Badge>
      ) : null}
      {entry.reasons.includes('alerting') ? (
        <Badge variant="light" color="red" leftSection={<IconBell size={13} aria-hidden />}>
          {t('attention.alerting', { count: entry.open_alerts })}
        </Badge>
      ) : null}
      {entry.muted ? (
        <Badge variant="light" color="gray" leftSection={<IconBellOff size={13} aria-hidden />}>
          {t('attention.muted')}
        </Badge>
      ) : null}
    </Group>
  );
}
