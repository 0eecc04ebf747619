import type { Box } from '@aerowatch/contracts/api/boxes';
import { Tabs } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useAddress } from '../../lib/hooks/use-address.ts';
import { useText } from '../../lib/text.ts';
import { ErrorLine, LoadingLines } from '../../ui/states/states.tsx';
import { TabList } from '../../ui/tab-list.tsx';
import { AeroTab } from './aero/aero-tab.tsx';
import { AeroTabLabel } from './aero/aero-tab-label.tsx';
import { type AeroStanding, type Diagnoses, useAeroStates } from './aero/use-aero-states.ts';
import { worstAero } from './aero/worst-aero.ts';
import { ConfigurationTab } from './configuration/configuration-tab.tsx';
import { FirmwareTab } from './firmware/firmware-tab.tsx';
import { HistoryTab } from './history/history-tab.tsx';
import { isHistory } from './history/timeline.ts';
import { MeasuresTab } from './measures/measures-tab.tsx';
import type { Refresh } from './use-refresh.ts';

const OTHERS = ['measures', 'history', 'configuration', 'firmware'] as const;
const tabOf = ({ position }: { position: number }) => `aero${position}`;

interface Props {
  box: Box;
  diagnoses: Diagnoses;
  narrow: boolean;
  refresh: Refresh;
  refetch: () => void;
}

/** A tab for each AERO, and further tabs. */
export function BoxTabs({ box, diagnoses, narrow, refresh, refetch }: Props) {
  const t = useText('box');
  const { states, known } = useAeroStates(box, diagnoses);
  const [tab, choose] = useTab(states, known);
  return (
    <Tabs value={tab} onChange={choose} keepMounted={false}>
      <TabList open={tab ?? ''} className="aw-no-print" mb={narrow ? 8 : 'md'}>
        {states.map((state) => (
          <Tabs.Tab key={state.aero.id} value={tabOf(state.aero)}>
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
        <Tabs.Panel key={aero.id} value={tabOf(aero)}>
          <AeroTab
            aero={aero}
            diagnosis={row}
            missing={<Missing diagnoses={diagnoses} />}
            box={box}
            narrow={narrow}
            refresh={refresh}
          />
        </Tabs.Panel>
      ))}
      <Tabs.Panel value="measures">
        <MeasuresTab box={box} />
      </Tabs.Panel>
      <Tabs.Panel value="history">
        <HistoryTab box={box} />
      </Tabs.Panel>
      <Tabs.Panel value="configuration">
        <ConfigurationTab box={box} refetch={refetch} />
      </Tabs.Panel>
      <Tabs.Panel value="firmware">
        <FirmwareTab box={box} />
      </Tabs.Panel>
    </Tabs>
  );
}

/** Shown instead of a diagnosis that is loading, or could not be read. */
function Missing({ diagnoses: { rows, failure, refetch } }: { diagnoses: Diagnoses }) {
  if (rows !== undefined) return null;
  return failure ? <ErrorLine failure={failure} onRetry={refetch} /> : <LoadingLines lines={2} />;
}

/**
 * The tab in the address, by default that of the worst AERO; names from earlier releases open the history.
 */
function useTab(
  states: readonly AeroStanding[],
  known: boolean,
): [tab: string | null, choose: (tab: string | null) => void] {
  const [search, setAddress] = useAddress();
  const first = useFirstTab(states, known);
  const asked = search.get('tab');
  const names = [...states.map(({ aero }) => tabOf(aero)), ...OTHERS];
  const tab = isHistory(asked) ? 'history' : (names.find((name) => name === asked) ?? first);
  return [tab, (next) => setAddress({ tab: next === first ? null : next, kind: null })];
}

/** The tab of the worst AERO, chosen once its state is known: later changes do not switch the tab. */
function useFirstTab(states: readonly AeroStanding[], known: boolean): string | null {
  const [first, setFirst] = useState<string | null>(null);
  const worst = worstAero(states);
  const name = worst ? tabOf(worst.aero) : 'configuration';
  useEffect(() => {
    if (known) setFirst((before) => before ?? name);
  }, [known, name]);
  return first ?? (known ? name : null);
}
