import type { Box } from '@aerowatch/contracts/api/boxes';
import { Stack, Tabs } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { Suspense, useEffect, useState } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { lazyPart } from '../../lib/lazy-part.ts';
import { useItem } from '../../lib/query/use-collection.ts';
import { useQuery } from '../../lib/query/use-query.ts';
import { boxOpened } from '../../lib/state/box-slice.ts';
import { useAppDispatch } from '../../lib/state/store.ts';
import { useText } from '../../lib/text.ts';
import { NotFound } from '../../ui/states/not-found.tsx';
import { EmptyState, ErrorLine, ErrorState, LoadingLines, LoadingScreen } from '../../ui/states/states.tsx';
import { TabList } from '../../ui/tab-list.tsx';
import { AeroTab } from './aero/aero-tab.tsx';
import { AeroTabLabel } from './aero/aero-tab-label.tsx';
import { SamiTab } from './aero/sami-tab.tsx';
import { type AeroStanding, type Diagnoses, useAeroStates, useDiagnoses } from './aero/use-aero-states.ts';
import { worstAero } from './aero/worst-aero.ts';
import { AlertsTab } from './alerts-tab.tsx';
import { BoxActions } from './box-actions.tsx';
import { BoxFacts } from './box-facts.tsx';
import { BoxHeader } from './box-header.tsx';
import { ConfigurationTab } from './configuration/configuration-tab.tsx';
import { FirmwareTab } from './firmware-tab.tsx';
import { LogTab } from './log-tab.tsx';
import { MeasuresTab } from './measures-tab.tsx';
import { type Refresh, useRefresh } from './use-refresh.ts';

const BoxPaper = lazyPart(() => import('./paper/box-paper.tsx'));

/** The newer of the box's own read and the collection's copy. */
function newestOf(read: Box | undefined, known: Box | undefined): Box | undefined {
  if (read === undefined || known === undefined) return read ?? known;
  const edited = known.updated_at > read.updated_at;
  if (!edited && (known.last_send ?? '') <= (read.last_send ?? '')) return read;
  return { ...known, desired: edited ? known.desired : read.desired };
}

/** One box: identity, place, state, configuration. */
export default function BoxScreen() {
  const id = Number(useParams().id);
  return Number.isInteger(id) ? <BoxOfId key={id} id={id} /> : <NotFound />;
}

function BoxOfId({ id }: { id: number }) {
  const dispatch = useAppDispatch();
  const [search] = useSearchParams();
  const onPaper = search.get('view') === 'paper';
  const read = useQuery(
    'boxesGet',
    { params: { id }, query: { secrets: 'masked' } },
    { live: ['boxes', 'aeros', 'tags'] },
  );
  // Read with the box, not after it: the verdict is what people come for.
  const diagnoses = useDiagnoses(id, onPaper);
  // Live events patch the collection at once; the single route adds what only it shows.
  const known = useItem('boxes', id);
  const box = newestOf(read.data, known);
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

const OTHERS = ['measures', 'alerts', 'configuration', 'firmware', 'log', 'sami'] as const;
/** A sheet is as narrow, and shows all that a wide screen shows. */
const PHONE = 'screen and (max-width: 48em)';

/** The tab of the worst AERO, chosen once its state is known: later changes do not switch the tab. */
function useFirstTab(states: readonly AeroStanding[], known: boolean): string | null {
  const [first, setFirst] = useState<string | null>(null);
  const worst = worstAero(states);
  const name = worst ? `aero${worst.aero.position}` : 'configuration';
  useEffect(() => {
    if (known) setFirst((before) => before ?? name);
  }, [known, name]);
  return first ?? (known ? name : null);
}

interface PageProps {
  box: Box;
  diagnoses: Diagnoses;
  refetch: () => void;
}

function BoxPage({ box, diagnoses, refetch }: PageProps) {
  const t = useText('box');
  const [search, setSearch] = useSearchParams();
  const narrow = useMediaQuery(PHONE, undefined, { getInitialValueInEffect: false }) ?? false;
  const refresh = useRefresh(box, refetch);
  const { states, known } = useAeroStates(box, diagnoses);
  const { rows, failure } = diagnoses;
  const awaited = failure ? (
    <ErrorLine failure={failure} onRetry={diagnoses.refetch} />
  ) : (
    <LoadingLines lines={2} />
  );
  const missing = rows === undefined ? awaited : null;
  const first = useFirstTab(states, known);
  const names = [...box.aeros.map(({ position }) => `aero${position}`), ...OTHERS];
  const tab = names.find((name) => name === search.get('tab')) ?? first;
  const choose = (next: string | null) =>
    setSearch(
      (before) => {
        if (next && next !== first) before.set('tab', next);
        else before.delete('tab');
        return before;
      },
      { replace: true },
    );
  return (
    <>
      <BoxHeader box={box} refresh={refresh} narrow={narrow} />
      {box.aeros.length === 0 ? <EmptyState title={t('noAero')} text={t('noAeroText')} /> : null}
      <Tabs value={tab} onChange={choose} keepMounted={false}>
        <TabList open={tab ?? ''} className="aw-no-print" mb={narrow ? 8 : 'md'}>
          {states.map((state) => (
            <Tabs.Tab key={state.aero.id} value={`aero${state.aero.position}`}>
              <AeroTabLabel state={state} />
            </Tabs.Tab>
          ))}
          {OTHERS.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {t(`tab.${name}`)}
            </Tabs.Tab>
          ))}
        </TabList>
        {tab === null ? <LoadingLines lines={6} /> : null}
        {states.map(({ aero, row }) => (
          <Tabs.Panel key={aero.id} value={`aero${aero.position}`}>
            <AeroTab
              aero={aero}
              diagnosis={row}
              missing={missing}
              box={box}
              narrow={narrow}
              refresh={refresh}
            />
          </Tabs.Panel>
        ))}
        <Tabs.Panel value="measures">
          <MeasuresTab box={box} />
        </Tabs.Panel>
        <Tabs.Panel value="alerts">
          <AlertsTab box={box} />
        </Tabs.Panel>
        <Tabs.Panel value="configuration">
          <ConfigurationTab box={box} refetch={refetch} />
        </Tabs.Panel>
        <Tabs.Panel value="firmware">
          <FirmwareTab box={box} />
        </Tabs.Panel>
        <Tabs.Panel value="log">
          <LogTab box={box} />
        </Tabs.Panel>
        <Tabs.Panel value="sami">
          <SamiTab box={box} />
        </Tabs.Panel>
      </Tabs>
      {narrow ? <Below box={box} refresh={refresh} /> : null}
    </>
  );
}

/** What a phone shows below the AEROs. */
function Below({ box, refresh }: { box: Box; refresh: Refresh }) {
  const t = useText('box');
  return (
    <Stack mt="md" gap="md" component="section" aria-label={t('facts')}>
      <BoxFacts box={box} />
      <div className="aw-no-print">
        <BoxActions box={box} refresh={box.aeros.length === 0 ? refresh : undefined} />
      </div>
    </Stack>
  );
}
