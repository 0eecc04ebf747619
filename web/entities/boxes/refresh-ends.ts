import type { Box } from '@aerowatch/contracts/api/boxes';
import { useRef } from 'react';
import { inParts } from '../../lib/query/in-parts.ts';
import { useLiveChange } from '../../lib/query/live-events.ts';
import { write } from '../../lib/query/write.ts';
import { useText } from '../../lib/text.ts';
import { toast } from '../../ui/toast.ts';

/** Refreshes that end within this time (ms) are reported together; above this number in one toast. */
const GATHER = 1200;
const NAMED = 3;

/** Boxes that this browser asked to report and that have not answered yet; kept across screens. */
const pending = new Set<number>();

interface End {
  name: string;
  ok: boolean;
  detail: string;
}

/** Asks boxes to report, and shows a toast for each result while a screen that uses this is open. */
export function useRefresh(): (boxes: readonly number[]) => Promise<boolean> {
  const t = useText('boxes');
  const common = useText('common');
  const ends = useRef<End[]>([]);
  const tell = (): void => {
    const all = ends.current;
    ends.current = [];
    sayEnds(all, true, toast.success);
    sayEnds(all, false, toast.error);
  };
  const sayEnds = (all: readonly End[], ok: boolean, say: (text: string) => void): void => {
    const group = all.filter((end) => end.ok === ok);
    if (group.length > NAMED)
      say(t(ok ? 'refresh.done_many' : 'refresh.failed_many', { count: group.length }));
    else
      for (const { name, detail } of group)
        say(t(ok ? 'refresh.done' : 'refresh.failed', { name, detail }).trim());
  };
  useLiveChange('boxes', ({ id, data }) => {
    const box = data as Box | null;
    const state = box?.refresh?.state;
    if (box === null || !pending.has(id) || (state !== 'done' && state !== 'failed')) return;
    pending.delete(id);
    if (ends.current.length === 0) setTimeout(tell, GATHER);
    ends.current.push({ name: box.serial_number, ok: state === 'done', detail: box.refresh?.detail ?? '' });
  });
  return async (boxes) => {
    // Before the call, because a connected box answers at once.
    for (const id of boxes) pending.add(id);
    const result = await inParts(boxes, (part) => write('boxesBulkRefresh', { body: { boxes: part } }));
    if (result.ok) {
      const asked = result.data.reduce((sum, one) => sum + one.asked, 0);
      toast.info(t('refresh.asked', { count: asked }));
    } else {
      for (const id of boxes) pending.delete(id);
      toast.failure(result, common('error.refreshing'));
    }
    return result.ok;
  };
}
