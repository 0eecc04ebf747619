import type { Aero } from '@aerowatch/contracts/api/aeros';
import { Alert, Button, Group, Paper, Text } from '@mantine/core';
import { IconArrowsDiff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useSamiChanges } from '../../../entities/curves/sami-changes.ts';
import { type FleetRow, standing, useFindings } from '../../../entities/diagnostics/finding-value.ts';
import { FindingsBelow, FindingsFirst, FindingsList } from '../../../entities/diagnostics/findings-list.tsx';
import { ForMembers } from '../../../entities/session/for-members.tsx';
import { useFormats } from '../../../lib/format.ts';
import { useText } from '../../../lib/text.ts';
import { Panel } from '../../../ui/panel.tsx';
import { FindingOrders } from './finding-orders.tsx';

interface Props {
  aero: Aero;
  row: FleetRow;
  /** On a phone: the evidence is shown further down. */
  compact: boolean;
  /** The drawing of the AERO, shown below the faults. */
  drawing: ReactNode;
  /** Opens the dialog that sets the SAMI. */
  onChange: () => void;
}

/** The verdict on an AERO, above everything else about it. */
export function Diagnosis({ aero, row, compact, drawing, onChange }: Props) {
  const t = useText('diagnostics');
  if (compact)
    return (
      <Paper p="sm" component="section" aria-label={t('verdictLabel')}>
        <FindingsFirst row={row} between={drawing} />
      </Paper>
    );
  return (
    <Panel title={t('verdictLabel')} region gap="sm">
      <Disagreement aero={aero} row={row} onChange={onChange} />
      <FindingsList row={row} between={drawing} />
      <FindingOrders row={row} />
    </Panel>
  );
}

/** On a phone, below the tools for the pole: follow-up work, and any disagreement of SAMI and verdict. */
export function DiagnosisActs({ aero, row, onChange }: Pick<Props, 'aero' | 'row' | 'onChange'>) {
  return (
    <>
      <FindingOrders row={row} />
      <Disagreement aero={aero} row={row} onChange={onChange} />
    </>
  );
}

/** On a phone, below the curves: the whole diagnosis. */
export function WholeDiagnosis({ row }: { row: FleetRow }) {
  const t = useText('diagnostics');
  return (
    <Panel title={t('everything')} p="sm" region gap="sm">
      <FindingsBelow row={row} />
    </Panel>
  );
}

const ONE = 1;

/** SAMI is fine but the measures disagree: shows both, and a button to correct the SAMI. */
function Disagreement({ aero, row, onChange }: Pick<Props, 'aero' | 'row' | 'onChange'>) {
  const t = useText('diagnostics');
  const words = useText('domain');
  const say = useFindings();
  const formats = useFormats();
  const disagree = row.verdict === 'bad' && aero.sami === 'satisfactory';
  const changes = useSamiChanges([aero.id], !disagree);
  const [last] = (changes ?? []).toSorted((a, b) => b.at.localeCompare(a.at)).slice(0, ONE);
  const who = last?.user_name ?? last?.supervisor_name ?? null;
  const level = words(`sami.${aero.sami}`);
  const [first] = standing(row);
  if (!disagree) return null;
  return (
    <Alert color="amber" mb="md" icon={<IconArrowsDiff size={18} aria-hidden />}>
      <Text>
        {last && who
          ? t('sami.setBy', { level, who, date: formats.date(last.at) })
          : t(changes === undefined ? 'sami.stands' : 'sami.never', { level })}{' '}
        {t('sami.diagnosed', { fault: first ? say.name(first) : '' })}
      </Text>
      <ForMembers>
        <Group mt="xs" className="aw-no-print">
          <Button size="compact-sm" onClick={onChange}>
            {t('sami.change')}
          </Button>
        </Group>
      </ForMembers>
    </Alert>
  );
}
