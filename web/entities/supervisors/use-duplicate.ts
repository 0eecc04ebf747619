import type { Supervisor } from '@aerowatch/contracts/api/supervisors';
import { useNavigate } from 'react-router';
import { call } from '../../lib/api/client.ts';
import { useBusy } from '../../lib/hooks/use-busy.ts';
import { paths } from '../../lib/paths.ts';
import { useText } from '../../lib/text.ts';
import { toast } from '../../ui/toast.ts';
import { upserted } from '../entities-slice.ts';
import { useAppDispatch } from '../store.ts';

/** Copies a supervisor and opens the copy, which is disabled until somebody enables it. */
export function useDuplicate(): { busy: boolean; duplicate: (supervisor: Supervisor) => Promise<void> } {
  const t = useText('supervisors');
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const [busy, during] = useBusy();
  const duplicate = async ({ id }: Supervisor) => {
    const result = await during(call('supervisorsDuplicate', { params: { id }, body: {} }));
    if (!result.ok) return toast.failure(result, t('duplicate.failed'));
    dispatch(upserted({ collection: 'supervisors', items: [result.data] }));
    toast.success(t('duplicate.done', { name: result.data.name }));
    navigate(paths.supervisorEdit(result.data.id));
  };
  return { busy, duplicate };
}
