import { Alert, Modal, MultiSelect, Stack } from '@mantine/core';
import { useState } from 'react';
import { useFormats } from '../../../lib/format.ts';
import { inParts } from '../../../lib/query/in-parts.ts';
import { useCollection, useTable } from '../../../lib/query/use-collection.ts';
import { useMutation } from '../../../lib/query/use-mutation.ts';
import { useText } from '../../../lib/text.ts';
import { DialogButtons } from '../../../ui/dialog-buttons.tsx';
import { toast } from '../../../ui/toast.ts';

interface Props {
  /** Boxes to tag; the dialog is open while there are some. */
  boxes: readonly number[];
  onClose: () => void;
  onDone: () => void;
}

/** Adds tags to many boxes and removes others. */
export function TagsDialog({ boxes, onClose, onDone }: Props) {
  const t = useText('boxes');
  return (
    <Modal opened={boxes.length > 0} onClose={onClose} title={t('tags.title', { count: boxes.length })}>
      {boxes.length > 0 ? <Choice boxes={boxes} onClose={onClose} onDone={onDone} /> : null}
    </Modal>
  );
}

function Choice({ boxes, onClose, onDone }: Props) {
  const t = useText('boxes');
  const common = useText('common');
  const { compare } = useFormats();
  const known = useTable('boxes');
  const [add, setAdd] = useState<string[]>([]);
  const [remove, setRemove] = useState<string[]>([]);
  const [tagBoxes, busy] = useMutation('boxesBulkTags', common('error.updating'));
  const clients = new Set(boxes.map((id) => known[id]?.client ?? null));
  const [client] = clients;
  const tags = useCollection('tags').filter((tag) => clients.size > 1 || tag.client === client);
  const data = tags
    .map(({ id, name }) => ({ value: String(id), label: name }))
    .sort((a, b) => compare(a.label, b.label));
  const both = add.some((id) => remove.includes(id));
  const apply = async (): Promise<void> => {
    const tags = { add: add.map(Number), remove: remove.map(Number) };
    const result = await inParts(boxes, (part) => tagBoxes({ body: { boxes: part, ...tags } }));
    if (!result.ok) return;
    const changed = result.data.reduce((sum, one) => sum + one.changed, 0);
    toast.success(t('tags.done', { count: changed }));
    onClose();
    onDone();
  };
  if (clients.size > 1) return <Alert color="amber">{t('tags.several_clients')}</Alert>;
  if (data.length === 0) return <Alert color="gray">{t('tags.none')}</Alert>;
  const choice = (label: string, value: string[], onChange: (value: string[]) => void) => (
    <MultiSelect
      label={label}
      data={data}
      value={value}
      onChange={onChange}
      searchable
      clearable
      nothingFoundMessage={common('form.nothing_found')}
      error={both ? t('tags.both') : undefined}
    />
  );
  return (
    <Stack>
      {choice(t('tags.add'), add, setAdd)}
      {choice(t('tags.remove'), remove, setRemove)}
      <DialogButtons
        onCancel={onClose}
        act={t('tags.apply')}
        loading={busy}
        disabled={both || add.length + remove.length === 0}
        onAct={apply}
      />
    </Stack>
  );
}
