import {
  Button,
  Group,
  Modal,
  MultiSelect,
  NumberInput,
  SegmentedControl,
  Select,
  Stack,
  Textarea,
} from '@mantine/core';
import { useState } from 'react';
import { useCollection } from '../../entities/use-collection.ts';
import { MomentInput } from '../../forms/moment-input.tsx';
import { call } from '../../lib/api/client.ts';
import { flatErrors } from '../../lib/api/result.ts';
import { useFormats } from '../../lib/format.ts';
import { useText } from '../../lib/text.ts';
import { toast } from '../../ui/toast.ts';
import { bodyOf, clientOf, type Draft, newDraft, REPEATS } from './draft.ts';

interface Props {
  opened: boolean;
  onClose: () => void;
  onDone: () => void;
}

/** What is silenced, when, and why. */
export function NewSilence({ opened, onClose, onDone }: Props) {
  const t = useText('silences');
  const common = useText('common');
  const [draft, setDraft] = useState<Draft>(() => newDraft());
  const { timeZone } = useFormats();
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [busy, setBusy] = useState(false);
  const boxes = useCollection('boxes');
  const tags = useCollection('tags');
  const set = (changes: Partial<Draft>) => setDraft((before) => ({ ...before, ...changes }));
  const save = async () => {
    setBusy(true);
    const client = clientOf(draft, boxes, tags);
    const result = await call('silencesCreate', { body: bodyOf(draft, client, timeZone) });
    setBusy(false);
    if (result.ok) {
      toast.success(t('created'));
      setDraft(newDraft());
      setErrors({});
      onClose();
      onDone();
    } else if (result.status === 400) {
      const found = flatErrors(result.errors);
      setErrors(found);
      if (found.non_field_errors !== undefined) toast.error(found.non_field_errors);
    } else toast.failure(result);
  };
  return (
    <Modal opened={opened} onClose={onClose} title={t('create')} size="lg">
      <Stack gap="sm">
        <Scope draft={draft} set={set} errors={errors} />
        <When draft={draft} set={set} errors={errors} />
        <Textarea
          label={t('reason')}
          withAsterisk
          maxLength={500}
          autosize
          minRows={2}
          value={draft.reason}
          error={errors.reason}
          onChange={(event) => set({ reason: event.currentTarget.value })}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {common('action.cancel')}
          </Button>
          <Button loading={busy} onClick={() => void save()}>
            {t('create')}
          </Button>
        </Group>
      </Stack>
    </Modal>
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
        <Group align="flex-start" grow preventGrowOverflow={false}>
          <Select
            label={t('chooseLine')}
            withAsterisk
            searchable
            value={draft.line}
            error={errors.line}
            data={lines}
            onChange={(line) => set({ line })}
          />
          <NumberInput
            label={t('fromKm')}
            decimalScale={3}
            value={draft.from_km}
            error={errors.from_km}
            onChange={(from_km) => set({ from_km })}
          />
          <NumberInput
            label={t('toKm')}
            decimalScale={3}
            value={draft.to_km}
            error={errors.to_km}
            onChange={(to_km) => set({ to_km })}
          />
        </Group>
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
        error={errors.rrule}
        data={(Object.keys(REPEATS) as Draft['repeat'][]).map((key) => ({
          value: key,
          label: t(REPEATS[key].label),
        }))}
        onChange={(repeat) => set({ repeat: repeat as Draft['repeat'] })}
      />
    </>
  );
}
