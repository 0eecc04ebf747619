import type { Box } from '@aerowatch/contracts/api/boxes';
import { SECRET_KEYS } from '@aerowatch/domain/box/box-configuration';
import { useState } from 'react';
import { fetchOnce } from '../../../lib/query/fetch-once.ts';
import { useGrants } from '../../../lib/state/session-state.ts';
import { toast } from '../../../ui/toast.ts';

/** The secrets of a box in clear, for privileged users after a confirmation; hidden again after any edit. */
export function useReveal(box: Box) {
  const privileged = useGrants('privileged');
  const [clear, setClear] = useState<Box | null>(null);
  const shown = clear?.id === box.id && clear.updated_at === box.updated_at ? clear : null;
  const toggle = async (): Promise<void> => {
    if (shown !== null) return setClear(null);
    const result = await fetchOnce('boxesGet', { params: { id: box.id }, query: { secrets: 'clear' } });
    if (result.ok) setClear(result.data);
    else toast.failure(result);
  };
  return { shown, toggle, possible: privileged && holdsSecret(box) };
}
const holdsSecret = ({ desired, reported }: Box) =>
  SECRET_KEYS.some((key) => Boolean(desired[key]) || Boolean(reported?.[key]));
