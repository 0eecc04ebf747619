import { Button, Group } from '@mantine/core';
import { IconTool } from '@tabler/icons-react';
import { useState } from 'react';
import { type FleetRow, standing } from '../../../entities/diagnostics/finding-value.ts';
import { CreateOrderDialog, type OrderTarget } from '../../../entities/work/create-order-dialog.tsx';
import { useKindName } from '../../../entities/work/work-words.ts';
import { paths } from '../../../lib/paths.ts';
import { useGrants } from '../../../lib/state/session-state.ts';
import { useText } from '../../../lib/text.ts';
import { LinkButton } from '../../../ui/links/link-button.tsx';

/** The orders about the faults of an AERO, and the button to create those that are missing. */
export function FindingOrders({ row }: { row: FleetRow }) {
  const t = useText('work');
  const kindName = useKindName();
  const edits = useGrants('member');
  const [making, setMaking] = useState<OrderTarget[]>([]);
  const findings = standing(row).flatMap(({ fault, work_order }) =>
    fault === null ? [] : [{ fault, order: work_order }],
  );
  const orders = [...new Set(findings.flatMap(({ order }) => order ?? []))];
  // Two findings may belong to one fault, a leak and its rate for example: one order covers both.
  const faults = [...new Set(findings.map(({ fault }) => fault))];
  const missing = faults
    .filter((fault) => !findings.some((one) => one.fault === fault && one.order !== null))
    .slice(0, 3);
  if (orders.length === 0 && (missing.length === 0 || !edits)) return null;
  const icon = <IconTool size={15} aria-hidden />;
  return (
    <Group gap="xs" mt="md" className="aw-no-print">
      {orders.map((id) => (
        <LinkButton key={id} to={paths.workOrder(id)} size="xs" variant="default" leftSection={icon}>
          {t('create.show', { id })}
        </LinkButton>
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
