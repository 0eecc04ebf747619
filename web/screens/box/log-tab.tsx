import type { Box } from '@aerowatch/contracts/api/boxes';
import { TEXT_LENGTHS } from '@aerowatch/domain/text-lengths';
import { ActionIcon, Badge, Button, Group, Paper, Select, Stack, Text } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { NoteDialog, type NoteTarget } from '../../entities/notes/note-dialog.tsx';
import { ForMembers } from '../../entities/session/for-members.tsx';
import { MomentInput } from '../../forms/moment-input.tsx';
import { TextAreaField } from '../../forms/text-field.tsx';
import type { Answer } from '../../lib/api/contract.ts';
import { useFormats } from '../../lib/format.ts';
import { useMutation } from '../../lib/query/use-mutation.ts';
import { useQuery } from '../../lib/query/use-query.ts';
import { useGrants, useProfile } from '../../lib/state/session-state.ts';
import { useText } from '../../lib/text.ts';
import { SmallText } from '../../ui/small-text.ts';
import { ErrorState, LoadingLines } from '../../ui/states/states.tsx';
import { toast } from '../../ui/toast.ts';

const KINDS = ['note', 'visit', 'repair', 'baseline_reset'] as const;
type Kind = (typeof KINDS)[number];
const NO_AEROS: readonly number[] = [];

type Note = Answer<'notesList'>['results'][number];

/** What people saw and did at this box; entries also appear as marks on its curves. */
export function LogTab({ box }: { box: Box }) {
  const t = useText('box');
  const read = useQuery(
    'notesList',
    { query: { box: [box.id], page_size: 200, ordering: '-at' } },
    { live: ['notes'] },
  );
  const [target, setTarget] = useState<NoteTarget | null>(null);
  return (
    <Stack>
      <ForMembers>
        <NewEntry box={box} onDone={read.refetch} />
      </ForMembers>
      {read.failure ? <ErrorState failure={read.failure} onRetry={read.refetch} /> : null}
      {read.isLoading ? <LoadingLines lines={3} /> : null}
      {read.data?.results.length === 0 ? <Text c="dimmed">{t('log.none')}</Text> : null}
      {read.data?.results.map((note) => (
        <Entry key={note.id} note={note} onEdit={() => setTarget({ note })} />
      ))}
      <NoteDialog target={target} aeros={NO_AEROS} onClose={() => setTarget(null)} onDone={read.refetch} />
    </Stack>
  );
}

interface Draft {
  text: string;
  kind: Kind;
  /** An AERO's id, or `box` for the whole. */
  aero: string;
  /** Null for now. */
  at: string | null;
}
function NewEntry({ box, onDone }: { box: Box; onDone: () => void }) {
  const t = useText('box');
  const common = useText('common');
  const noteWords = useText('notes');
  const [draft, setDraft] = useState<Draft>({ text: '', kind: 'note', aero: 'box', at: null });
  const [createNote, busy] = useMutation('notesCreate', common('error.creating'));
  const change = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }));
  const text = draft.text.trim();
  const add = async (event: FormEvent) => {
    event.preventDefault();
    if (text === '') return;
    const aero = draft.aero === 'box' ? null : Number(draft.aero);
    const body = { box: box.id, aero, text, kind: draft.kind, at: draft.at ?? undefined };
    const result = await createNote({ body });
    if (!result.ok) return;
    change({ text: '', at: null });
    toast.success(noteWords('saved'));
    onDone();
  };
  return (
    <Paper p="md" component="form" onSubmit={add}>
      <TextAreaField
        label={noteWords('text')}
        max={TEXT_LENGTHS.note.text}
        value={draft.text}
        onChange={(event) => change({ text: event.currentTarget.value })}
      />
      <Group mt="sm" align="flex-end" gap="sm">
        <About box={box} draft={draft} change={change} />
        <Button type="submit" loading={busy} disabled={text === ''}>
          {t('log.add')}
        </Button>
      </Group>
      {draft.kind === 'baseline_reset' ? <SmallText mt="xs">{noteWords('baseline_help')}</SmallText> : null}
    </Paper>
  );
}

/** Kind, subject and moment of an entry. */
function About({ box, draft, change }: { box: Box; draft: Draft; change: (part: Partial<Draft>) => void }) {
  const t = useText('box');
  const words = useText('domain');
  const noteWords = useText('notes');
  const aeros = box.aeros.map(({ id, position }) => ({
    value: String(id),
    label: words('aero', { position }),
  }));
  return (
    <>
      <Select
        label={noteWords('kind')}
        w={190}
        allowDeselect={false}
        value={draft.kind}
        data={KINDS.map((key) => ({ value: key, label: noteWords(`kinds.${key}`) }))}
        onChange={(value) => change({ kind: value as Kind })}
      />
      <Select
        label={noteWords('aero')}
        w={190}
        allowDeselect={false}
        value={draft.aero}
        data={[{ value: 'box', label: t('log.whole') }, ...aeros]}
        onChange={(aero) => aero && change({ aero })}
      />
      <MomentInput
        label={t('sami.when')}
        placeholder={t('log.now')}
        w={190}
        clearable
        value={draft.at}
        onChange={(at) => change({ at })}
      />
    </>
  );
}

function Entry({ note, onEdit }: { note: Note; onEdit: () => void }) {
  const noteWords = useText('notes');
  const formats = useFormats();
  const privileged = useGrants('privileged');
  const changes = useGrants('member');
  const profile = useProfile();
  return (
    <Paper p="md">
      <Group justify="space-between" gap="xs" wrap="nowrap">
        <Group gap="xs">
          <Badge>{noteWords(`kinds.${note.kind}`)}</Badge>
          <Text c="dimmed">{`${formats.dateTime(note.at)} · ${note.user_name ?? '–'}`}</Text>
        </Group>
        {privileged || (changes && note.user === profile?.id) ? (
          <ActionIcon
            variant="subtle"
            color="gray"
            className="aw-no-print"
            aria-label={noteWords('edit_name', { when: formats.dateTime(note.at) })}
            onClick={onEdit}
          >
            <IconPencil size={16} aria-hidden />
          </ActionIcon>
        ) : null}
      </Group>
      <Text mt={6} style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
        {note.text}
      </Text>
    </Paper>
  );
}
