import type { Box } from '@aerowatch/contracts/api/boxes';
import { DAY } from '@aerowatch/domain/durations';
import { Alert, Button, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconReplace } from '@tabler/icons-react';
import { useFormats } from '../../../lib/format.ts';
import { useMutation } from '../../../lib/query/use-mutation.ts';
import { useQuery } from '../../../lib/query/use-query.ts';
import { useGrants } from '../../../lib/state/session-state.ts';
import { useText } from '../../../lib/text.ts';
import { toast } from '../../../ui/toast.ts';

/** For those who may replace hardware: a day to undo it, and former hardware that still connects. */
export function HardwareNotice({ box }: { box: Box }) {
  const privileged = useGrants('privileged');
  const skip = !privileged || !box.hardware_replaced;
  const read = useQuery('boxesHardware', { params: { id: box.id } }, { live: ['boxes'], skip });
  if (skip || read.data === undefined) return null;
  const { hardware, undo_until } = read.data;
  const last = hardware.at(-2);
  return (
    <>
      {undo_until === null || last === undefined ? null : (
        <Undo box={box} before={last.serial_number} at={last.until ?? undo_until} until={undo_until} />
      )}
      {hardware
        .filter(
          ({ serial_number, refused_at }) => serial_number !== box.serial_number && isRecent(refused_at),
        )
        .map((one) => (
          <StillConnects
            key={one.until}
            serial={one.serial_number}
            count={one.refused_connections}
            at={one.refused_at}
          />
        ))}
    </>
  );
}

/** Within a week: what was fetched since is not mentioned for ever. */
const isRecent = (refused: string | null) => refused !== null && Date.now() - Date.parse(refused) < 7 * DAY;

function Undo({ box, before, at, until }: { box: Box; before: string; at: string; until: string }) {
  const t = useText('box');
  const formats = useFormats();
  const [undo, busy] = useMutation('boxesReplaceUndo', t('hardware.undo_failed'));
  const act = async (): Promise<void> => {
    if ((await undo({ params: { id: box.id } })).ok) toast.success(t('hardware.undone', { serial: before }));
  };
  return (
    <Alert icon={<IconReplace aria-hidden />} title={t('hardware.replaced', { when: formats.dateTime(at) })}>
      <Stack gap="xs" align="flex-start">
        <Text size="sm">
          {t('hardware.undo_until', { before, after: box.serial_number, when: formats.dateTime(until) })}
        </Text>
        <Button size="xs" variant="default" loading={busy} onClick={() => void act()}>
          {t('hardware.undo')}
        </Button>
      </Stack>
    </Alert>
  );
}

function StillConnects({ serial, count, at }: { serial: string; count: number; at: string | null }) {
  const t = useText('box');
  const formats = useFormats();
  return (
    <Alert
      color="red"
      icon={<IconAlertTriangle aria-hidden />}
      title={t('hardware.connects', { serial })}
      className="aw-no-print"
    >
      {t('hardware.connects_text', { count, when: at === null ? '–' : formats.dateTime(at) })}
    </Alert>
  );
}
