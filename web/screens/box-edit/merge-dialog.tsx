import { Modal, SegmentedControl, Stack, Table, Text } from '@mantine/core';
import { useState } from 'react';
import { useFieldText } from '../../entities/boxes/field-text.ts';
import { useText } from '../../lib/text.ts';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { SmallText } from '../../ui/small-text.ts';
import type { ForeignChange } from './merge.ts';

interface Props {
  /** Changes by others; null closes the dialog. */
  changes: readonly ForeignChange[] | null;
  onClose: () => void;
  /** The conflicting fields that keep the value typed here. */
  onMerge: (keepMine: ReadonlySet<string>) => void;
}

/** Shows changes by somebody else and merges them into the form, field by field. */
export function MergeDialog({ changes, onClose, onMerge }: Props) {
  const t = useText('boxes');
  return (
    <Modal opened={changes !== null} onClose={onClose} title={t('merge.title')} size="xl">
      {changes === null ? null : <Choice changes={changes} onMerge={onMerge} onClose={onClose} />}
    </Modal>
  );
}

function Choice({ changes, onMerge, onClose }: Props & { changes: readonly ForeignChange[] }) {
  const t = useText('boxes');
  const [mine, setMine] = useState<ReadonlySet<string>>(
    () => new Set(changes.filter(({ conflict }) => conflict).map(({ path }) => path)),
  );
  const choose = (path: string, keep: boolean): void =>
    setMine((before) => {
      const next = new Set(before);
      if (keep) next.add(path);
      else next.delete(path);
      return next;
    });
  return (
    <Stack>
      <Text>{changes.length === 0 ? t('merge.no_difference') : t('merge.text')}</Text>
      {changes.length === 0 ? null : (
        <Table.ScrollContainer minWidth={620} mah={420}>
          <Table>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('merge.field')}</Table.Th>
                <Table.Th>{t('merge.before')}</Table.Th>
                <Table.Th>{t('merge.theirs')}</Table.Th>
                <Table.Th>{t('merge.mine')}</Table.Th>
                <Table.Th />
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {changes.map((change) => (
                <ChangeRow
                  key={change.path}
                  change={change}
                  keeps={mine.has(change.path)}
                  onKeep={(keep) => choose(change.path, keep)}
                />
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
      <DialogButtons onCancel={onClose} act={t('merge.apply')} data-autofocus onAct={() => onMerge(mine)} />
    </Stack>
  );
}

interface RowProps {
  change: ForeignChange;
  /** Whether the user's own value stays; asked if both changed the field. */
  keeps: boolean;
  onKeep: (keep: boolean) => void;
}
function ChangeRow({ change: { path, base, theirs, mine, conflict }, keeps, onKeep }: RowProps) {
  const t = useText('boxes');
  const text = useFieldText();
  return (
    <Table.Tr>
      <Table.Th scope="row">{text.name(path)}</Table.Th>
      <Table.Td>{text.value(path, base)}</Table.Td>
      <Table.Td fw={600}>{text.value(path, theirs)}</Table.Td>
      <Table.Td fw={conflict ? 600 : undefined}>{conflict ? text.value(path, mine) : '–'}</Table.Td>
      <Table.Td>
        {conflict ? (
          <SegmentedControl
            size="xs"
            aria-label={text.name(path)}
            value={keeps ? 'mine' : 'theirs'}
            data={[
              { value: 'mine', label: t('merge.keep_mine') },
              { value: 'theirs', label: t('merge.take_theirs') },
            ]}
            onChange={(value) => onKeep(value === 'mine')}
          />
        ) : (
          <SmallText>{t('merge.taken')}</SmallText>
        )}
      </Table.Td>
    </Table.Tr>
  );
}
