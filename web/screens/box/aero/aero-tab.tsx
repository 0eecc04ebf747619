import type { Aero } from '@aerowatch/contracts/api/aeros';
import type { Box } from '@aerowatch/contracts/api/boxes';
import { Button, Grid, Group, Paper, Stack } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { FleetRow } from '../../../entities/diagnostics/finding-value.ts';
import { AeroGauge } from '../../../entities/gauge/aero-gauge.tsx';
import { useAeroGauge } from '../../../entities/gauge/use-aero-gauge.ts';
import { ForMembers } from '../../../entities/session/for-members.tsx';
import { useText } from '../../../lib/text.ts';
import { SamiBadge } from '../../../ui/badges/sami-mark.tsx';
import { WhenVisible } from '../../../ui/when-visible.tsx';
import { AeroWeek } from '../forecast/week-table.tsx';
import { Later } from '../later.tsx';
import type { Refresh } from '../use-refresh.ts';
import { AeroCurves, CURVES_HEIGHT } from './aero-curves.tsx';
import { AeroFacts } from './aero-facts.tsx';
import { Diagnosis, DiagnosisActs, WholeDiagnosis } from './diagnosis.tsx';
import { LatestMeasure } from './latest-measure.tsx';
import { MutedNotice } from './muted-notice.tsx';
import { SamiDialog } from './sami-dialog.tsx';

interface Props {
  aero: Aero;
  diagnosis: FleetRow | undefined;
  /** Shown instead of a diagnosis that has not loaded, or could not be read. */
  missing: ReactNode;
  box: Box;
  /** On a phone: what is needed at the pole comes first, the rest below. */
  narrow: boolean;
  refresh: Refresh;
}

/** One AERO: verdict, stroke of its ram, latest measure, live curves, properties. */
export function AeroTab(props: Props) {
  const { aero, diagnosis, box, narrow, refresh } = props;
  const [changing, setChanging] = useState(false);
  const onChange = () => setChanging(true);
  const parts: Parts = {
    verdict: <Verdict {...props} onChange={onChange} />,
    latest: <LatestMeasure aero={aero.id} box={box.id} narrow={narrow} />,
    curves: (
      <AeroCurves key={aero.id} aero={aero} narrow={narrow} refresh={refresh}>
        <MutedNotice aero={aero} />
        {diagnosis ? <DiagnosisActs aero={aero} row={diagnosis} onChange={onChange} /> : null}
      </AeroCurves>
    ),
    week: (
      <WhenVisible>
        <AeroWeek aero={aero} box={box} />
      </WhenVisible>
    ),
    facts: <Properties aero={aero} onChange={onChange} />,
  };
  return (
    <>
      {narrow ? <OnPhone {...parts} diagnosis={diagnosis} /> : <OnDesk {...parts} />}
      <SamiDialog aero={aero} opened={changing} onClose={() => setChanging(false)} />
    </>
  );
}

type Parts = Readonly<Record<'verdict' | 'latest' | 'curves' | 'week' | 'facts', ReactNode>>;

/** One below the other, with the rest of the diagnosis last. */
function OnPhone({
  verdict,
  latest,
  curves,
  week,
  facts,
  diagnosis,
}: Parts & { diagnosis: FleetRow | undefined }) {
  return (
    <Stack gap="xs">
      {verdict}
      {latest}
      {curves}
      <Later>{week}</Later>
      {facts}
      {diagnosis ? <WholeDiagnosis row={diagnosis} /> : null}
    </Stack>
  );
}

function OnDesk({ verdict, latest, curves, week, facts }: Parts) {
  return (
    <Grid gap="md">
      <Grid.Col span={{ base: 12, lg: 8 }}>
        <Stack gap="md">
          {verdict}
          <Later minHeight={CURVES_HEIGHT}>
            {curves}
            {week}
          </Later>
        </Stack>
      </Grid.Col>
      <Grid.Col span={{ base: 12, lg: 4 }}>
        <Later>
          <Stack gap="md">
            {latest}
            {facts}
          </Stack>
        </Later>
      </Grid.Col>
    </Grid>
  );
}

/** The diagnosis with the drawing of the AERO; only the drawing until there is one. */
function Verdict({
  aero,
  diagnosis,
  missing,
  box,
  narrow,
  onChange,
}: Omit<Props, 'refresh'> & { onChange: () => void }) {
  const drawing = <AeroGauge facts={useAeroGauge(aero, box)} />;
  if (diagnosis)
    return <Diagnosis aero={aero} row={diagnosis} compact={narrow} drawing={drawing} onChange={onChange} />;
  return (
    <Paper p={narrow ? 'sm' : 'md'}>
      <Stack gap="sm">
        {missing}
        {drawing}
      </Stack>
    </Paper>
  );
}

/** Its entered data. */
function Properties({ aero, onChange }: { aero: Aero; onChange: () => void }) {
  const t = useText('box');
  return (
    <Paper p="md">
      <Group justify="space-between" mb="xs">
        <SamiBadge level={aero.sami} />
        <ForMembers>
          <Button size="compact-sm" variant="light" onClick={onChange} className="aw-no-print">
            {t('aero.change')}
          </Button>
        </ForMembers>
      </Group>
      <AeroFacts aero={aero} />
    </Paper>
  );
}
