import type { MatterLink } from '@aerowatch/contracts/api/matter-link';
import { Group } from '@mantine/core';
import { paths } from '../../lib/paths.ts';
import { useText } from '../../lib/text.ts';
import { TextLink } from '../../ui/links/text-link.tsx';
import { SmallText } from '../../ui/small-text.ts';

/** How far the matter of a row is, which leads to it, and who is in charge; its name under the pointer. */
export function MatterStage({ matter }: { matter: MatterLink | null }) {
  const t = useText('inbox');
  const work = useText('work');
  if (matter === null) return null;
  const { id, name, stage, assignee_name } = matter;
  const about = `${name} · ${assignee_name ?? t('nobody')}`;
  return (
    <Group gap={6} wrap="nowrap">
      <TextLink to={paths.workOrder(id)} title={about} aria-label={`${work(`stage.${stage}`)}: ${about}`}>
        {work(`stage.${stage}`)}
      </TextLink>
      {assignee_name === null ? null : (
        <SmallText maw={90} truncate title={assignee_name} data-truncate>
          {assignee_name}
        </SmallText>
      )}
    </Group>
  );
}
