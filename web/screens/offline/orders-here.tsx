import { Button, Progress, Stack, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useToday } from '../../entities/work/work-words.ts';
import { useFormats } from '../../lib/format.ts';
import { canKeep } from '../../lib/offline/can-keep.ts';
import type { StoredPlan } from '../../lib/offline/database.ts';
import { isOnWifi } from '../../lib/offline/taking.ts';
import { usePlan } from '../../lib/offline/use-plan.ts';
import { paths } from '../../lib/paths.ts';
import { useProfile } from '../../lib/state/session-state.ts';
import { useText } from '../../lib/text.ts';
import { LinkButton } from '../../ui/links/link-button.tsx';
import { Panel } from '../../ui/panel.tsx';
import { SmallText } from '../../ui/small-text.ts';
import { FindHere } from './find-here.tsx';

/** The orders on this device: how many, how large, until when; and the act that takes them along. */
export function OrdersHere() {
  const t = useText('offline');
  const user = useProfile()?.id ?? 0;
  const today = useToday();
  const { plan, progress, taken, missing, isPersistent, take } = usePlan(user);
  return (
    <Panel
      title={t('orders.title')}
      mb="md"
      region
      gap="sm"
      aside={
        <Button
          size="sm"
          variant={plan === undefined ? 'filled' : 'default'}
          loading={progress !== null}
          disabled={!canKeep()}
          leftSection={<IconDownload size={16} aria-hidden />}
          onClick={() => void take(today)}
        >
          {t(plan === undefined ? 'orders.take' : 'orders.refresh')}
        </Button>
      }
    >
      <Stack gap="xs">
        {canKeep() ? null : <Text c="red">{t('orders.unavailable')}</Text>}
        {progress === null ? null : (
          <div role="status">
            <Text>{t('orders.progress', { ...progress })}</Text>
            <Progress value={(100 * progress.done) / Math.max(1, progress.count)} aria-hidden />
          </div>
        )}
        {plan === undefined ? <Text c="dimmed">{t('orders.not_yet')}</Text> : <Ready plan={plan} />}
        {taken === 'no_room' || taken === 'failed' ? (
          <Text c="red" role="alert">
            {t(`orders.${taken}`)}
          </Text>
        ) : null}
        {missing > 0 && taken === 'incomplete' ? (
          <Text c="red" role="alert">
            {t('orders.missing', { count: missing })}
          </Text>
        ) : null}
        {isPersistent === false && plan !== undefined ? <SmallText>{t('orders.not_kept')}</SmallText> : null}
        <SmallText>
          {t('orders.holds')} {isOnWifi() ? t('orders.by_itself') : ''}
        </SmallText>
        {plan === undefined || plan.orders.length === 0 || plan.until <= Date.now() ? null : (
          <FindHere plan={plan} />
        )}
      </Stack>
    </Panel>
  );
}

function Ready({ plan: { orders, size, at, until } }: { plan: StoredPlan }) {
  const t = useText('offline');
  const work = useText('work');
  const formats = useFormats();
  if (orders.length === 0) return <Text c="dimmed">{t('orders.none')}</Text>;
  const isOver = until <= Date.now();
  return (
    <>
      <Text fw={600} c={isOver ? 'red' : undefined}>
        {t(isOver ? 'orders.over' : 'orders.ready', { until: formats.dateTime(until) })}
      </Text>
      <Text>
        {t('orders.facts', {
          count: orders.length,
          size: formats.bytes(size),
          at: formats.dateTime(at),
        })}
      </Text>
      <div>
        <LinkButton to={paths.workRound({ ids: orders.join(',') })} variant="light" size="sm">
          {work('round.title')}
        </LinkButton>
      </div>
    </>
  );
}
