import type { Box } from '@aerowatch/contracts/api/boxes';
import { useMediaQuery } from '@mantine/hooks';
import { Suspense, useEffect } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { useBox } from '../../entities/boxes/use-box.ts';
import { lazyPart } from '../../lib/lazy-part.ts';
import { boxOpened } from '../../lib/state/box-slice.ts';
import { useAppDispatch } from '../../lib/state/store.ts';
import { useText } from '../../lib/text.ts';
import { NotFound } from '../../ui/states/not-found.tsx';
import { EmptyState, ErrorState, LoadingScreen } from '../../ui/states/states.tsx';
import { type Diagnoses, useDiagnoses } from './aero/use-aero-states.ts';
import { BoxFooter } from './box-footer.tsx';
import { BoxHeader } from './box-header.tsx';
import { BoxTabs } from './box-tabs.tsx';
import { useRefresh } from './use-refresh.ts';

const BoxPaper = lazyPart(() => import('./paper/box-paper.tsx'));

/** One box: identity, place, state, configuration. */
export default function BoxScreen() {
  const id = Number(useParams().id);
  return Number.isInteger(id) ? <BoxOfId key={id} id={id} /> : <NotFound />;
}

function BoxOfId({ id }: { id: number }) {
  const dispatch = useAppDispatch();
  const [search] = useSearchParams();
  const onPaper = search.get('view') === 'paper';
  // Live events update the collection at once; the single route adds fields that only it has.
  const { read, box } = useBox(id);
  // Loaded at the same time as the box, because the verdict is what people look for.
  const diagnoses = useDiagnoses(id, onPaper);
  useEffect(() => {
    if (read.data) dispatch(boxOpened(read.data));
  }, [read.data, dispatch]);
  // Offline, the last known state is shown.
  if (read.failure && (read.failure.status !== 0 || !box))
    return <ErrorState order={1} failure={read.failure} onRetry={read.refetch} />;
  if (!box) return <LoadingScreen />;
  if (onPaper)
    return (
      <Suspense fallback={<LoadingScreen />}>
        <BoxPaper box={box} />
      </Suspense>
    );
  return <BoxPage box={box} diagnoses={diagnoses} refetch={read.refetch} />;
}

/** A printed sheet is as narrow, but shows all that a wide screen shows. */
const PHONE = 'screen and (max-width: 48em)';

interface PageProps {
  box: Box;
  diagnoses: Diagnoses;
  refetch: () => void;
}

/** Results of the measures come first; entered data is below. */
function BoxPage({ box, diagnoses, refetch }: PageProps) {
  const t = useText('box');
  const narrow = useMediaQuery(PHONE, undefined, { getInitialValueInEffect: false }) ?? false;
  const refresh = useRefresh(box, refetch);
  return (
    <>
      <BoxHeader box={box} refresh={refresh} narrow={narrow} />
      {box.aeros.length === 0 ? <EmptyState title={t('noAero')} text={t('noAeroText')} /> : null}
      <BoxTabs box={box} diagnoses={diagnoses} narrow={narrow} refresh={refresh} refetch={refetch} />
      <BoxFooter box={box} refresh={refresh} narrow={narrow} />
    </>
  );
}
