import { Suspense, useState } from 'react';
import { useNavigate } from 'react-router';
import { lazyPart } from '../../lib/lazy-part.ts';
import { paths } from '../../lib/paths.ts';
import { useMutation } from '../../lib/query/use-mutation.ts';
import { useProfile } from '../../lib/state/session-state.ts';
import { useText } from '../../lib/text.ts';
import { PartBoundary } from '../../ui/states/part-boundary.tsx';
import { toast } from '../../ui/toast.ts';
import type { Acted, MatterActs, Question } from './matter.ts';

const MatterDialog = lazyPart(() => import('./matter-dialog.tsx'));

/** The acts on matters, one or many at once, and the dialogs of those that need further data. */
export function useMatterActs(onDone: () => void): { acts: MatterActs; dialogs: React.ReactNode } {
  const t = useText('inbox');
  const navigate = useNavigate();
  const [asked, setAsked] = useState<{ question: Question; matters: Acted; onDone: () => void } | null>(null);
  const [acceptAll, accepting] = useMutation('workOrdersAccept', t('failed'));
  const [joinAll, joining] = useMutation('workOrdersJoin', t('failed'));
  const [assignAll, assigning] = useMutation('workOrdersAssign', t('failed'));
  const me = useProfile()?.id;
  /** The user's new matters can be opened: the one, or all of them. */
  const done = (text: string, [only, ...others]: readonly number[]): void => {
    const to = others.length === 0 ? paths.workOrder(only!) : paths.workOrders({ tab: 'mine' });
    toast.success(text, undefined, { label: t('open'), act: () => navigate(to) });
    onDone();
  };
  const accept = async (matters: Acted): Promise<void> => {
    const ids = matters.map(({ id }) => id);
    const result = await acceptAll({ body: { ids } });
    if (result.ok) done(t('accepted', { count: result.data.changed.length }), ids);
  };
  const takeOver = async (matters: Acted): Promise<void> => {
    if (me === undefined) return;
    const ids = matters.map(({ id }) => id);
    const result = await assignAll({ body: { ids, assignee: me } });
    if (result.ok) done(t('taken_over', { count: ids.length }), ids);
  };
  const join = async ([into, ...others]: Acted): Promise<void> => {
    const result = await joinAll({ body: { into: into!.id, ids: others.map(({ id }) => id) } });
    if (!result.ok) return;
    toast.success(t('joined', { count: others.length }));
    onDone();
  };
  const acts: MatterActs = {
    busy: accepting || joining || assigning,
    accept: (matters) => void accept(matters),
    takeOver: (matters) => void takeOver(matters),
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
