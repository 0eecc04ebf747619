import type { Box } from '@aerowatch/contracts/api/boxes';
import { Alert, Group, Stack, Text } from '@mantine/core';
import { IconArrowBackUp, IconWifiOff } from '@tabler/icons-react';
import { placeOf } from '../../entities/alerts/use-place.ts';
import { lastMeasured, stoppedAlone } from '../../entities/boxes/stopped-alone.ts';
import { useFormats } from '../../lib/format.ts';
import { useTable } from '../../lib/query/use-collection.ts';
import { useText } from '../../lib/text.ts';
import { SamiBadge } from '../../ui/badges/sami-mark.tsx';
import { StatusBadge } from '../../ui/badges/status-badge.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { MutedNotice } from './aero/muted-notice.tsx';
import { BoxActions } from './box-actions.tsx';
import classes from './box-header.module.css';
import { HardwareNotice } from './hardware/hardware-notice.tsx';
import type { Refresh } from './use-refresh.ts';

interface Props {
  box: Box;
  refresh: Refresh;
  /** On a phone: actions are below the AEROs. */
  narrow: boolean;
}

/** Name, state and place of the box (shown only here), and its actions. */
export function BoxHeader({ box, refresh, narrow }: Props) {
  const t = useText('box');
  const formats = useFormats();
  const client = useTable('clients')[box.client ?? 0];
  const where = [box.name, placeOf(box, formats), client?.name ?? ''];
  return (
    <>
      <PageHeader
        title={t('title', { name: box.serial_number })}
        compact={narrow}
        description={
          <Group gap="4px 12px">
            <StatusBadge status={box.status} />
            <Text span>
              <RelativeTime time={box.last_send} />
            </Text>
            {narrow ? null : <SamiBadge level={box.sami} />}
            <Text span lineClamp={narrow ? 2 : undefined}>
              {where.filter((part) => part !== '').join(' · ')}
            </Text>
          </Group>
        }
        actions={narrow ? undefined : <BoxActions box={box} refresh={refresh} />}
      />
      <Notices box={box} narrow={narrow} />
    </>
  );
}

function Notices({ box, narrow }: Omit<Props, 'refresh'>) {
  const t = useText('box');
  const formats = useFormats();
  const alone = stoppedAlone(box);
  const measured = lastMeasured(box);
  return (
    <Stack gap="xs" className={classes.notices}>
      <HardwareNotice box={box} />
      {box.last_send === null ? <Alert icon={<IconWifiOff aria-hidden />}>{t('never')}</Alert> : null}
      {box.status === 'silent' && alone.length === 0 && measured !== null ? (
        <Alert color="red" icon={<IconWifiOff aria-hidden />} title={t('silent')}>
          {t('silentText', { when: formats.relative(measured) })}
        </Alert>
      ) : null}
      {box.status === 'late' && alone.length === 0 && measured !== null ? (
        <Alert color="yellow" icon={<IconWifiOff aria-hidden />}>
          {t('late', { when: formats.relative(measured) })}
        </Alert>
      ) : null}
      {alone.map(({ id, position, status, last_send }) => (
        <Alert
          key={id}
          color={status === 'silent' ? 'red' : 'yellow'}
          icon={<IconWifiOff aria-hidden />}
          title={t(status === 'silent' ? 'aeroSilent' : 'aeroLate', { position })}
        >
          {t('aeroSilentText', { when: formats.relative(last_send ?? '') })}
        </Alert>
      ))}
      {box.firmware_fell_back ? (
        <Alert color="orange" icon={<IconArrowBackUp aria-hidden />} title={t('fellBack.title')}>
          {t('fellBack.text', {
            from: box.firmware_fell_back.from,
            to: box.firmware_version ?? '–',
            when: formats.dateTime(box.firmware_fell_back.at),
          })}
        </Alert>
      ) : null}
      {/* On a phone it is shown with its AERO, below the tools for the pole. */}
      {narrow ? null : box.aeros.map((aero) => <MutedNotice key={aero.id} aero={aero} />)}
    </Stack>
  );
}
