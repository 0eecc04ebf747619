import type { Aero } from '@aerowatch/contracts/api/aeros';
import { SAMI_LEVELS, type SamiLevel } from '@aerowatch/domain/sami';
import { TEXT_LENGTHS } from '@aerowatch/domain/text-lengths';
import { Modal, Radio, Stack } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { TextAreaField } from '../../../forms/text-field.tsx';
import { useMutation } from '../../../lib/query/use-mutation.ts';
import { useText } from '../../../lib/text.ts';
import { SamiBadge } from '../../../ui/badges/sami-mark.tsx';
import { DialogButtons } from '../../../ui/dialog-buttons.tsx';
import { toast } from '../../../ui/toast.ts';

/** Sets the SAMI of an AERO, with a reason for its history. */
export function SamiDialog({ aero, opened, onClose }: { aero: Aero; opened: boolean; onClose: () => void }) {
  const t = useText('box');
  const common = useText('common');
  const [level, setLevel] = useState<SamiLevel>(aero.sami);
  const [reason, setReason] = useState('');
  const [patchAero, busy] = useMutation('aerosPatch', common('error.updating'));
  const save = async (event: FormEvent) => {
    event.preventDefault();
    const result = await patchAero({
      params: { id: aero.id },
      body: { sami: level, ...(reason.trim() === '' ? {} : { reason: reason.trim() }) },
    });
    if (!result.ok) return;
    toast.success(t('sami.done'));
    setReason('');
    onClose();
  };
  return (
    <Modal opened={opened} onClose={onClose} title={t('sami.title', { position: aero.position })}>
      <form onSubmit={save}>
        <Stack>
          <Radio.Group
            label={t('sami.level')}
            value={level}
            onChange={(value) => setLevel(value as SamiLevel)}
          >
            <Stack gap="xs" mt={6}>
              {SAMI_LEVELS.map((key) => (
                <Radio key={key} value={key} label={<SamiBadge level={key} />} />
              ))}
            </Stack>
          </Radio.Group>
          <TextAreaField
            label={t('sami.reason')}
            description={t('sami.reasonHelp')}
            max={TEXT_LENGTHS.aero.sami_reason}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
          <DialogButtons
            onCancel={onClose}
            act={t('sami.save')}
            loading={busy}
            disabled={level === aero.sami}
          />
        </Stack>
      </form>
    </Modal>
  );
}
