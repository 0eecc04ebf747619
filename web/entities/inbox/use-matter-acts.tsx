import { Suspense, useState } from 'react';
import { useNavigate } from 'react-router';
import { lazyPart } from '../../lib/lazy-part.ts';
import { paths } from '../../lib/paths.ts';
import { useMutation } from '../../lib/query/use-mutation.ts';
import { useText } from '../../lib/text.ts';
import { PartBoundary } from '../../ui/states/part-boundary.tsx';
import { toast } from '../../ui/toast.ts';
import type { Acted, MatterActs, Question } from './matter.ts';

const MatterDialog = lazyPart(() => import('./matter-dialog.tsx'));

/** The acts on matters, one or many at once, and the dialogs of those that ask for more. */
export function useMatterActs(onDone: () => void): { acts: MatterActs; dialogs: React.ReactNode } {
  const t = useText('inbox');
  const navigate = useNavigate();
  const [asked, setAsked] = useState<{ question: Question; matters: Acted; onDone: () => void } | null>(null);
  const [acceptAll, accepting] = useMutation('workOrdersAccept', t('failed'));
  const [joinAll, joining] = useMutation('workOrdersJoin', t('failed'));
  const accept = async (matters: Acted, assignee?: number): Promise<void> => {
    const ids = matters.map(({ id }) => id);
    const result = await acceptAll({ body: { ids, ...(assignee === undefined ? {} : { assignee }) } });
    if (!result.ok) return;
    const [only, ...others] = ids;
    toast.success(
      t('accepted', { count: result.data.changed.length }),
      undefined,
      others.length === 0
        ? { label: t('open'), act: () => navigate(paths.workOrder(only!)) }
        : { label: t('open'), act: () => navigate(paths.workOrders({ tab: 'mine' })) },
    );
    onDone();
  };
  const join = async ([into, ...others]: Acted): Promise<void> => {
    const result = await joinAll({ body: { into: into!.id, ids: others.map(({ id }) => id) } });
    if (!result.ok) return;
    toast.success(t('joined', { count: others.length }));
    onDone();
  };
  const acts: MatterActs = {
    busy: accepting || joining,
    accept: (matters, assignee) => void accept(matters, assignee),
    join: (matters) => void join(matters),
    ask: (question, matters, done) =>
      setAsked({
        question,
        matters,
        onDone: () => {
          onDone();
          done?.();
        },
      }),
  };
  const dialogs =
    asked === null ? null : (
      <PartBoundary>
        <Suspense fallback={null}>
          <MatterDialog {...asked} onClose={() => setAsked(null)} />
        </Suspense>
      </PartBoundary>
    );
  return { acts, dialogs };
}
