import type { MatterLink } from '@aerowatch/contracts/api/matter-link';
import { Group } from '@mantine/core';
import { paths } from '../../lib/paths.ts';
import { useText } from '../../lib/text.ts';
import { TextLink } from '../../ui/links/text-link.tsx';
import { SmallText } from '../../ui/small-text.ts';

interface Props {
  matter: MatterLink | null;
  /** Where there is room for who is in charge. */
  owner?: boolean;
}
/** How far the matter of a row is, which leads to it; its name and who is in charge under the pointer. */
export function MatterStage({ matter, owner = false }: Props) {
  const t = useText('inbox');
  const work = useText('work');
  const common = useText('common');
  if (matter === null) return null;
  const { id, name, stage, assignee_name } = matter;
  const about = `${name} · ${assignee_name ?? t('nobody')}`;
  return (
    <Group gap={6} wrap="nowrap">
      <TextLink
        to={paths.workOrder(id)}
        title={about}
        aria-label={common('labelled', { label: work(`stage.${stage}`), value: about })}
      >
        {work(`stage.${stage}`)}
      </TextLink>
      {assignee_name === null || !owner ? null : (
        <SmallText maw={90} truncate title={assignee_name} data-truncate>
          {assignee_name}
        </SmallText>
      )}
    </Group>
  );
}
