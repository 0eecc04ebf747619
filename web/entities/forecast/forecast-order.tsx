import { Button } from '@mantine/core';
import { IconTool } from '@tabler/icons-react';
import { useState } from 'react';
import { paths } from '../../lib/paths.ts';
import { useTable } from '../../lib/query/use-collection.ts';
import { useGrants } from '../../lib/state/session-state.ts';
import { useText } from '../../lib/text.ts';
import { LinkButton } from '../../ui/links/link-button.tsx';
import { CreateOrderDialog, type OrderTarget } from '../work/create-order-dialog.tsx';
import { type Peak, peakOf } from './peak.ts';
import { useRiskFrom } from './use-chance-look.ts';
import { usePeaks } from './use-forecast.ts';

/** The work order about an AERO's forecast, or the button to create it where a margin is likely to be reached. */
export function ForecastOrder({ peak }: { peak: Peak }) {
  const t = useText('work');
  const edits = useGrants('member');
  const from = useRiskFrom();
  const client = useTable('boxes')[peak.box]?.client;
  const [making, setMaking] = useState<OrderTarget[]>([]);
  const icon = <IconTool size={15} aria-hidden />;
  if (peak.order !== null)
    return (
      <LinkButton to={paths.workOrder(peak.order)} size="compact-sm" variant="default" leftSection={icon}>
        {t('create.show', { id: peak.order })}
      </LinkButton>
    );
  if (!edits || (peak.chance ?? 0) < from(client)) return null;
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        leftSection={icon}
        onClick={() => setMaking([{ box: peak.box, aero: peak.aero, type: 'forecast' }])}
      >
        {t('create.action')}
      </Button>
      <CreateOrderDialog targets={making} onClose={() => setMaking([])} />
    </>
  );
}

/** The same for an AERO of which only the id is known. */
export function OrderOfForecast({ aero }: { aero: number }) {
  const read = usePeaks({ aero: [aero] });
  const peak = peakOf(read.data, aero);
  return peak === undefined ? null : <ForecastOrder key={aero} peak={peak} />;
}
