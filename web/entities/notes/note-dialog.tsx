import { TEXT_LENGTHS } from '@aerowatch/domain/text-lengths';
import { Alert, Button, Group, Modal, Select, Stack, Text } from '@mantine/core';
import { type FormEvent, useEffect, useState } from 'react';
import { MomentInput } from '../../forms/moment-input.tsx';
import { Overtaken } from '../../forms/saving/overtaken.tsx';
import { useSaveOver } from '../../forms/saving/use-save-over.ts';
import { TextAreaField } from '../../forms/text-field.tsx';
import type { Body } from '../../lib/api/contract.ts';
import { changedOnly } from '../../lib/changed.ts';
import { useFormats } from '../../lib/format.ts';
import { useBusy } from '../../lib/hooks/use-busy.ts';
import type { Draft } from '../../lib/offline/entry.ts';
import { useTable } from '../../lib/query/use-collection.ts';
import { useMutation } from '../../lib/query/use-mutation.ts';
import { useGrants, useProfile } from '../../lib/state/session-state.ts';
import { useText } from '../../lib/text.ts';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { toast } from '../../ui/toast.ts';
import { useAeroName } from '../aero-names.ts';
import { useRecord } from '../offline/use-record.ts';
import { savingOf, writtenOf } from './save-note.ts';
import type { Note } from './use-notes.ts';

const KINDS = ['note', 'visit', 'repair', 'baseline_reset'] as const;

/** An existing note, or a new one at a time. */
export type NoteTarget = { note: Note } | { at: number };

interface Props {
  target: NoteTarget | null;
  /** The AEROs a new note may be about. */
  aeros: readonly number[];
  onClose: () => void;
  onDone: () => void;
}

/** Creates, changes or deletes a note pinned to a time. */
export function NoteDialog({ target, aeros, onClose, onDone }: Props) {
  const t = useText('notes');
  const profile = useProfile();
  const changes = useGrants('member');
  const own = target !== null && changes && (!('note' in target) || target.note.user === profile?.id);
  const title =
    target === null ? '' : t(!('note' in target) ? 'title_new' : own ? 'title_edit' : 'title_read');
  return (
    <Modal opened={target !== null} onClose={onClose} title={title}>
      {target === null ? null : (
        <NoteForm
          key={'note' in target ? target.note.id : target.at}
          target={target}
          own={own}
          aeros={aeros}
          onClose={onClose}
          onDone={onDone}
        />
      )}
    </Modal>
  );
}

type Fields = Pick<Body<'notesCreate'>, 'text' | 'kind' | 'at'>;
/** A new note at a place in the form of `usePlaces`. */
function draftOf({ value, label }: { value: string; label: string }, fields: Fields): Draft {
  const [box = 0, aero] = value.split(':').map(Number);
  return { kind: 'note', box, about: label, body: { ...fields, box, aero: aero || null } };
}

type FormProps = Props & { target: NoteTarget };

function useNoteForm({ target, aeros, onClose, onDone }: FormProps) {
  const t = useText('notes');
  const common = useText('common');
  const [deleteNote] = useMutation('notesDelete');
  const record = useRecord(common('error.creating'));
  const note = 'note' in target ? target.note : null;
  const places = usePlaces(aeros);
  const [text, setText] = useState(note?.text ?? '');
  const [kind, setKind] = useState<Note['kind']>(note?.kind ?? 'note');
  const [at, setAt] = useState<string | null>(
    note?.at ?? new Date('at' in target ? target.at : 0).toISOString(),
  );
  const [place, setPlace] = useChosenPlace(places);
  const [busy, during] = useBusy();
  const { base, overtaken, save: saveOver, take } = useSaveOver(note);

  const fill = (theirs: Note): void => {
    setText(theirs.text);
    setKind(theirs.kind);
    setAt(theirs.at);
    take(theirs);
  };
  const end = (message: string): void => {
    toast.success(message);
    onDone();
    onClose();
  };
  const create = async (written: Fields): Promise<void> => {
    const label = places.find(({ value }) => value === place)?.label ?? '';
    const { state } = await during(record(draftOf({ value: place, label }, written)));
    if (state === 'sent') end(t('saved'));
    if (state === 'waiting') onClose();
  };
  const save = async (over = base): Promise<void> => {
    if (text.trim() === '' || at === null) return;
    const written = { text: text.trim(), kind, at };
    if (over === null) return create(written);
    const result = await during(saveOver(savingOf(over.id, changedOnly(writtenOf(over), written)), over));
    // The list behind the dialog is reloaded too.
    if (result === null) return onDone();
    if (result.ok) end(t('saved'));
    else toast.failure(result, common('error.updating'));
  };
  const remove = async (): Promise<void> => {
    const result = await during(deleteNote({ params: { id: note?.id ?? 0 } }));
    if (result.ok) end(t('deleted'));
    else toast.failure(result, common('error.deleting'));
  };
  const set = { text: setText, kind: setKind, at: setAt, place: setPlace };
  return { note, places, text, kind, at, place, set, busy, overtaken, fill, save, remove };
}

function NoteForm(props: FormProps & { own: boolean }) {
  const { own, onClose } = props;
  const t = useText('notes');
  const common = useText('common');
  const moment = t('at', { zone: useFormats().timeZone });
  const form = useNoteForm(props);
  const { note, text, kind, at, set, busy, overtaken } = form;
  const remove = (): void => void form.remove();
  if (note !== null && !own)
    return <NoteOfOther note={note} busy={busy} onDelete={remove} onClose={onClose} />;
  return (
    <Stack
      component="form"
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void form.save();
      }}
    >
      <TextAreaField
        label={t('text')}
        minRows={3}
        max={TEXT_LENGTHS.note.text}
        data-autofocus
        value={text}
        onChange={(event) => set.text(event.currentTarget.value)}
      />
      <MomentInput
        label={moment}
        withAsterisk
        value={at}
        error={at === null ? common('form.required') : undefined}
        onChange={set.at}
      />
      <Group grow preventGrowOverflow={false}>
        <KindChoice kind={kind} onChange={set.kind} />
        {note === null ? <PlaceChoice {...form} /> : null}
      </Group>
      {kind === 'baseline_reset' ? <Alert>{t('baseline_help')}</Alert> : null}
      {overtaken === null ? null : (
        <Overtaken
          at={overtaken.theirs.updated_at}
          parts={overtaken.fields.map((field) => (field === 'at' ? moment : t(field as 'text' | 'kind')))}
          busy={busy}
          onTake={() => form.fill(overtaken.theirs)}
          onKeep={() => void form.save(overtaken.theirs)}
        />
      )}
      <DialogButtons
        onCancel={onClose}
        act={common('action.save')}
        loading={busy}
        disabled={text.trim() === '' || at === null}
      >
        {note === null ? null : <DeleteButton busy={busy} onDelete={remove} />}
      </DialogButtons>
    </Stack>
  );
}

/** The subject of a new note: the box, or one of its AEROs. */
function PlaceChoice({
  places,
  place,
  set,
}: Pick<ReturnType<typeof useNoteForm>, 'places' | 'place' | 'set'>) {
  const t = useText('notes');
  return (
    <Select
      label={t('aero')}
      allowDeselect={false}
      data={places}
      value={place}
      onChange={(value) => value !== null && set.place(value)}
    />
  );
}

function KindChoice({ kind, onChange }: { kind: Note['kind']; onChange: (kind: Note['kind']) => void }) {
  const t = useText('notes');
  return (
    <Select
      label={t('kind')}
      allowDeselect={false}
      data={KINDS.map((value) => ({ value, label: t(`kinds.${value}`) }))}
      value={kind}
      onChange={(value) => onChange(value as Note['kind'])}
    />
  );
}

/** Somebody else's note: it can be read, and deleted by managers. */
function NoteOfOther({
  note,
  busy,
  onDelete,
  onClose,
}: {
  note: Note;
  busy: boolean;
  onDelete: () => void;
  onClose: () => void;
}) {
  const t = useText('notes');
  const common = useText('common');
  const formats = useFormats();
  const privileged = useGrants('privileged');
  return (
    <Stack>
      <Text c="dimmed">
        {`${t(`kinds.${note.kind}`)} · ${formats.dateTime(note.at)} · ${note.user_name ?? '–'}`}
      </Text>
      <Text size="md" style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
        {note.text}
      </Text>
      <Group justify="flex-end">
        {privileged ? <DeleteButton busy={busy} onDelete={onDelete} /> : null}
        <Button variant="default" onClick={onClose}>
          {common('action.close')}
        </Button>
      </Group>
    </Stack>
  );
}

/** Asks for confirmation in place, so that a single slip deletes nothing. */
function DeleteButton({ busy, onDelete }: { busy: boolean; onDelete: () => void }) {
  const t = useText('notes');
  const [sure, setSure] = useState(false);
  return (
    <Button
      // Another button, so that the second click of a double click does not press it.
      key={sure ? 'sure' : 'ask'}
      autoFocus={sure}
      color="red"
      variant={sure ? 'filled' : 'light'}
      mr="auto"
      disabled={busy}
      onClick={() => (sure ? onDelete() : setSure(true))}
    >
      {t(sure ? 'delete_sure' : 'delete')}
    </Button>
  );
}

/** The first place until another one is chosen; places may load later. */
function useChosenPlace(places: readonly { value: string }[]) {
  const [place, setPlace] = useState(places[0]?.value ?? '');
  useEffect(() => {
    if (place === '' && places[0]) setPlace(places[0].value);
  }, [places, place]);
  return [place, setPlace] as const;
}

/** `box:aero` for everything a note can be about: each AERO, then each whole box. */
function usePlaces(aeros: readonly number[]): { value: string; label: string }[] {
  const t = useText('notes');
  const name = useAeroName();
  const table = useTable('aeros');
  const boxes = useTable('boxes');
  const known = aeros.flatMap((id) => table[id] ?? []);
  return [
    ...known.map((aero) => ({ value: `${aero.box}:${aero.id}`, label: name(aero.id) })),
    ...[...new Set(known.map((aero) => aero.box))].map((box) => ({
      value: `${box}:0`,
      label: t('whole', { name: boxes[box]?.serial_number ?? `#${box}` }),
    })),
  ];
}
