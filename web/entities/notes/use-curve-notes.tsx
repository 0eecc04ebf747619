import { Alert, Anchor, Badge, Button, Group, Stack, Text, Title } from '@mantine/core';
import { IconNote } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import type { ChartMark } from '../../charts/types.ts';
import { useFormats } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { useGrants } from '../../lib/state/session-state.ts';
import { useText } from '../../lib/text.ts';
import { SmallText } from '../../ui/small-text.ts';
import { useAeroName } from '../aero-names.ts';
import { NoteDialog, type NoteTarget } from './note-dialog.tsx';
import type { Note, NotesOfRange } from './use-notes.ts';

interface CurveNotes {
  /** The button that starts choosing the time of a new note. */
  button: ReactNode;
  /** A hint above the curve while a time is chosen. */
  hint: ReactNode;
  /** The list of notes below the curve, each with a button to its dialog. */
  list: ReactNode;
  /** Properties for the curve. */
  props: { picking: boolean; onMoment: (at: number) => void; onMark: (mark: ChartMark) => void };
}

/**
 * Notes of a curve: pinned by click or keyboard, read, changed and deleted; the mark of an alert is a link to
 * it.
 */
export function useCurveNotes(aeros: readonly number[], { notes, refetch }: NotesOfRange): CurveNotes {
  const t = useText('notes');
  const navigate = useNavigate();
  const changes = useGrants('member');
  const [picking, setPicking] = useState(false);
  const [target, setTarget] = useState<NoteTarget | null>(null);
  return {
    button: changes ? (
      <Button
        size="compact-sm"
        variant="default"
        className="aw-no-print"
        leftSection={<IconNote size={16} aria-hidden />}
        aria-pressed={picking}
        onClick={() => setPicking(!picking)}
      >
        {t('add')}
      </Button>
    ) : null,
    hint: picking ? (
      <Alert py="xs" mb="xs" role="status" className="aw-no-print">
        <Group justify="space-between" gap="xs">
          <Text>{t('pick')}</Text>
          <Button size="compact-xs" variant="default" onClick={() => setPicking(false)}>
            {t('pick_end')}
          </Button>
        </Group>
      </Alert>
    ) : null,
    list: (
      <>
        <NoteList notes={notes} onOpen={(note) => setTarget({ note })} />
        <NoteDialog target={target} aeros={aeros} onClose={() => setTarget(null)} onDone={refetch} />
      </>
    ),
    props: {
      picking,
      onMoment: (at) => {
        setPicking(false);
        setTarget({ at });
      },
      onMark: ({ key }) => {
        const [kind, id] = key.split(':') as [string, string];
        const note = notes.find((candidate) => candidate.id === Number(id));
        if (kind === 'alert') void navigate(paths.alert(id));
        else if (kind === 'note' && note) setTarget({ note });
      },
    },
  };
}

function NoteList({ notes, onOpen }: { notes: readonly Note[]; onOpen: (note: Note) => void }) {
  const t = useText('notes');
  const formats = useFormats();
  const name = useAeroName();
  if (notes.length === 0) return null;
  return (
    <section aria-label={t('list', { count: notes.length })}>
      <Title order={3} size="h6" mt="sm" mb={4}>
        {t('list', { count: notes.length })}
      </Title>
      <Stack gap={6} style={{ maxHeight: 220, overflowY: 'auto' }}>
        {notes.map((note) => {
          const when = formats.dateTime(note.at);
          return (
            <Group key={note.id} gap="xs" wrap="nowrap" align="baseline">
              <Anchor
                component="button"
                type="button"
                style={{ whiteSpace: 'nowrap' }}
                aria-label={t('show_name', { when })}
                onClick={() => onOpen(note)}
              >
                {when}
              </Anchor>
              <Badge size="sm">{t(`kinds.${note.kind}`)}</Badge>
              <Text lineClamp={2} style={{ overflowWrap: 'anywhere' }}>
                {note.text}
                <SmallText span>
                  {` ${[note.aero === null ? '' : name(note.aero), note.user_name ?? ''].filter(Boolean).join(' · ')}`}
                </SmallText>
              </Text>
            </Group>
          );
        })}
      </Stack>
    </section>
  );
}
