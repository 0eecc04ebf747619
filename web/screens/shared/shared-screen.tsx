import type { SharedBox } from '@aerowatch/contracts/api/box-links';
import { METRIC_KEYS } from '@aerowatch/domain/metrics';
import { Badge, Container, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { IconLinkOff } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { VerdictBadge } from '../../entities/diagnostics/verdict-badge.tsx';
import { FailureAlert } from '../../forms/form-screen.tsx';
import { useFormats } from '../../lib/format.ts';
import { fetchOnce } from '../../lib/query/fetch-once.ts';
import { type Held, heldFor } from '../../lib/query/held.ts';
import { useText } from '../../lib/text.ts';
import { SamiBadge } from '../../ui/badges/sami-mark.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { SmallText } from '../../ui/small-text.ts';
import { EmptyState, ErrorState, LoadingScreen } from '../../ui/states/states.tsx';
import { type Read, readAfter } from './read-after.ts';
import { WeekCurve } from './week-curve.tsx';

const EVERY_MS = 60_000;
const NOTHING: Read = { shared: null, failure: null };

/**
 * The content of a shared link to one box, for anybody who has it. The secret is in the hash, so it reaches
 * no server log.
 */
export default function SharedScreen() {
  const t = useText('box');
  // Another link in the same tab changes only the hash.
  const token = useLocation().hash.slice(1);
  const [held, setHeld] = useState<Held<Read> | null>(null);
  useEffect(() => {
    let left = false;
    const load = async () => {
      const result = await fetchOnce('sharedBox', { body: { token } });
      if (!left) setHeld((before) => ({ of: token, data: readAfter(heldFor(before, token), result) }));
    };
    void load();
    const timer = setInterval(() => void load(), EVERY_MS);
    return () => {
      left = true;
      clearInterval(timer);
    };
  }, [token]);
  const { shared, failure } = heldFor(held, token) ?? NOTHING;
  if (failure?.status === 404)
    return (
      <Container size="md" px={0} w="100%">
        <PageHeader title={t('link.invalid')} />
        <Paper>
          <EmptyState title={failure.detail ?? ''} icon={IconLinkOff} />
        </Paper>
      </Container>
    );
  if (shared === null)
    return failure === null ? (
      <LoadingScreen />
    ) : (
      <ErrorState order={1} failure={failure} onRetry={() => location.reload()} />
    );
  return (
    <>
      {failure === null ? null : (
        <Container size="md" px={0} w="100%" mb="md">
          <FailureAlert failure={failure} title={t('link.old')} />
        </Container>
      )}
      <Shown shared={shared} />
    </>
  );
}

function Shown({ shared: { box, aeros, alerts, expires_at } }: { shared: SharedBox }) {
  const t = useText('box');
  const formats = useFormats();
  const where = [box.name, box.line, formats.kilometerPoint(box.kilometer_point), box.pole];
  return (
    <Container size="md" px={0} w="100%">
      <PageHeader
        title={t('title', { name: box.serial_number })}
        description={where.filter((part) => part !== '' && part !== '–').join(' · ')}
      />
      <Group gap="xs" mb="md">
        <Badge color="gray" style={{ maxWidth: '100%' }}>
          {t('link.readOnly', { when: formats.date(expires_at) })}
        </Badge>
        <Text c="dimmed">
          {`${t('link.heard')} ${box.last_send === null ? t('link.never') : formats.relative(box.last_send)}`}
        </Text>
      </Group>
      <Stack gap="md">
        {aeros.map((aero) => (
          <AeroCard key={aero.position} aero={aero} />
        ))}
        <Alerts alerts={alerts} />
      </Stack>
    </Container>
  );
}

function AeroCard({ aero }: { aero: SharedBox['aeros'][number] }) {
  const findings = useText('diagnostics');
  const words = useText('domain');
  const formats = useFormats();
  const { latest } = aero;
  return (
    <Paper p="md">
      <Group justify="space-between" gap="xs" mb="xs">
        <Title order={2} size="h4">
          {[`AERO ${aero.position}`, aero.track_number].filter((part) => part !== '').join(' · ')}
        </Title>
        <Group gap="xs">
          <SamiBadge level={aero.sami} />
          {aero.verdict === null ? null : <VerdictBadge verdict={aero.verdict} />}
        </Group>
      </Group>
      {aero.fault === null ? null : (
        <Text fw={600} mb="xs">
          {findings(`fault.${aero.fault}`)}
        </Text>
      )}
      {latest === null ? null : (
        <Group component="dl" gap="xs" m={0} mb="sm" style={{ columnGap: 24 }}>
          {METRIC_KEYS.map((key) => (
            <div key={key}>
              <SmallText component="dt">{words(`metric.${key}.name`)}</SmallText>
              <Text size="md" component="dd" m={0} fw={600} style={{ fontVariantNumeric: 'tabular-nums' }}>
                {formats.metric(key, latest[key])}
              </Text>
            </div>
          ))}
        </Group>
      )}
      {latest !== null && <SmallText mb="sm">{formats.dateTime(latest.time)}</SmallText>}
      <WeekCurve hours={aero.hours} travel={aero.travel} />
    </Paper>
  );
}

function Alerts({ alerts }: { alerts: SharedBox['alerts'] }) {
  const t = useText('box');
  const words = useText('conditions');
  const formats = useFormats();
  return (
    <Panel title={t('link.alerts')}>
      {alerts.length === 0 ? <Text>{t('link.noAlerts')}</Text> : null}
      <Stack gap={4}>
        {alerts.map((alert, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: replaced as a whole; two may have opened at once on one AERO
          <Group key={place} gap="xs">
            <Text>
              {formats.dateTime(alert.opened_at)} · {`AERO ${alert.position}`} ·{' '}
              <Text span c="dimmed">
                {t(alert.firing ? 'link.firing' : 'link.over')}
              </Text>
            </Text>
            <Badge color={alert.severity === 'high' ? 'red' : 'gray'}>
              {words(`severity.${alert.severity}`)}
            </Badge>
          </Group>
        ))}
      </Stack>
    </Panel>
  );
}
