import type { MatterLink } from '@aerowatch/contracts/api/matter-link';
import { Group } from '@mantine/core';
import { paths } from '../../lib/paths.ts';
import { useText } from '../../lib/text.ts';
import { TextLink } from '../../ui/links/text-link.tsx';
import { SmallText } from '../../ui/small-text.ts';
import { OrderStage } from '../work/order-badges.tsx';

/** The matter of an alert or a finding: its name, stage and assignee. */
export function MatterLine({ matter: { id, name, stage, assignee_name } }: { matter: MatterLink }) {
  const t = useText('inbox');
  const ended = stage === 'dismissed' || stage === 'cancelled';
  return (
    <Group gap="xs" style={{ minWidth: 0 }}>
      <OrderStage stage={stage} />
      <TextLink to={paths.workOrder(id)} fw={600}>
        {name}
      </TextLink>
      {ended && assignee_name === null ? null : <SmallText>{assignee_name ?? t('nobody')}</SmallText>}
    </Group>
  );
}
