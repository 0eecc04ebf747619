import type { Supervisor } from '@aerowatch/contracts/api/supervisors';
import { ActionIcon, Group } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { Link } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { useText } from '../../lib/text.ts';

export function RowActions({ supervisor, onDelete }: { supervisor: Supervisor; onDelete?: () => void }) {
  const common = useText('common');
  return (
    <Group gap={4} wrap="nowrap" justify="flex-end">
      <ActionIcon
        component={Link}
        to={paths.supervisorEdit(supervisor.id)}
        variant="subtle"
        aria-label={`${common('action.edit')} ${supervisor.name}`}
      >
        <IconPencil size={18} aria-hidden />
      </ActionIcon>
      {onDelete ? (
        <ActionIcon
          variant="subtle"
          color="red"
          aria-label={`${common('action.delete')} ${supervisor.name}`}
          onClick={onDelete}
        >
          <IconTrash size={18} aria-hidden />
        </ActionIcon>
      ) : null}
    </Group>
  );
}
