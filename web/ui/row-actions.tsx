import { Group } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useText } from '../lib/text.ts';
import { IconButton } from './links/link-button.tsx';

interface Props {
  name: string;
  editTo?: string | undefined;
  onDelete?: (() => void) | undefined;
  /** Other actions, before these. */
  children?: ReactNode;
}
/** Edit and delete at the end of a row, each named after the row. */
export function RowActions({ name, editTo, onDelete, children }: Props) {
  const t = useText('common');
  return (
    <Group gap={2} justify="flex-end" wrap="nowrap">
      {children}
      {editTo !== undefined && (
        <IconButton
          label={t('labelled', { label: t('action.edit'), value: name })}
          to={editTo}
          icon={<IconPencil size={18} aria-hidden />}
        />
      )}
      {onDelete !== undefined && (
        <IconButton
          label={t('labelled', { label: t('action.delete'), value: name })}
          onClick={onDelete}
          icon={<IconTrash size={18} aria-hidden />}
        />
      )}
    </Group>
  );
}
