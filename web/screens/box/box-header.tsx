import type { Box } from '@aerowatch/contracts/api/boxes';
import { Alert, Anchor, Button, Grid, Paper, Stack, Text } from '@mantine/core';
import {
  IconBellOff,
  IconChartLine,
  IconPencil,
  IconPrinter,
  IconRefresh,
  IconTrash,
  IconWifiOff,
} from '@tabler/icons-react';
import { type ReactNode, Suspense, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { TagList } from '../../entities/boxes/tags-of.tsx';
import { TwinBadge } from '../../entities/boxes/twin-badge.tsx';
import { removed } from '../../entities/entities-slice.ts';
import { useAppDispatch } from '../../entities/store.ts';
import { useTable } from '../../entities/use-collection.ts';
import { call } from '../../lib/api/client.ts';
import { useFormats } from '../../lib/format.ts';
import { lazyPart } from '../../lib/lazy-part.ts';
import { paths } from '../../lib/paths.ts';
import { useGrants } from '../../lib/state/session-state.ts';
import { useText } from '../../lib/text.ts';
import { ConfirmDelete } from '../../ui/confirm-delete.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { PartBoundary } from '../../ui/part-boundary.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { SamiBadge } from '../../ui/sami-mark.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { toast } from '../../ui/toast.ts';
import classes from './box-header.module.css';
import { useRefresh } from './use-refresh.ts';

const PlaceMap = lazyPart(() => import('./place-map.tsx'));

/** Who and where the box is, and what can be done with it. */
export function BoxHeader({ box, refetch }: { box: Box; refetch: () => void }) {
  const t = useText('box');
  const common = useText('common');
  const privileged = useGrants('privileged');
  const refresh = useRefresh(box, refetch);
  const [deleting, setDeleting] = useState(false);
  return (
    <>
      <PageHeader
        title={t('title', { name: box.serial_number })}
        description={box.name}
        actions={
          <>
            <Button
              variant="default"
              leftSection={<IconRefresh size={16} aria-hidden />}
              loading={refresh.busy}
              disabled={refresh.waiting}
              onClick={refresh.ask}
            >
              {refresh.waiting ? t('refresh.waiting') : t('action.refresh')}
            </Button>
            {box.aeros.length > 0 ? (
              <LinkButton
                variant="default"
                to={paths.visualization({ aeros: box.aeros.map((aero) => aero.id) })}
                leftSection={<IconChartLine size={16} aria-hidden />}
              >
                {t('action.visualize')}
              </LinkButton>
            ) : null}
            <Button
              variant="default"
              leftSection={<IconPrinter size={16} aria-hidden />}
              onClick={() => window.print()}
            >
              {t('action.print')}
            </Button>
            {privileged ? (
              <Button
                variant="default"
                color="red"
                leftSection={<IconTrash size={16} aria-hidden />}
                onClick={() => setDeleting(true)}
              >
                {t('action.delete')}
              </Button>
            ) : null}
            <LinkButton to={paths.boxEdit(box.id)} leftSection={<IconPencil size={16} aria-hidden />}>
              {t('action.edit')}
            </LinkButton>
          </>
        }
      />
      <Notices box={box} />
      <Grid gap="md" mb="md">
        <Grid.Col span={{ base: 12, md: 8 }}>
          <Facts box={box} />
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 4 }} className="aw-no-print">
          {box.latitude !== null && box.longitude !== null ? (
            <Paper h={{ base: 180, md: 240 }} style={{ overflow: 'hidden' }}>
              <PartBoundary message={common('no_map')}>
                <Suspense fallback={null}>
                  <PlaceMap box={box} />
                </Suspense>
              </PartBoundary>
            </Paper>
          ) : null}
        </Grid.Col>
      </Grid>
      <DeleteBox box={box} opened={deleting} onClose={() => setDeleting(false)} />
    </>
  );
}

function Notices({ box }: { box: Box }) {
  const t = useText('box');
  const formats = useFormats();
  return (
    <Stack gap="xs" mb="md">
      {box.last_send === null ? (
        <Alert variant="light" icon={<IconWifiOff aria-hidden />}>
          {t('never')}
        </Alert>
      ) : null}
      {box.status === 'silent' && box.last_send !== null ? (
        <Alert color="red" variant="light" icon={<IconWifiOff aria-hidden />} title={t('silent')}>
          {t('silentText', { when: formats.relative(box.last_send) })}
        </Alert>
      ) : null}
      {box.status === 'late' && box.last_send !== null ? (
        <Alert color="yellow" variant="light" icon={<IconWifiOff aria-hidden />}>
          {t('late', { when: formats.relative(box.last_send) })}
        </Alert>
      ) : null}
      {box.aeros
        .filter((aero) => aero.sami === 'unsatisfactory')
        .map((aero) => (
          <Alert
            key={aero.id}
            color="orange"
            variant="light"
            icon={<IconBellOff aria-hidden />}
            title={t('muted.title', { position: aero.position })}
          >
            {aero.sami_since ? `${t('muted.since', { when: formats.dateTime(aero.sami_since) })} ` : ''}
            {t('muted.text')}
          </Alert>
        ))}
    </Stack>
  );
}

function Facts({ box }: { box: Box }) {
  const t = useText('box');
  const formats = useFormats();
  const client = useTable('clients')[box.client ?? 0];
  const facts: [string, ReactNode][] = [
    [t('fact.sami'), <SamiBadge key="sami" level={box.sami} />],
    [t('fact.status'), <StatusBadge key="status" status={box.status} />],
    [t('fact.last'), <RelativeTime key="last" time={box.last_send} />],
    [t('fact.client'), client?.name ?? '–'],
    [t('fact.line'), box.line || '–'],
    [t('fact.pole'), box.pole || '–'],
    [
      t('fact.kilometer'),
      box.kilometer_point === null ? '–' : `PK ${formats.kilometerPoint(box.kilometer_point)}`,
    ],
    [t('fact.position'), <Position key="position" box={box} />],
    [t('fact.installed'), box.installation_date ? formats.date(box.installation_date) : '–'],
    [t('fact.firmware'), box.reported?.firmware_version ?? '–'],
    [t('fact.twin'), <TwinBadge key="twin" state={box.twin.state} />],
    [t('fact.tags'), box.tags.length === 0 ? '–' : <TagList key="tags" ids={box.tags} />],
  ];
  return (
    <Paper p="md" h="100%">
      <dl className={classes.facts}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <Text component="dt" size="xs" c="dimmed">
              {label}
            </Text>
            <Text component="dd" size="sm" m={0} style={{ overflowWrap: 'anywhere' }}>
              {value}
            </Text>
          </div>
        ))}
      </dl>
      {box.comment ? (
        <Text size="sm" mt="sm" style={{ whiteSpace: 'pre-line' }}>
          {box.comment}
        </Text>
      ) : null}
    </Paper>
  );
}

function Position({ box: { id, latitude, longitude } }: { box: Box }) {
  const formats = useFormats();
  if (latitude === null || longitude === null) return '–';
  return (
    <Anchor component={Link} to={paths.map({ box: id })} size="sm">
      {`${formats.number(latitude, 5)}, ${formats.number(longitude, 5)}`}
    </Anchor>
  );
}

function DeleteBox({ box, opened, onClose }: { box: Box; opened: boolean; onClose: () => void }) {
  const t = useText('box');
  const navigate = useNavigate();
  const dispatch = useAppDispatch();
  return (
    <ConfirmDelete
      name={opened ? box.serial_number : null}
      onClose={onClose}
      onConfirm={async () => {
        const result = await call('boxesDelete', { params: { id: box.id } });
        if (result.ok) {
          dispatch(removed({ collection: 'boxes', ids: [box.id] }));
          dispatch(removed({ collection: 'aeros', ids: box.aeros.map((aero) => aero.id) }));
          toast.success(t('deleted'));
          navigate(paths.boxes());
        }
        return result;
      }}
    >
      {t('deleteText')}
    </ConfirmDelete>
  );
}
