import type { Box } from '@aerowatch/contracts/api/boxes';
import { Alert, Group, Stack, Text } from '@mantine/core';
import { IconWifiOff } from '@tabler/icons-react';
import { placeOf } from '../../entities/alerts/use-place.ts';
import { useTable } from '../../entities/use-collection.ts';
import { useFormats } from '../../lib/format.ts';
import { useText } from '../../lib/text.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { BoxActions } from './box-actions.tsx';
import { BoxFacts } from './box-facts.tsx';
import classes from './box-header.module.css';
import { MutedNotice } from './muted-notice.tsx';
import type { Refresh } from './use-refresh.ts';

interface Props {
  box: Box;
  refresh: Refresh;
  /** A phone: properties and rarer actions stand below the AEROs. */
  narrow: boolean;
}

/** Name and place of the box, and its actions. */
export function BoxHeader({ box, refresh, narrow }: Props) {
  const t = useText('box');
  const formats = useFormats();
  const client = useTable('clients')[box.client ?? 0];
  const where = [box.name, narrow ? '' : (client?.name ?? ''), placeOf(box, formats)];
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
            <Text span lineClamp={narrow ? 1 : undefined}>
              {where.filter((part) => part !== '').join(' · ')}
            </Text>
          </Group>
        }
        actions={narrow ? undefined : <BoxActions box={box} refresh={refresh} />}
      />
      <Notices box={box} narrow={narrow} />
      {narrow ? null : <BoxFacts box={box} />}
    </>
  );
}

function Notices({ box, narrow }: Omit<Props, 'refresh'>) {
  const t = useText('box');
  const formats = useFormats();
  return (
    <Stack gap="xs" className={classes.notices}>
      {box.last_send === null ? <Alert icon={<IconWifiOff aria-hidden />}>{t('never')}</Alert> : null}
      {box.status === 'silent' && box.last_send !== null ? (
        <Alert color="red" icon={<IconWifiOff aria-hidden />} title={t('silent')}>
          {t('silentText', { when: formats.relative(box.last_send) })}
        </Alert>
      ) : null}
      {box.status === 'late' && box.last_send !== null ? (
        <Alert color="yellow" icon={<IconWifiOff aria-hidden />}>
          {t('late', { when: formats.relative(box.last_send) })}
        </Alert>
      ) : null}
      {/* On a phone it stands with its AERO, below the tools for the pole. */}
      {narrow ? null : box.aeros.map((aero) => <MutedNotice key={aero.id} aero={aero} />)}
    </Stack>
  );
}
