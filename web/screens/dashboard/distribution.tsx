import { SAMI_LEVELS } from '@aerowatch/domain/sami';
import { Group, Stack, Text, Title, useComputedColorScheme } from '@mantine/core';
import { useFormats } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { useText } from '../../lib/text.ts';
import { SAMI_STYLES } from '../../ui/badges/sami.ts';
import { SamiShapeMark } from '../../ui/badges/sami-mark.tsx';
import { StatusBadge } from '../../ui/badges/status-badge.tsx';
import { TextLink } from '../../ui/links/text-link.tsx';
import { Panel } from '../../ui/panel.tsx';
import classes from './distribution.module.css';
import type { Dashboard } from './figures.tsx';

const STATUSES = ['online', 'late', 'silent', 'new'] as const;

/** How many boxes are at each SAMI level (shape, letter, word and length) and in each status. */
export function Distribution({ data }: { data: Dashboard }) {
  const t = useText('dashboard');
  const domain = useText('domain');
  const formats = useFormats();
  const scheme = useComputedColorScheme('light');
  const total = SAMI_LEVELS.reduce((sum, level) => sum + (data.sami[level] ?? 0), 0);
  return (
    <Panel title={t('sami.title')} h="100%" region gap="sm">
      <Stack gap="sm">
        {SAMI_LEVELS.map((level) => {
          const count = data.sami[level] ?? 0;
          const share = total === 0 ? 0 : count / total;
          return (
            <div key={level}>
              <Group justify="space-between" gap="xs" wrap="nowrap">
                <Group gap={8} wrap="nowrap">
                  <SamiShapeMark level={level} />
                  <TextLink to={paths.boxes({ sami: level })}>{domain(`sami.${level}`)}</TextLink>
                </Group>
                <Text className="aw-figures">
                  <b>{formats.number(count)}</b>{' '}
                  <Text span c="dimmed">
                    {formats.percent(share)}
                  </Text>
                </Text>
              </Group>
              <div className={classes.track} aria-hidden>
                <div
                  className={classes.bar}
                  style={{
                    width: `${share * 100}%`,
                    minWidth: count > 0 ? 3 : 0,
                    background: SAMI_STYLES[level][scheme],
                  }}
                />
              </div>
            </div>
          );
        })}
      </Stack>
      <Title order={3} size="h5" mt="lg" mb="xs">
        {t('status')}
      </Title>
      <Group gap="md">
        {STATUSES.map((status) => (
          <TextLink
            size="md"
            key={status}
            to={paths.boxes({ status })}
            underline="never"
            className={classes.status}
          >
            <StatusBadge status={status} />
            <Text span fw={600} c="var(--mantine-color-text)" className="aw-figures">
              {formats.number(data.status[status] ?? 0)}
            </Text>
          </TextLink>
        ))}
      </Group>
    </Panel>
  );
}
