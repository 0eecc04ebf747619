import { TEXT_LENGTHS } from '@aerowatch/domain/text-lengths';
import { Group, Modal, MultiSelect, SegmentedControl, Select, Stack, Text } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import { DayInput } from '../../forms/day-input.tsx';
import { KilometerInput } from '../../forms/kilometer-input.tsx';
import { MomentInput } from '../../forms/moment-input.tsx';
import { NumberField } from '../../forms/number-field.tsx';
import { TextAreaField } from '../../forms/text-field.tsx';
import { focusFirstError } from '../../forms/use-contract-form.ts';
import { flatErrors } from '../../lib/api/result.ts';
import { useFormats } from '../../lib/format.ts';
import { useBusy } from '../../lib/hooks/use-busy.ts';
import { useCollection, useTable } from '../../lib/query/use-collection.ts';
import { write } from '../../lib/query/write.ts';
import { useText } from '../../lib/text.ts';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { toast } from '../../ui/toast.ts';
import { bodyOf, byClient, type Draft, makeAll, newDraft, REPEATS } from './draft.ts';

interface Props {
  /** The dialog is open while there is a list: of boxes chosen elsewhere, or empty to choose them here. */
  boxes: readonly number[] | null;
  onClose: () => void;
  onDone?: () => void;
}

/** What is silenced, when, and why. */
export function SilenceDialog({ boxes, onClose, onDone }: Props) {
  const t = useText('silences');
  return (
    <Modal opened={boxes !== null} onClose={onClose} title={t('create')} size="lg">
      {boxes === null ? null : <SilenceForm boxes={boxes} onClose={onClose} onDone={onDone} />}
    </Modal>
  );
}

function SilenceForm({ boxes: chosen, onClose, onDone }: Props & { boxes: readonly number[] }) {
  const t = useText('silences');
  const { timeZone } = useFormats();
  const [draft, setDraft] = useState<Draft>(() => newDraft(chosen));
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [busy, during] = useBusy();
  const made = useRef(new Map<string, number>()).current;
  const boxes = useCollection('boxes');
  const tags = useCollection('tags');
  const set = (changes: Partial<Draft>) => setDraft((before) => ({ ...before, ...changes }));
  const save = async (event: FormEvent) => {
    event.preventDefault();
    // One for each client.
    const bodies = byClient(draft, boxes, tags).map(([part, client]) => bodyOf(part, client, timeZone));
    const refused = await during(makeAll(bodies, made, CALLS));
    if (refused === null) {
      toast.success(t('created'));
      onClose();
      onDone?.();
    } else if (refused.status === 400) {
      const found = flatErrors(refused.errors);
      setErrors(found);
      focusFirstError(null);
      const unseen = chosen.length > 0 ? (found.boxes ?? found.client) : undefined;
      const said = found.non_field_errors ?? unseen;
      if (said !== undefined) toast.error(said);
    } else toast.failure(refused);
  };
  return (
    <form onSubmit={save} noValidate>
      <Stack gap="sm">
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
        <DialogButtons onCancel={onClose} act={t('action')} loading={busy} />
      </Stack>
    </form>
  );
}

const CALLS = {
  make: (body: ReturnType<typeof bodyOf>) => write('silencesCreate', { body }),
  end: (id: number) => write('silencesEnd', { params: { id } }),
};

/** Names that stand before "and … more". */
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

interface PartProps {
  draft: Draft;
  set: (changes: Partial<Draft>) => void;
  errors: Record<string, string>;
}

function Scope({ draft, set, errors }: PartProps) {
  const t = useText('silences');
  const { compare } = useFormats();
  const boxes = useCollection('boxes');
  const tags = useCollection('tags');
  const lines = [...new Set(boxes.map((box) => box.line).filter((line) => line !== ''))].sort(compare);
  return (
    <>
      <SegmentedControl
        aria-label={t('scope')}
        value={draft.scope}
        data={[
          { value: 'boxes', label: t('scopeBoxes') },
          { value: 'tag', label: t('scopeTag') },
          { value: 'line', label: t('scopeLine') },
        ]}
        onChange={(scope) => set({ scope: scope as Draft['scope'] })}
      />
      {draft.scope === 'boxes' ? (
        <MultiSelect
          label={t('chooseBoxes')}
          withAsterisk
          searchable
          limit={100}
          value={draft.boxes}
          error={errors.boxes}
          data={boxes.map((box) => ({ value: String(box.id), label: box.serial_number }))}
          onChange={(chosen) => set({ boxes: chosen })}
        />
      ) : null}
      {draft.scope === 'tag' ? (
        <Select
          label={t('chooseTag')}
          withAsterisk
          searchable
          value={draft.tag}
          error={errors.tag}
          data={tags.map((tag) => ({ value: String(tag.id), label: tag.name }))}
          onChange={(tag) => set({ tag })}
        />
      ) : null}
      {draft.scope === 'line' ? (
        <>
          <Select
            label={t('chooseLine')}
            withAsterisk
            searchable
            value={draft.line}
            error={errors.line}
            data={lines}
            onChange={(line) => set({ line })}
          />
          <Group align="flex-start" grow preventGrowOverflow={false}>
            <KilometerInput
              label={t('fromKm')}
              value={draft.from_km}
              error={errors.from_km}
              onChange={(from_km) => set({ from_km })}
            />
            <KilometerInput
              label={t('toKm')}
              value={draft.to_km}
              error={errors.to_km}
              onChange={(to_km) => set({ to_km })}
            />
          </Group>
        </>
      ) : null}
    </>
  );
}

function When({ draft, set, errors }: PartProps) {
  const t = useText('silences');
  const { timeZone } = useFormats();
  return (
    <>
      <Group align="flex-start" grow preventGrowOverflow={false}>
        <MomentInput
          label={t('from')}
          description={timeZone}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          withAsterisk
          value={draft.from}
          error={errors.from}
          onChange={(from) => set({ from })}
        />
        <MomentInput
          label={t('to')}
          description={t('toHelp')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          withAsterisk
          value={draft.to}
          error={errors.to}
          onChange={(to) => set({ to })}
        />
      </Group>
      <Select
        label={t('repeat')}
        allowDeselect={false}
        value={draft.repeat}
        error={draft.repeat === 'never' ? errors.rrule : undefined}
        data={(Object.keys(REPEATS) as Draft['repeat'][]).map((key) => ({
          value: key,
          label: t(REPEATS[key].label),
        }))}
        onChange={(repeat) => set({ repeat: repeat as Draft['repeat'] })}
      />
      {draft.repeat === 'never' ? null : <RepeatEnd draft={draft} set={set} errors={errors} />}
    </>
  );
}

/** A repetition states its end: a day, or how often. */
function RepeatEnd({ draft, set, errors }: PartProps) {
  const t = useText('silences');
  return (
    <Group align="flex-start" grow preventGrowOverflow={false}>
      <Select
        label={t('ends')}
        allowDeselect={false}
        value={draft.ends}
        data={[
          { value: 'until', label: t('endsUntil') },
          { value: 'count', label: t('endsCount') },
        ]}
        onChange={(ends) => set({ ends: ends as Draft['ends'] })}
      />
      {draft.ends === 'until' ? (
        <DayInput
          label={t('until')}
          withAsterisk
          value={draft.until}
          error={errors.rrule}
          onChange={(until) => set({ until })}
        />
      ) : (
        <NumberField
          label={t('count')}
          withAsterisk
          value={draft.count}
          error={errors.rrule}
          onChange={(count) => set({ count })}
        />
      )}
    </Group>
  );
}
