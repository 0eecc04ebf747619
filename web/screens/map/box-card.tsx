import type { Box } from '@aerowatch/contracts/api/boxes';
import { METRIC_KEYS } from '@aerowatch/domain/metrics';
import { Alert, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { IconBellOff } from '@tabler/icons-react';
import { placeOf } from '../../entities/alerts/use-place.ts';
import { type BoxLatest, useBoxLatest } from '../../entities/box-map/use-box-latest.ts';
import { useFormats } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { useText } from '../../lib/text.ts';
import { SamiBadge } from '../../ui/badges/sami-mark.tsx';
import { StatusBadge } from '../../ui/badges/status-badge.tsx';
import { LinkButton } from '../../ui/links/link-button.tsx';
import { TextLink } from '../../ui/links/text-link.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { SmallText } from '../../ui/small-text.ts';
import { ErrorLine, ErrorState } from '../../ui/states/states.tsx';
import classes from './box-card.module.css';

/** The card of a box on the map: state, latest measures, links. */
export function BoxCard({ id }: { id: number }) {
  const t = useText('map');
  const domain = useText('domain');
  const latest = useBoxLatest(id);
  const { box, failure, onRetry } = latest;
  if (box === undefined)
    return failure ? (
      <ErrorState failure={failure} onRetry={onRetry} />
    ) : (
      <Skeleton height={160} width={260} m="md" />
    );
  return (
    <Stack gap="xs" p="md" className={classes.card}>
      <Identity box={box} />
      {box.muted ? (
        <Alert color="gray" p="xs" icon={<IconBellOff size={16} aria-hidden />}>
          <Text size="xs">{t('muted')}</Text>
        </Alert>
      ) : null}
      {box.aeros.length === 0 ? null : <Values box={box} latest={latest} />}
      {failure ? <ErrorLine failure={failure} onRetry={onRetry} /> : null}
      <Group gap="xs" justify="space-between">
        <SmallText>
          {domain('field.last_send')} <RelativeTime time={box.last_send} />
        </SmallText>
        {box.open_alerts > 0 ? (
          <TextLink to={paths.alerts({ box: id })} size="xs" fw={600}>
            {t('alerts', { count: box.open_alerts })}
          </TextLink>
        ) : null}
      </Group>
      <Further box={box} />
    </Stack>
  );
}

/** Its name, place and state. */
function Identity({ box }: { box: Box }) {
  const formats = useFormats();
  const place = placeOf(box, formats);
  return (
    <>
      <div>
        <Title order={2} size="h4" pr={28}>
          <TextLink to={paths.box(box.id)} inherit>
            {box.serial_number}
          </TextLink>
        </Title>
        {box.name === '' ? null : <Text>{box.name}</Text>}
        {place === '' ? null : <SmallText>{place}</SmallText>}
      </div>
      <Group gap="sm">
        <SamiBadge level={box.sami} />
        <StatusBadge status={box.status} />
      </Group>
    </>
  );
}

/** The latest measure of each AERO, one column each. */
function Values({ box, latest }: { box: Box; latest: BoxLatest }) {
  const t = useText('map');
  const domain = useText('domain');
  const formats = useFormats();
  const { measures, known, failure } = latest;
  return (
    <table className={classes.values}>
      <thead>
        <tr>
          <td />
          {box.aeros.map((aero) => (
            <th key={aero.id} scope="col">
              {[domain('aero', { position: aero.position }), aero.track_number].filter(Boolean).join(' · ')}
              <SmallText fw={400}>
                {measures[aero.id] !== undefined ? (
                  <RelativeTime time={measures[aero.id]?.date} />
                ) : failure ? null : (
                  t(known ? 'no_measure' : 'measure_loading')
                )}
              </SmallText>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {METRIC_KEYS.map((metric) => (
          <tr key={metric}>
            <th scope="row">{domain(`metric.${metric}.name`)}</th>
            {box.aeros.map((aero) => (
              <td key={aero.id}>{formats.metric(metric, measures[aero.id]?.[metric])}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Links to more about it. */
function Further({ box }: { box: Box }) {
  const t = useText('map');
  const common = useText('common');
  return (
    <Group gap="xs" grow>
      <LinkButton to={paths.box(box.id)} size="compact-sm">
        {common('action.view_details')}
      </LinkButton>
      {box.aeros.length > 0 ? (
        <LinkButton
          to={paths.visualization({ aeros: box.aeros.map((aero) => aero.id) })}
          size="compact-sm"
          variant="default"
        >
          {t('curves')}
        </LinkButton>
      ) : null}
    </Group>
  );
}
