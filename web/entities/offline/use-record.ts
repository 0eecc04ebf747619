import { useCallback } from 'react';
import type { Draft } from '../../lib/offline/entry.ts';
import { type Outcome, record } from '../../lib/offline/queue.ts';
import { useProfile } from '../../lib/state/session-state.ts';
import { useText } from '../../lib/text.ts';
import { toast } from '../../ui/toast.ts';

/**
 * Records what was written at the pole: sent at once where the server answers, else kept on this device until
 * it does. Returns whether it is safe; otherwise the reason was shown, and what was typed should stay.
 */
export function useRecord(failed: string): (draft: Draft) => Promise<Outcome> {
  const t = useText('offline');
  const profile = useProfile();
  const user = profile?.id ?? 0;
  return useCallback(
    async (draft) => {
      const outcome = await record(user, draft);
      if (outcome.state === 'waiting') toast.info(t('recorded.waiting'), undefined, 'recorded');
      if (outcome.state === 'unkept')
        toast.error(t(outcome.isFull ? 'recorded.full' : 'recorded.unkept'), t('recorded.unkept_title'));
      if (outcome.state === 'refused') toast.failure(outcome.failure, failed);
      return outcome;
    },
    [user, failed, t],
  );
}
/** Whether what was written is stored, here or on the server. */
export const isSafe = ({ state }: Outcome): boolean => state === 'sent' || state === 'waiting';
