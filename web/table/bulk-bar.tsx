import { Box, Button, Modal, Stack, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useFormats } from '../lib/format.ts';
import { useBusy } from '../lib/hooks/use-busy.ts';
import { useText } from '../lib/text.ts';
import { DialogButtons } from '../ui/dialog-buttons.tsx';
import { toast } from '../ui/toast.ts';
import classes from './data-table.module.css';
import { type Changed, changedSince } from './matched.ts';
import type { RowModel } from './use-rows.ts';

/** Of a list in pages: reads the ids of all that match; `key` names what is searched and filtered for. */
export interface AllThatMatch {
  key: string;
  read: () => Promise<readonly number[] | null>;
}
export interface Selection {
  ids: number[];
  clear: () => void;
  /** Selects these alone. */
  select: (ids: readonly number[]) => void;
  /**
   * Acts on what is selected. If that was all that matched, and others match by now, people are told and
   * choose first.
   */
  act: (then: (ids: number[]) => void) => void;
}

interface Props<Row> {
  model: RowModel<Row>;
  bulk: (selection: Selection) => ReactNode;
  all: AllThatMatch | undefined;
}
type Waiting = { changed: Changed; found: readonly number[]; then: (ids: number[]) => void };

/** Actions on the selected rows. */
export function BulkBar<Row>({ model, bulk, all }: Props<Row>) {
  const t = useText('common');
  const [waiting, setWaiting] = useState<Waiting | null>(null);
  const [busy, during] = useBusy();
  const { selected, matched } = model;
  const label = t('table.selected', { count: selected.length });
  const readAll = async (): Promise<readonly number[] | null> => {
    const ids = all === undefined ? null : await during(all.read());
    if (ids === null) toast.error(t('failure.server.title'));
    return ids;
  };
  const act = async (then: (ids: number[]) => void): Promise<void> => {
    if (all === undefined || matched === null) return then(selected);
    const found = await readAll();
    if (found === null) return;
    const changed = changedSince(matched, selected, found);
    if (changed === null) then(selected);
    else setWaiting({ changed, found, then });
  };
  const selectAll = async (): Promise<void> => {
    const ids = await readAll();
    if (ids !== null) model.selectMatching(ids);
  };
  const selection = {
    ids: selected,
    clear: model.clearSelection,
    select: model.select,
    act: (then: (ids: number[]) => void) => void act(then),
  };
  return (
    <Box px="md" py="xs" className={classes.bulk} role="region" aria-label={label} aria-busy={busy}>
      <Text fw={600}>{label}</Text>
      {all === undefined || selected.length === model.matching ? null : (
        <Button size="compact-sm" variant="light" loading={busy} onClick={() => void selectAll()}>
          {t('table.select_matching', { count: model.matching })}
        </Button>
      )}
      {bulk(selection)}
      <ChangedSince waiting={waiting} model={model} onClose={() => setWaiting(null)} />
    </Box>
  );
}

interface ChangedProps<Row> {
  waiting: Waiting | null;
  model: RowModel<Row>;
  onClose: () => void;
}
/** Tells what changed since all that matched were selected, and asks with which of them to go on. */
function ChangedSince<Row>({ waiting, model, onClose }: ChangedProps<Row>) {
  const t = useText('common');
  return (
    <Modal opened={waiting !== null} onClose={onClose} title={t('table.changed_title')}>
      {waiting === null ? null : <Choice {...waiting} model={model} onClose={onClose} />}
    </Modal>
  );
}

function Choice<Row>({ changed, found, then, model, onClose }: Omit<ChangedProps<Row>, 'waiting'> & Waiting) {
  const t = useText('common');
  const formats = useFormats();
  const { added, gone, now } = changed;
  const { selected } = model;
  const goOn = (ids: readonly number[]): void => {
    onClose();
    then([...ids]);
  };
  return (
    <Stack>
      <Text>
        {[
          t('table.selected', { count: selected.length }),
          t('table.changed', { count: added.length + gone.length }),
          ...(added.length === 0 ? [] : [t('table.changed_added', { count: added.length })]),
          ...(gone.length === 0 ? [] : [t('table.changed_gone', { count: gone.length })]),
        ].join('. ')}
        .
      </Text>
      <DialogButtons
        onCancel={onClose}
        act={t('table.changed_take', { number: formats.number(now.length, 0) })}
        disabled={now.length === 0}
        onAct={() => {
          model.selectMatching(found);
          model.select(now);
          goOn(now);
        }}
      >
        <Button variant="default" onClick={() => goOn(selected)}>
          {t('table.changed_keep', { number: formats.number(selected.length, 0) })}
        </Button>
      </DialogButtons>
    </Stack>
  );
}
