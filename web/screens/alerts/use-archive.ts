import type { Alert } from '@aerowatch/contracts/api/alerts';
import { useEffect, useState } from 'react';
import type { Failure } from '../../lib/api/result.ts';
import { fetchOnce } from '../../lib/query/fetch-once.ts';
import { useMutation } from '../../lib/query/use-mutation.ts';
import { useText } from '../../lib/text.ts';
import { toast } from '../../ui/toast.ts';

const PAGE = 500;

/** Archived alerts that match a query, newest first; older ones are loaded on request. */
export function useArchive(query: Record<string, string | undefined>) {
  const t = useText('alerts');
  const common = useText('common');
  const [patchAlert] = useMutation('alertsPatch', common('error.updating'));
  const [rows, setRows] = useState<Alert[]>([]);
  const [total, setTotal] = useState(0);
  const [isLoading, setLoading] = useState(true);
  const [failure, setFailure] = useState<Failure>();

  const load = async (after: readonly Alert[]) => {
    const last = after.at(-1);
    setLoading(true);
    const result = await fetchOnce('alertsArchived', {
      query: { ...query, limit: PAGE, ...(last ? { before: `${last.opened_at},${last.id}` } : {}) },
    });
    setLoading(false);
    if (!result.ok) return setFailure(result);
    setFailure(undefined);
    setRows([...after, ...result.data]);
    if (!last) setTotal(Number(result.headers.get('x-total-count') ?? result.data.length));
  };
  const key = JSON.stringify(query);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` holds the filters; `load` is made anew at each drawing
  useEffect(() => void load([]), [key]);

  const reopen = async (alert: Alert) => {
    const result = await patchAlert({ params: { id: alert.id }, body: { seen: false } });
    if (!result.ok) return;
    setRows((before) => before.filter((row) => row.id !== alert.id));
    setTotal((count) => count - 1);
    toast.success(t('reopen.done'));
  };
  const read = { isLoading, failure, refetch: () => void load([]) };
  return { rows, total, read, reopen, loadOlder: () => void load(rows) };
}
