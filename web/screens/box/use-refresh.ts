import type { Box } from '@aerowatch/contracts/api/boxes';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useFormats } from '../../lib/format.ts';
import { useMutation } from '../../lib/query/use-mutation.ts';
import { useText } from '../../lib/text.ts';
import { toast } from '../../ui/toast.ts';

type State = NonNullable<Box['refresh']>['state'] | undefined;
export interface Refresh {
  ask: () => void;
  busy: boolean;
  waiting: boolean;
}

/** Asks the box to report, and shows the result when it arrives. */
export function useRefresh(box: Box, refetch: () => void): Refresh {
  const t = useText('box');
  const formats = useFormats();
  const [refreshBox, busy] = useMutation('boxesRefresh', t('refresh.error'));
  const state = box.refresh?.state;
  const before = useRef(state);
  // Once, when the state changes.
  const showOutcome = useEffectEvent((state: State): void => {
    const was = before.current;
    before.current = state;
    const waited = was === 'asked' || was === 'waiting';
    if (waited && state === 'done') toast.success(t('refresh.done'), box.serial_number);
    if (waited && state === 'failed')
      toast.error(t('refresh.failed', { detail: box.refresh?.detail ?? '' }), box.serial_number);
  });
  useEffect(() => showOutcome(state), [state]);
  const ask = async () => {
    const result = await refreshBox({ params: { id: box.id } });
    if (!result.ok) return;
    toast.info(
      result.data.expected_at
        ? t('refresh.asked', { when: formats.dateTime(result.data.expected_at) })
        : t('refresh.askedUnknown'),
      box.serial_number,
    );
    before.current = 'asked';
    refetch();
  };
  return { ask: () => void ask(), busy, waiting: state === 'asked' || state === 'waiting' };
}
