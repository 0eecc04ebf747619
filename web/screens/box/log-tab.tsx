import type { Box } from '@aerowatch/contracts/api/boxes';
import { ActionIcon, Badge, Button, Group, Paper, Select, Stack, Text, Textarea } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { type NoteAsked, NoteDialog } from '../../entities/notes/note-dialog.tsx';
import { MomentInput } from '../../forms/moment-input.tsx';
import { call } from '../../lib/api/client.ts';
import { useRead } from '../../lib/api/read.ts';
import { useFormats } from '../../lib/format.ts';
import { useGrants, useProfile } from '../../lib/state/session-state.ts';
import { useText } from '../../lib/text.ts';
import { ErrorState, LoadingLines } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.ts';

const KINDS = ['note', 'visit', 'repair', 'baseline_reset'] as const;
type Kind = (typeof KINDS)[number];
const NO_AEROS: readonly number[] = [];

/** What people saw and did at this box; entries are also marks on its curves. */
export function LogTab({ box }: { box: Box }) {
  const t = useText('box');
  const words = useText('domain');
  const common = useText('common');
  const noteWords = useText('notes');
  const formats = useFormats();
  const privileged = useGrants('privileged');
  const profile = useProfile();
  const read = useRead(
    'notesList',
    { query: { box: [box.id], page_size: 200, ordering: '-at' } },
    { live: ['notes'] },
  );
  const [text, setText] = useState('');
  const [kind, setKind] = useState<Kind>('note');
  const [aero, setAero] = useState<string>('box');
  const [at, setAt] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [asked, setAsked] = useState<NoteAsked | null>(null);
  const add = async (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() === '') return;
    setBusy(true);
    const result = await call('notesCreate', {
      body: {
        box: box.id,
        aero: aero === 'box' ? null : Number(aero),
        text: text.trim(),
        kind,
        at: at ?? undefined,
      },
    });
    setBusy(false);
    if (!result.ok) return toast.failure(result, common('error.creating'));
    setText('');
    setAt(null);
    toast.success(noteWords('saved'));
    read.refetch();
  };
  return (
    <Stack>
      <Paper p="md" component="form" onSubmit={add}>
        <Textarea
          label={noteWords('text')}
          autosize
          minRows={2}
          maxLength={2000}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Group mt="sm" align="flex-end" gap="sm">
          <Select
            label={noteWords('kind')}
            w={190}
            allowDeselect={false}
            value={kind}
            data={KINDS.map((key) => ({ value: key, label: noteWords(`kinds.${key}`) }))}
            onChange={(value) => setKind(value as Kind)}
          />
          <Select
            label={noteWords('aero')}
            w={190}
            allowDeselect={false}
            value={aero}
            data={[
              { value: 'box', label: t('log.whole') },
              ...box.aeros.map((own) => ({
                value: String(own.id),
                label: words('aero', { position: own.position }),
              })),
            ]}
            onChange={(value) => value && setAero(value)}
          />
          <MomentInput
            label={t('log.at')}
            placeholder={t('log.now')}
            w={190}
            clearable
            value={at}
            onChange={setAt}
          />
          <Button type="submit" loading={busy} disabled={text.trim() === ''}>
            {t('log.add')}
          </Button>
        </Group>
        {kind === 'baseline_reset' ? (
          <Text size="xs" c="dimmed" mt="xs">
            {noteWords('baseline_help')}
          </Text>
        ) : null}
      </Paper>
      {read.failure ? <ErrorState failure={read.failure} onRetry={read.refetch} /> : null}
      {read.isLoading ? <LoadingLines lines={3} /> : null}
      {read.data?.results.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('log.none')}
        </Text>
      ) : null}
      {read.data?.results.map((note) => (
        <Paper key={note.id} p="md">
          <Group justify="space-between" gap="xs" wrap="nowrap">
            <Group gap="xs">
              <Badge variant="light">{noteWords(`kinds.${note.kind}`)}</Badge>
              <Text size="sm" c="dimmed">{`${formats.dateTime(note.at)} · ${note.user_name ?? '–'}`}</Text>
            </Group>
            {privileged || note.user === profile?.id ? (
              <ActionIcon
                variant="subtle"
                color="gray"
                className="aw-no-print"
                aria-label={noteWords('edit_name', { when: formats.dateTime(note.at) })}
                onClick={() => setAsked({ note })}
              >
                <IconPencil size={16} aria-hidden />
              </ActionIcon>
            ) : null}
          </Group>
          <Text size="sm" mt={6} style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
            {note.text}
          </Text>
        </Paper>
      ))}
      <NoteDialog asked={asked} aeros={NO_AEROS} onClose={() => setAsked(null)} onDone={read.refetch} />
    </Stack>
  );
}
