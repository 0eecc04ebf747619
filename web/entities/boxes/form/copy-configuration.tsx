import { SECRET_MASK } from '@aerowatch/domain/box/configuration-documents';
import { Alert, Button, Modal, Stack, Text } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useState } from 'react';
import { useBusy } from '../../../lib/hooks/use-busy.ts';
import { fetchOnce } from '../../../lib/query/fetch-once.ts';
import { useGrants } from '../../../lib/state/session-state.ts';
import { useText } from '../../../lib/text.ts';
import { DialogButtons } from '../../../ui/dialog-buttons.tsx';
import { toast } from '../../../ui/toast.ts';
import { BoxSelect } from '../box-select.tsx';
import { EDITED_KEYS } from './form-values.ts';
import type { BoxForm } from './identity-fields.tsx';

interface Props {
  form: BoxForm;
  own: number | null;
}

/** Fills in the desired configuration of another box, without saving. */
export function CopyConfiguration({ form, own }: Props) {
  const t = useText('boxes');
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconCopy size={16} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {t('form.copy')}
      </Button>
      <Modal opened={open} onClose={() => setOpen(false)} title={t('form.copy_title')}>
        <Choice form={form} own={own} onClose={() => setOpen(false)} />
      </Modal>
    </>
  );
}

function Choice({ form, own, onClose }: Props & { onClose: () => void }) {
  const t = useText('boxes');
  const common = useText('common');
  const privileged = useGrants('privileged');
  const [source, setSource] = useState<number | null>(null);
  const [copy, busy] = useCopy(form, onClose);
  return (
    <Stack>
      <Text>{t('form.copy_help')}</Text>
      <BoxSelect label={t('change.source')} value={source} onChange={setSource} except={own} data-autofocus />
      {privileged ? null : <Alert color="gray">{t('form.copy_secrets')}</Alert>}
      <DialogButtons
        onCancel={onClose}
        act={common('action.copy')}
        disabled={source === null}
        loading={busy}
        onAct={() => (source === null ? undefined : copy(source))}
      />
    </Stack>
  );
}

/** Reads a box and copies its desired configuration into the form. */
function useCopy(
  form: BoxForm,
  onDone: () => void,
): [copy: (source: number) => Promise<void>, busy: boolean] {
  const t = useText('boxes');
  const privileged = useGrants('privileged');
  const [busy, during] = useBusy();
  const copy = async (source: number): Promise<void> => {
    const result = await during(
      fetchOnce('boxesGet', {
        params: { id: source },
        query: privileged ? { secrets: 'clear' } : {},
      }),
    );
    if (!result.ok) return toast.failure(result);
    const { desired, serial_number: name } = result.data;
    const changed = EDITED_KEYS.filter((key) => {
      // The AERO models are specific to a box; a mask is no secret that could be copied.
      if (key === 'aero1_type' || key === 'aero2_type' || desired[key] === SECRET_MASK) return false;
      return (desired[key] ?? '') !== (form.values.desired[key] ?? '');
    });
    form.setFieldValue('desired', {
      ...form.values.desired,
      ...Object.fromEntries(changed.map((key) => [key, desired[key]])),
    });
    toast.info(t(changed.length === 0 ? 'form.copied_none' : 'form.copied', { count: changed.length, name }));
    onDone();
  };
  return [copy, busy];
}
