import type { Aero } from '@aerowatch/contracts/api/aeros';
import { Alert } from '@mantine/core';
import { IconBellOff } from '@tabler/icons-react';
import { useFormats } from '../../../lib/format.ts';
import { useText } from '../../../lib/text.ts';

/** States that an unsatisfactory AERO opens no alerts, and since when. */
export function MutedNotice({ aero }: { aero: Aero }) {
  const t = useText('box');
  const formats = useFormats();
  if (aero.sami !== 'unsatisfactory') return null;
  return (
    <Alert
      color="orange"
      icon={<IconBellOff aria-hidden />}
      title={t('muted.title', { position: aero.position })}
    >
      {aero.sami_since ? `${t('muted.since', { when: formats.dateTime(aero.sami_since) })} ` : ''}
      {t('muted.text')}
    </Alert>
  );
}
