import type { Supervisor } from '@aerowatch/contracts/api/supervisors';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { call } from '../../lib/api/client.ts';
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
  const [busy, setBusy] = useState(false);
  const duplicate = async ({ id }: Supervisor) => {
    setBusy(true);
    const result = await call('supervisorsDuplicate', { params: { id }, body: {} });
    setBusy(false);
    if (!result.ok) return toast.failure(result, t('duplicate.failed'));
    dispatch(upserted({ collection: 'supervisors', items: [result.data] }));
    toast.success(t('duplicate.done', { name: result.data.name }));
    navigate(paths.supervisorEdit(result.data.id));
  };
  return { busy, duplicate };
}
