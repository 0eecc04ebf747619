import type { Box } from '@aerowatch/contracts/api/boxes';
import { METRIC_KEYS, METRICS, type MetricKey } from '@aerowatch/domain/metrics';
import { TEXT_LENGTHS } from '@aerowatch/domain/text-lengths';
import { Button, Group, Paper, Select } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { MomentInput } from '../../../forms/moment-input.tsx';
import { TextAreaField } from '../../../forms/text-field.tsx';
import { useMutation } from '../../../lib/query/use-mutation.ts';
import { useText } from '../../../lib/text.ts';
import { SmallText } from '../../../ui/small-text.ts';
import { toast } from '../../../ui/toast.ts';

/** Two side by side on a phone. */
const FIELD = { base: 'calc(50% - 6px)', xs: 190 };
const KINDS = ['note', 'visit', 'repair', 'baseline_reset'] as const;
type Kind = (typeof KINDS)[number];
/** What begins anew: all, what one sensor measures, or what battery and panel show. */
type Anew = 'all' | 'supply' | MetricKey;
const OF_SENSORS = METRIC_KEYS.filter((metric) => !METRICS[metric].ofBox);
function metricsOf(anew: Anew): MetricKey[] | null {
  if (anew === 'all') return null;
  return anew === 'supply' ? METRIC_KEYS.filter((metric) => METRICS[metric].ofBox) : [anew];
}

interface Draft {
  text: string;
  kind: Kind;
  /** Of a baseline reset. */
  anew: Anew;
  /** An AERO's id, or `box` for the whole box. */
  aero: string;
  /** Null means now. */
  at: string | null;
}
/** A note on an observation or act at this box; it also appears as a mark on its curves. */
export function NewEntry({ box }: { box: Box }) {
  const t = useText('box');
  const common = useText('common');
  const noteWords = useText('notes');
  const [draft, setDraft] = useState<Draft>({ text: '', kind: 'note', anew: 'all', aero: 'box', at: null });
  const [createNote, busy] = useMutation('notesCreate', common('error.creating'));
  const change = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }));
  const text = draft.text.trim();
  const add = async (event: FormEvent) => {
    event.preventDefault();
    if (text === '') return;
    const aero = draft.aero === 'box' ? null : Number(draft.aero);
    const { kind } = draft;
    const metrics = kind === 'baseline_reset' ? metricsOf(draft.anew) : null;
    const body = { box: box.id, aero, text, kind, at: draft.at ?? undefined, metrics };
    const result = await createNote({ body });
    if (!result.ok) return;
    change({ text: '', at: null });
    toast.success(noteWords('saved'));
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
      {draft.kind === 'baseline_reset' ? (
        <SmallText mt="xs">{noteWords(draft.anew === 'all' ? 'baseline_help' : 'sensor_help')}</SmallText>
      ) : null}
    </Paper>
  );
}

/** Kind, subject and time of an entry. */
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
        w={FIELD}
        allowDeselect={false}
        value={draft.kind}
        data={KINDS.map((key) => ({ value: key, label: noteWords(`kinds.${key}`) }))}
        onChange={(value) => change({ kind: value as Kind })}
      />
      {draft.kind === 'baseline_reset' ? (
        <Select
          label={noteWords('anew')}
          w={FIELD}
          allowDeselect={false}
          value={draft.anew}
          data={[
            { value: 'all', label: noteWords('anew_all') },
            ...OF_SENSORS.map((value) => ({ value, label: words(`metric.${value}.name`) })),
            { value: 'supply', label: noteWords('anew_supply') },
          ]}
          onChange={(value) => change({ anew: value as Anew })}
        />
      ) : null}
      <Select
        label={noteWords('aero')}
        w={FIELD}
        allowDeselect={false}
        value={draft.aero}
        data={[{ value: 'box', label: t('log.whole') }, ...aeros]}
        onChange={(aero) => aero && change({ aero })}
      />
      <MomentInput
        label={t('sami.when')}
        placeholder={t('log.now')}
        w={FIELD}
        clearable
        value={draft.at}
        onChange={(at) => change({ at })}
      />
    </>
  );
}
