import { METRIC_KEYS } from '@aerowatch/domain/metrics';
import { Group, Text } from '@mantine/core';
import { IconChartLine } from '@tabler/icons-react';
import { useFormats } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { useText } from '../../lib/text.ts';
import { LinkButton } from '../../ui/links/link-button.tsx';
import { TextLink } from '../../ui/links/text-link.tsx';
import { Panel } from '../../ui/panel.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import type { Dashboard } from './figures.tsx';
import classes from './latest.module.css';

/** The newest measure of all, with links to its box and its curve. */
export function Latest({ latest }: { latest: Dashboard['latest'] }) {
  const t = useText('dashboard');
  const domain = useText('domain');
  const common = useText('common');
  const formats = useFormats();
  return (
    <Panel title={t('latest.title')} h="100%" region gap={0}>
      {latest === null ? (
        <Text c="dimmed" mt="xs">
          {t('latest.none')}
        </Text>
      ) : (
        <>
          <Text mb="sm">
            <TextLink size="md" to={paths.box(latest.box)} fw={600}>
              {latest.serial_number}
            </TextLink>
            {' · '}
            {domain('aero', { position: latest.position })}
            {' · '}
            <Text size="md" span c="dimmed">
              <RelativeTime time={latest.date} />
            </Text>
          </Text>
          <dl className={classes.values}>
            {METRIC_KEYS.map((metric) => (
              <div key={metric}>
                <dt>{domain(`metric.${metric}.name`)}</dt>
                <dd>{formats.metric(metric, latest[metric])}</dd>
              </div>
            ))}
          </dl>
          <Group gap="xs" mt="md">
            <LinkButton to={paths.box(latest.box)} size="xs" variant="light">
              {common('action.view_details')}
            </LinkButton>
            <LinkButton
              to={paths.visualization({ aeros: latest.aero })}
              size="xs"
              variant="default"
              leftSection={<IconChartLine size={16} aria-hidden />}
            >
              {t('latest.curves')}
            </LinkButton>
          </Group>
        </>
      )}
    </Panel>
  );
}
