import type { Silence } from '@aerowatch/contracts/api/silences';
import { TEXT_LENGTHS } from '@aerowatch/domain/text-lengths';
import { Modal, Stack, Text } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import { TextAreaField } from '../../forms/text-field.tsx';
import { focusFirstError } from '../../forms/use-contract-form.ts';
import { type Failure, flatErrors } from '../../lib/api/result.ts';
import { useFormats } from '../../lib/format.ts';
import { useBusy } from '../../lib/hooks/use-busy.ts';
import { useCollection, useTable } from '../../lib/query/use-collection.ts';
import { useFleet } from '../../lib/query/use-fleet.ts';
import { write } from '../../lib/query/write.ts';
import { useText } from '../../lib/text.ts';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { toast } from '../../ui/toast.ts';
import { ClientsOfBoxes } from '../clients/several-clients.tsx';
import { bodyOf, byClient, type Draft, draftOf, makeAll, newDraft } from './draft.ts';
import { Scope } from './silence-scope.tsx';
import { When } from './silence-when.tsx';

interface Props {
  /** The dialog is open while there is a list: of boxes chosen elsewhere, or empty to choose them here. */
  boxes: readonly number[] | null;
  /** An existing silence to be changed; `boxes` is empty then. */
  silence?: Silence | undefined;
  onClose: () => void;
  onDone?: () => void;
}

/** What is silenced, when, and why. */
export function SilenceDialog({ boxes, silence, ...ends }: Props) {
  const t = useText('silences');
  const title = t(silence === undefined ? 'create' : 'edit');
  return (
    <Modal opened={boxes !== null} onClose={ends.onClose} title={title} size="lg">
      {boxes === null ? null : <SilenceForm boxes={boxes} silence={silence} {...ends} />}
    </Modal>
  );
}

function SilenceForm(props: Props & { boxes: readonly number[] }) {
  const { boxes: chosen, silence, onClose } = props;
  const t = useText('silences');
  const { draft, set, errors, busy, save } = useSilence(props);
  return (
    <form onSubmit={save} noValidate>
      <Stack gap="sm">
        <ClientsOfBoxes boxes={chosen} />
        {chosen.length > 0 ? <Chosen boxes={chosen} /> : <Scope draft={draft} set={set} errors={errors} />}
        <When draft={draft} set={set} errors={errors} />
        <TextAreaField
          label={t('reason')}
          withAsterisk
          max={TEXT_LENGTHS.silence.reason}
          value={draft.reason}
          error={errors.reason}
          onChange={(event) => set({ reason: event.currentTarget.value })}
        />
        <DialogButtons onCancel={onClose} act={t(silence === undefined ? 'action' : 'save')} loading={busy} />
      </Stack>
    </form>
  );
}

function useSilence({ boxes: chosen, silence, onClose, onDone }: Props & { boxes: readonly number[] }) {
  const t = useText('silences');
  const { timeZone: own } = useFormats();
  // It repeats in the time zone in which it was created, also for a user in another one.
  const timeZone = silence?.time_zone ?? own;
  const [draft, setDraft] = useState<Draft>(() =>
    silence === undefined ? newDraft(chosen) : draftOf(silence),
  );
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [busy, during] = useBusy();
  const made = useRef(new Map<string, number>()).current;
  const { boxes } = useFleet();
  const tags = useCollection('tags');
  const set = (changes: Partial<Draft>) => setDraft((before) => ({ ...before, ...changes }));
  const send = async (): Promise<Failure | null> => {
    if (silence !== undefined) return change(silence.id, draft, timeZone);
    // One for each client.
    const bodies = byClient(draft, boxes, tags).map(([part, client]) => bodyOf(part, client, timeZone));
    return makeAll(bodies, made, CALLS);
  };
  const save = async (event: FormEvent) => {
    event.preventDefault();
    const refused = await during(send());
    if (refused === null) {
      toast.success(t(silence === undefined ? 'created' : 'changed'));
      onClose();
      onDone?.();
    } else if (refused.status === 400) say(flatErrors(refused.errors));
    else toast.failure(refused);
  };
  const say = (found: Record<string, string>): void => {
    setErrors(found);
    focusFirstError(null);
    const unseen = chosen.length > 0 ? (found.boxes ?? found.client) : undefined;
    const said = found.non_field_errors ?? unseen;
    if (said !== undefined) toast.error(said);
  };
  return { draft, set, errors, busy, save };
}

async function change(id: number, draft: Draft, timeZone: string): Promise<Failure | null> {
  const { rrule = null, ...body } = bodyOf(draft, undefined, timeZone);
  const result = await write('silencesPatch', { params: { id }, body: { ...body, rrule } });
  return result.ok ? null : result;
}

const CALLS = {
  make: (body: ReturnType<typeof bodyOf>) => write('silencesCreate', { body }),
  end: (id: number) => write('silencesEnd', { params: { id } }),
};

/** Number of names listed before "and … more". */
const NAMED = 8;

function Chosen({ boxes }: { boxes: readonly number[] }) {
  const t = useText('silences');
  const { list } = useFormats();
  const known = useTable('boxes');
  const names = boxes.slice(0, NAMED).map((id) => known[id]?.serial_number ?? `#${id}`);
  const more = boxes.length - names.length;
  return (
    <div>
      <Text size="md" fw={600} style={{ overflowWrap: 'anywhere' }}>
        {list(more > 0 ? [...names, t('more', { count: more })] : names)}
      </Text>
      <Text c="dimmed">{t('chosenHelp')}</Text>
    </div>
  );
}
