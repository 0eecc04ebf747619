import type { ListedSupervisor } from '@aerowatch/contracts/api/supervisors';
import { useNavigate } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { useMutation } from '../../lib/query/use-mutation.ts';
import { useText } from '../../lib/text.ts';
import { toast } from '../../ui/toast.ts';

/** Copies a supervisor and opens the copy, which is disabled until somebody enables it. */
export function useDuplicate(): {
  busy: boolean;
  duplicate: (supervisor: ListedSupervisor) => Promise<void>;
} {
  const t = useText('supervisors');
  const navigate = useNavigate();
  const [duplicateSupervisor, busy] = useMutation('supervisorsDuplicate', t('duplicate.failed'));
  const duplicate = async ({ id }: ListedSupervisor) => {
    const result = await duplicateSupervisor({ params: { id }, body: {} });
    if (!result.ok) return;
    toast.success(t('duplicate.done', { name: result.data.name }));
    navigate(paths.supervisorEdit(result.data.id));
  };
  return { busy, duplicate };
}
