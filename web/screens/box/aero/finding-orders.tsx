import { Button, Group } from '@mantine/core';
import { IconTool } from '@tabler/icons-react';
import { useState } from 'react';
import { type FleetRow, standing } from '../../../entities/diagnostics/finding-value.ts';
import { MatterLine } from '../../../entities/inbox/matter-line.tsx';
import { CreateOrderDialog, type OrderTarget } from '../../../entities/work/create-order-dialog.tsx';
import { useKindName } from '../../../entities/work/work-words.ts';
import { useGrants } from '../../../lib/state/session-state.ts';
import { useText } from '../../../lib/text.ts';

/** The matters of the faults of an AERO, and the button to create an order where there is none. */
export function FindingOrders({ row }: { row: FleetRow }) {
  const t = useText('work');
  const kindName = useKindName();
  const edits = useGrants('member');
  const [making, setMaking] = useState<OrderTarget[]>([]);
  const findings = standing(row).flatMap(({ fault, matter }) => (fault === null ? [] : [{ fault, matter }]));
  const matters = [
    ...new Map(findings.flatMap(({ matter }) => (matter ? [[matter.id, matter]] : []))).values(),
  ];
  // Two findings may belong to one fault, a leak and its rate for example: one order covers both.
  const faults = [...new Set(findings.map(({ fault }) => fault))];
  const missing = faults
    .filter((fault) => !findings.some((one) => one.fault === fault && one.matter !== null))
    .slice(0, 3);
  if (matters.length === 0 && (missing.length === 0 || !edits)) return null;
  const icon = <IconTool size={15} aria-hidden />;
  return (
    <Group gap="md" mt="md" className="aw-no-print">
      {matters.map((matter) => (
        <MatterLine key={matter.id} matter={matter} />
      ))}
      {edits
        ? missing.map((fault) => (
            <Button
              key={fault}
              size="xs"
              variant="default"
              leftSection={icon}
              onClick={() => setMaking([{ box: row.box, aero: row.aero, type: 'finding', kind: fault }])}
            >
              {t('create.for', { kind: kindName(fault) })}
            </Button>
          ))
        : null}
      <CreateOrderDialog targets={making} onClose={() => setMaking([])} />
    </Group>
  );
}
