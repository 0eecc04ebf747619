import { AT_ONCE, MAX_AT_ONCE } from '@aerowatch/domain/firmware/rollouts';
import { compareVersions } from '@aerowatch/domain/formats';
import { between } from '@aerowatch/domain/validation';
import { translateMessage } from '@aerowatch/i18n/translate-message';
import { Alert, Checkbox, Modal, Paper, Radio, Select, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { goingDown, useDowngrade } from '../../../entities/rollouts/downgrade-fields.tsx';
import { RolloutPreview } from '../../../entities/rollouts/rollout-preview.tsx';
import { useRolloutPreview } from '../../../entities/rollouts/use-rollout-preview.ts';
import { FailureAlert } from '../../../forms/form-screen.tsx';
import { NumberField } from '../../../forms/number-field.tsx';
import { type Held, sent } from '../../../forms/typed/reading.ts';
import type { Failure } from '../../../lib/api/result.ts';
import { paths } from '../../../lib/paths.ts';
import { useCollection, useTable } from '../../../lib/query/use-collection.ts';
import { useMutation } from '../../../lib/query/use-mutation.ts';
import { currentLanguage, useText } from '../../../lib/text.ts';
import { DialogButtons } from '../../../ui/dialog-buttons.tsx';
import { SmallText } from '../../../ui/small-text.ts';
import { toast } from '../../../ui/toast.ts';

interface Props {
  /** Boxes to update; the dialog is open while there are some. */
  boxes: readonly number[];
  onClose: () => void;
  onDone?: () => void;
}

/** Starts a rollout after showing the firmware's release notes. */
export function FirmwareDialog({ boxes, onClose, onDone }: Props) {
  const t = useText('boxes');
  return (
    <Modal
      opened={boxes.length > 0}
      onClose={onClose}
      title={t('firmware.title', { count: boxes.length })}
      size="lg"
    >
      {boxes.length > 0 ? <Confirmation boxes={boxes} onClose={onClose} onDone={onDone} /> : null}
    </Modal>
  );
}

function Confirmation({ boxes, onClose, onDone }: Props) {
  const t = useText('boxes');
  const common = useText('common');
  const finish = useFinish(onClose, onDone);
  const known = useTable('boxes');
  const firmwares = useFirmwaresFor(boxes);
  const [chosen, setChosen] = useState<string | null>(firmwares[0] ? String(firmwares[0].id) : null);
  const [waves, setWaves] = useState<'standard' | 'none'>('standard');
  const [manual, setManual] = useState(false);
  const [atOnce, setAtOnce] = useState<Held<number>>(AT_ONCE);
  const [createRollout, busy] = useMutation('rolloutsCreate');
  const [failure, setFailure] = useState<Failure | null>(null);
  const firmware = firmwares.find(({ id }) => String(id) === chosen);
  const downgrade = useDowngrade(
    goingDown(
      firmware,
      boxes.map((id) => known[id]?.firmware_version ?? undefined),
    ),
  );
  const checked = useRolloutPreview(firmware?.id, boxes);
  const start = async (): Promise<void> => {
    if (firmware === undefined) return;
    setFailure(null);
    const result = await createRollout({
      body: {
        firmware: firmware.id,
        boxes: [...checked.taken],
        waves,
        manual: waves === 'standard' && manual,
        at_once: sent(atOnce) ?? Number.NaN,
        ...downgrade.body,
      },
    });
    if (!result.ok) {
      if (result.status !== 403) setFailure(result);
      return;
    }
    finish(result.data.id);
  };
  if (firmwares.length === 0) return <Alert color="gray">{t('firmware.none')}</Alert>;
  return (
    <Stack>
      <FirmwareChoice firmwares={firmwares} value={chosen} onChange={setChosen} />
      {firmware === undefined ? null : <Description text={firmware.description} />}
      {firmware === undefined ? null : <RolloutPreview {...checked} />}
      {downgrade.fields}
      <Waves waves={waves} manual={manual} onWaves={setWaves} onManual={setManual} />
      <AtOnce value={atOnce} onChange={setAtOnce} />
      {failure === null ? null : <FailureAlert failure={failure} title={common('error.firmware')} />}
      <DialogButtons
        onCancel={onClose}
        act={t('firmware.start')}
        loading={busy}
        disabled={checked.taken.length === 0 || !downgrade.ready || atOnceProblem(atOnce) !== undefined}
        onAct={start}
      />
    </Stack>
  );
}

/** Closes the dialog, and opens the rollout that was started. */
function useFinish(onClose: () => void, onDone: (() => void) | undefined) {
  const t = useText('boxes');
  const navigate = useNavigate();
  return (rollout: number): void => {
    toast.success(t('firmware.started'));
    onClose();
    onDone?.();
    navigate(paths.firmwareUpdate(rollout));
  };
}

/** The number of boxes that may download at once. */
function AtOnce({ value, onChange }: { value: Held<number>; onChange: (value: Held<number>) => void }) {
  const t = useText('boxes');
  return (
    <NumberField
      label={t('firmware.at_once')}
      value={value}
      error={atOnceProblem(value)}
      onChange={onChange}
      maw={280}
    />
  );
}

/** The problem of the number of boxes that may download at once. */
function atOnceProblem(value: Held<number>): string | undefined {
  if (value === null) return translateMessage('required', currentLanguage());
  const problem = typeof value === 'string' ? 'not_numeric' : between(value, 1, MAX_AT_ONCE);
  return problem === null ? undefined : translateMessage(problem, currentLanguage());
}

/** Firmwares that some of the boxes may get, newest first. */
function useFirmwaresFor(boxes: readonly number[]) {
  const known = useTable('boxes');
  // A client's own firmware goes to its own boxes only: those of others are left out, and said to be.
  const owners = new Set(boxes.map((id) => known[id]?.client ?? null));
  return useCollection('firmwares')
    .filter(({ client }) => client === null || owners.has(client))
    .sort((a, b) => compareVersions(b.version, a.version));
}

function FirmwareChoice({
  firmwares,
  value,
  onChange,
}: {
  firmwares: ReturnType<typeof useFirmwaresFor>;
  value: string | null;
  onChange: (value: string | null) => void;
}) {
  const t = useText('boxes');
  const clients = useTable('clients');
  return (
    <Select
      label={t('firmware.choose')}
      data={firmwares.map(({ id, version, client }) => ({
        value: String(id),
        label: `${version} · ${client === null ? t('firmware.global') : (clients[client]?.name ?? '')}`,
      }))}
      value={value}
      onChange={onChange}
      allowDeselect={false}
      data-autofocus
    />
  );
}

function Description({ text }: { text: string }) {
  const t = useText('boxes');
  return (
    <Paper p="sm" bg="var(--aw-hover)">
      <SmallText>{t('firmware.description')}</SmallText>
      <Text style={{ whiteSpace: 'pre-wrap' }}>{text === '' ? t('firmware.no_description') : text}</Text>
    </Paper>
  );
}

type How = 'standard' | 'none';
/** Some boxes first, or all at once; whether each wave must be started by hand. */
function Waves({
  waves,
  manual,
  onWaves,
  onManual,
}: {
  waves: How;
  manual: boolean;
  onWaves: (waves: How) => void;
  onManual: (manual: boolean) => void;
}) {
  const t = useText('boxes');
  return (
    <>
      <Radio.Group
        label={t('firmware.waves')}
        value={waves}
        onChange={(value) => onWaves(value === 'none' ? 'none' : 'standard')}
      >
        <Stack gap="xs" mt="xs">
          <Radio value="standard" label={t('firmware.standard')} description={t('firmware.standard_text')} />
          <Radio value="none" label={t('firmware.all')} description={t('firmware.all_text')} />
        </Stack>
      </Radio.Group>
      {waves === 'standard' ? (
        <Checkbox
          label={t('firmware.manual')}
          checked={manual}
          onChange={(event) => onManual(event.currentTarget.checked)}
        />
      ) : null}
    </>
  );
}
