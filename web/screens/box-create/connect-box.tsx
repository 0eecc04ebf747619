import type { Box } from '@aerowatch/contracts/api/boxes';
import { Alert, Button, Group, List, Loader, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { ShownCredentials, ToCopy, useNewCredentials } from '../../entities/boxes/credentials.tsx';
import { useFormats } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { useQuery } from '../../lib/query/use-query.ts';
import { useText } from '../../lib/text.ts';
import { BackLink } from '../../ui/links/back-link.tsx';
import { LinkButton } from '../../ui/links/link-button.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';

/** Live events report a measure at once; if they are disconnected, it is polled. */
const ASKED_EVERY = 15_000;

/** A new box: its password, the address to send to, and its first measure when it arrives. */
export function ConnectBox({ box, onAnother }: { box: Box; onAnother: () => void }) {
  const t = useText('boxes');
  const name = box.serial_number;
  return (
    <>
      <PageHeader
        title={t('connect.title', { name })}
        breadcrumbs={<BackLink to={paths.boxes()}>{t('title')}</BackLink>}
      />
      <Stack maw={720}>
        <Panel title={t('connect.password')} region>
          <Password box={box.id} />
        </Panel>
        <Panel title={t('connect.server')} region>
          <ToCopy
            label={t('connect.address')}
            value={box.desired.server_address || window.location.hostname}
          />
        </Panel>
        <Panel title={t('connect.first')} region>
          <FirstMeasure box={box} />
        </Panel>
        <Group>
          <LinkButton to={paths.box(box.id)}>{t('connect.open')}</LinkButton>
          <Button variant="default" onClick={onAnother}>
            {t('connect.another')}
          </Button>
        </Group>
      </Stack>
    </>
  );
}

function Password({ box }: { box: number }) {
  const t = useText('boxes');
  const { made, make, busy } = useNewCredentials(box);
  if (made !== null) return <ShownCredentials made={made} />;
  return (
    <Group justify="space-between">
      <Text>{t('credentials.first')}</Text>
      <Button loading={busy} onClick={() => void make()}>
        {t('credentials.make_first')}
      </Button>
    </Group>
  );
}

/** Waits for the first message of the box, and shows it. */
function FirstMeasure({ box }: { box: Box }) {
  const t = useText('boxes');
  const domain = useText('domain');
  const formats = useFormats();
  const read = useQuery(
    'measuresBoxes',
    { query: { box: [box.id] } },
    { live: ['measures', 'boxes'], pollingInterval: ASKED_EVERY },
  );
  const measures = read.data?.results.flatMap((one) => one.measures) ?? [];
  const position = (aero: number) => box.aeros.find(({ id }) => id === aero)?.position ?? '';
  if (box.aeros.length === 0) return <Text>{t('connect.no_aero')}</Text>;
  if (measures.length === 0)
    return (
      <Stack gap="sm" role="status">
        <Group gap="sm">
          <Loader size="sm" aria-hidden />
          <Text>{t('connect.waiting')}</Text>
        </Group>
        <Refused box={box.id} />
      </Stack>
    );
  return (
    <List
      listStyleType="none"
      spacing={4}
      role="status"
      icon={<IconCircleCheck size={20} color="var(--mantine-color-teal-6)" aria-hidden />}
    >
      {measures.map((measure) => (
        <List.Item key={measure.aero}>
          <Text span fw={600}>
            {domain('aero', { position: position(measure.aero) })}
          </Text>
          {` · ${(['stroke', 'pressure', 'temperature'] as const)
            .map((metric) => formats.metric(metric, measure[metric]))
            .join(' · ')} · `}
          <RelativeTime time={measure.date} />
        </List.Item>
      ))}
    </List>
  );
}

/** Why nothing comes: the box connects with another password. */
function Refused({ box }: { box: number }) {
  const t = useText('boxes');
  const formats = useFormats();
  const { data } = useQuery('boxesRefused', {}, { pollingInterval: ASKED_EVERY });
  const refused = data?.results.find((one) => one.box === box);
  if (refused === undefined) return null;
  const { address } = refused;
  return (
    <Alert color="amber" icon={<IconAlertTriangle aria-hidden />}>
      {t(address === '' ? 'connect.refused' : 'connect.refused_from', {
        when: formats.dateTimeSeconds(refused.last_at),
        address,
      })}
    </Alert>
  );
}
