import { SAMI_LEVELS, type SamiLevel } from '@aerowatch/domain/sami';
import { TEXT_LENGTHS } from '@aerowatch/domain/text-lengths';
import { FAILURE_CAUSES, type FailureCause, MECHANISMS, type Mechanism } from '@aerowatch/domain/work/causes';
import {
  asksForReset,
  WORK_ACT_KEYS,
  WORK_VERDICTS,
  type WorkAct,
  type WorkVerdict,
} from '@aerowatch/domain/work/orders';
import { Alert, Checkbox, Chip, Group, Modal, Radio, Select, Stack, Text } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { isSafe, useRecord } from '../../entities/offline/use-record.ts';
import type { Order } from '../../entities/work/work-words.ts';
import { TextAreaField } from '../../forms/text-field.tsx';
import { useBusy } from '../../lib/hooks/use-busy.ts';
import { useItem } from '../../lib/query/use-collection.ts';
import { useText } from '../../lib/text.ts';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { toast } from '../../ui/toast.ts';

interface Props {
  order: Order;
  opened: boolean;
  onClose: () => void;
  onDone: () => void;
}

/** Closes an order: what was found and done, and the consequences, in one step. */
export function CloseOrderDialog({ order, opened, onClose, onDone }: Props) {
  const t = useText('work');
  return (
    <Modal opened={opened} onClose={onClose} title={t('close.title')} size="lg">
      {opened ? <CloseForm order={order} onClose={onClose} onDone={onDone} /> : null}
    </Modal>
  );
}

interface Draft {
  verdict: WorkVerdict | null;
  mechanism: Mechanism | null;
  cause: FailureCause | null;
  acts: WorkAct[];
  note: string;
  /** null: depends on the work done. */
  reset: boolean | null;
  sami: SamiLevel | null;
  archive: boolean;
}
const EMPTY: Draft = {
  verdict: null,
  mechanism: null,
  cause: null,
  acts: [],
  note: '',
  reset: null,
  sami: null,
  archive: true,
};

function CloseForm({ order, onClose, onDone }: Omit<Props, 'opened'>) {
  const t = useText('work');
  const common = useText('common');
  const [draft, setDraft] = useState<Draft>(EMPTY);
  const record = useRecord(common('error.updating'));
  const [busy, during] = useBusy();
  const set = (change: Partial<Draft>): void => setDraft((before) => ({ ...before, ...change }));
  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const { verdict, mechanism, cause, acts, note, reset, sami, archive } = draft;
    if (verdict === null) return;
    const closing = {
      verdict,
      mechanism,
      cause,
      acts,
      closing_note: note,
      ...(reset === null ? {} : { reset_baseline: reset }),
      ...(sami === null ? {} : { sami }),
      archive_alerts: archive,
    };
    const { id, title } = order;
    const outcome = await during(record({ kind: 'closing', order: id, about: title, body: { closing } }));
    if (!isSafe(outcome)) return;
    if (outcome.state === 'sent') toast.success(t('close.done'));
    onClose();
    onDone();
  };
  const complete = draft.verdict !== null && (draft.verdict !== 'other_cause' || draft.mechanism !== null);
  return (
    <form onSubmit={save}>
      <Stack>
        <Unchecked checklist={order.checklist} />
        <Found draft={draft} set={set} />
        <Done draft={draft} set={set} />
        <Follows order={order} draft={draft} set={set} />
        <DialogButtons onCancel={onClose} act={t('close.action')} loading={busy} disabled={!complete} />
      </Stack>
    </form>
  );
}

/** The permit to work is a step, too: whoever closes without it is told, and may have reasons. */
function Unchecked({ checklist }: Pick<Order, 'checklist'>) {
  const t = useText('work');
  const count = checklist.filter(({ done }) => !done).length;
  if (count === 0) return null;
  return <Alert color="orange">{t('close.unchecked', { count, all: checklist.length })}</Alert>;
}

interface PartProps {
  draft: Draft;
  set: (change: Partial<Draft>) => void;
}

function Found({ draft, set }: PartProps) {
  const t = useText('work');
  return (
    <>
      <Radio.Group
        label={t('close.verdict')}
        withAsterisk
        value={draft.verdict}
        onChange={(value) => set({ verdict: value as WorkVerdict })}
      >
        <Stack gap="xs" mt={6}>
          {WORK_VERDICTS.map((verdict) => (
            <Radio key={verdict} value={verdict} label={t(`verdict_plain.${verdict}`)} />
          ))}
        </Stack>
      </Radio.Group>
      {draft.verdict === null || draft.verdict === 'not_found' ? null : <Codes draft={draft} set={set} />}
    </>
  );
}

/** The codes of ISO 14224; collapsed if none is required. */
function Codes({ draft, set }: PartProps) {
  const t = useText('work');
  const asked = draft.verdict === 'other_cause';
  return (
    <details open={asked}>
      <summary>{t('close.codes')}</summary>
      <Group grow align="flex-start" mt="xs">
        <Coded
          label={t('field.mechanism')}
          required={asked}
          data={groupsOf(
            MECHANISMS,
            (key) => t(`mechanism.${key}`),
            (family) => t(`mechanism_family.${family}`),
          )}
          value={draft.mechanism}
          onChange={(mechanism) => set({ mechanism: mechanism as Mechanism | null })}
        />
        <Coded
          label={t('field.cause')}
          data={groupsOf(
            FAILURE_CAUSES,
            (key) => t(`cause.${key}`),
            (family) => t(`cause_family.${family}`),
          )}
          value={draft.cause}
          onChange={(cause) => set({ cause: cause as FailureCause | null })}
        />
      </Group>
    </details>
  );
}

/** Codes of a table under their families, each with its number. */
function groupsOf<K extends string, F extends string>(
  table: Readonly<Record<K, { readonly iso: string; readonly family: F }>>,
  name: (key: K) => string,
  familyName: (family: F) => string,
) {
  const keys = Object.keys(table) as K[];
  return [...Map.groupBy(keys, (key) => table[key].family)].map(([family, items]) => ({
    group: familyName(family),
    items: items.map((key) => ({ value: key, label: `${table[key].iso} ${name(key)}` })),
  }));
}

interface CodedProps {
  label: string;
  required?: boolean;
  data: ReturnType<typeof groupsOf>;
  value: string | null;
  onChange: (value: string | null) => void;
}
function Coded({ label, required = false, data, value, onChange }: CodedProps) {
  const common = useText('common');
  return (
    <Select
      label={label}
      withAsterisk={required}
      placeholder={common('form.choose')}
      nothingFoundMessage={common('form.nothing_found')}
      searchable
      clearable
      data={data}
      value={value}
      onChange={onChange}
      miw={200}
    />
  );
}

function Done({ draft, set }: PartProps) {
  const t = useText('work');
  return (
    <>
      <fieldset style={{ border: 0, margin: 0, padding: 0, minWidth: 0 }}>
        <Text component="legend" fw={500} mb={4}>
          {t('close.acts')}
        </Text>
        <Chip.Group multiple value={draft.acts} onChange={(acts) => set({ acts: acts as WorkAct[] })}>
          <Group gap={6}>
            {WORK_ACT_KEYS.map((act) => (
              <Chip key={act} value={act} size="sm">
                {t(`act.${act}`)}
              </Chip>
            ))}
          </Group>
        </Chip.Group>
      </fieldset>
      <TextAreaField
        label={t('field.closing_note')}
        description={t('close.note_help')}
        max={TEXT_LENGTHS.work_order.closing_note}
        value={draft.note}
        onChange={(event) => set({ note: event.currentTarget.value })}
      />
    </>
  );
}

/** The consequences: shown before they happen, each can be disabled. */
function Follows({ order, draft, set }: PartProps & { order: Order }) {
  const t = useText('work');
  const domain = useText('domain');
  const aero = useItem('aeros', order.aero ?? 0);
  const now = aero === undefined ? -1 : SAMI_LEVELS.indexOf(aero.sami);
  const better = SAMI_LEVELS.slice(0, Math.max(now, 0));
  return (
    <Stack gap="xs">
      <Text fw={500}>{t('close.follows')}</Text>
      <Checkbox
        label={t('close.reset')}
        description={t('close.reset_help')}
        checked={draft.reset ?? asksForReset(draft.acts)}
        onChange={(event) => set({ reset: event.currentTarget.checked })}
      />
      <Checkbox
        label={t('close.archive', { count: order.alerts.length })}
        checked={draft.archive}
        disabled={order.alerts.length === 0}
        onChange={(event) => set({ archive: event.currentTarget.checked })}
      />
      {better.length > 0 && aero !== undefined ? (
        <Select
          label={t('close.sami', { level: domain(`sami.${aero.sami}`) })}
          placeholder={t('close.sami_stays')}
          clearable
          data={better.map((level) => ({ value: level, label: domain(`sami.${level}`) }))}
          value={draft.sami}
          onChange={(value) => set({ sami: value as SamiLevel | null })}
        />
      ) : null}
    </Stack>
  );
}
