import { type Box, boxesPatch } from '@aerowatch/contracts/api/boxes';
import { Alert, Button, Group, Text } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { measuredInBox } from '../../entities/boxes/form/aero-quantities.ts';
import { BoxForm } from '../../entities/boxes/form/box-form.tsx';
import { checkBox } from '../../entities/boxes/form/check-box.ts';
import { type BoxValues, bodyOfBox, formPath, valuesOfBox } from '../../entities/boxes/form/form-values.ts';
import type { BoxForm as Form } from '../../entities/boxes/form/identity-fields.tsx';
import { useContractForm } from '../../forms/use-contract-form.ts';
import { useFormats } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { fetchOnce } from '../../lib/query/fetch-once.ts';
import { useItem } from '../../lib/query/use-collection.ts';
import { useMutation } from '../../lib/query/use-mutation.ts';
import { useText } from '../../lib/text.ts';
import { toast } from '../../ui/toast.ts';
import { EditSections } from './edit-sections.tsx';
import { useHandOver } from './handed-over.tsx';
import { type ForeignChange, foreignChanges, merged } from './merge.ts';
import { MergeDialog } from './merge-dialog.tsx';

/** The version the form was filled from. */
interface Base {
  box: Box;
  values: BoxValues;
  etag: string | undefined;
}
const baseOf = (box: Box, etag: string | undefined): Base => ({ box, values: valuesOfBox(box), etag });

/** Sends the changes with If-Match; a change by somebody else in between is shown and merged. */
export function EditForm({ box, etag }: { box: Box; etag: string | undefined }) {
  const t = useText('boxes');
  const formats = useFormats();
  const common = useText('common');
  const [patchBox] = useMutation('boxesPatch');
  const navigate = useNavigate();
  const [base, setBase] = useState(() => baseOf(box, etag));
  const handOver = useHandOver();
  const address = paths.box(box.id);

  const { form, busy, failure, onSubmit } = useContractForm<BoxValues, Box>({
    initial: base.values,
    schema: boxesPatch.body,
    toBody: (values) => handOver.added(bodyOfBox(values, base.values)),
    check: (values) => checkBox(values, t, formats),
    measured: measuredInBox,
    pathOf: (path): string => formPath(path, form.getValues()),
    submit: (body) => patchBox({ params: { id: box.id }, body, etag: base.etag }),
    onSuccess: (saved) => {
      toast.success(t('form.saved', { name: saved.serial_number }));
      navigate(address);
    },
    onFailure: (refusal) => {
      if (refusal.status === 412) void look();
    },
  });

  const { theirs, look, merge, close } = useMerging(box.id, base, setBase, form);
  const known = useItem('boxes', box.id)?.updated_at;
  const changed = known !== undefined && known > base.box.updated_at && !busy;

  return (
    <>
      <BoxForm
        form={form}
        busy={busy}
        failure={failure?.status === 412 ? null : failure}
        failureTitle={common('error.updating')}
        onSubmit={onSubmit}
        cancelTo={address}
        submitLabel={common('action.save')}
      >
        {changed ? <Changed onLook={() => void look()} /> : null}
        {form.getValues().client === base.values.client ? null : handOver.choice}
        <EditSections form={form} box={box.id} stored={base.box.aeros.map(({ position }) => position)} />
      </BoxForm>
      <MergeDialog changes={theirs?.changes ?? null} onClose={close} onMerge={merge} />
    </>
  );
}

/** Another user's changes: loaded to be shown, and copied into the form where the user wants them. */
function useMerging(box: number, base: Base, setBase: (base: Base) => void, form: Form) {
  const t = useText('boxes');
  const [theirs, setTheirs] = useState<{ base: Base; changes: ForeignChange[] } | null>(null);
  const look = async (): Promise<void> => {
    const result = await fetchOnce('boxesGet', { params: { id: box }, query: { secrets: 'masked' } });
    if (!result.ok) return toast.failure(result);
    const next = baseOf(result.data, result.headers.get('etag') ?? undefined);
    setTheirs({ base: next, changes: foreignChanges(base.values, next.values, form.getValues()) });
  };
  const merge = (keepMine: ReadonlySet<string>): void => {
    if (theirs === null) return;
    const values = merged(form.getValues(), theirs.changes, keepMine);
    setBase(theirs.base);
    form.resetDirty(theirs.base.values);
    form.setValues(values);
    form.clearErrors();
    setTheirs(null);
    toast.info(t('merge.applied'));
  };
  return { theirs, look, merge, close: () => setTheirs(null) };
}

/** Somebody else has saved this box. */
function Changed({ onLook }: { onLook: () => void }) {
  const t = useText('boxes');
  return (
    <Alert color="amber" icon={<IconUsers aria-hidden />} role="status">
      <Group justify="space-between" gap="xs">
        <Text>{t('merge.live')}</Text>
        <Button size="xs" variant="default" onClick={onLook}>
          {t('merge.look')}
        </Button>
      </Group>
    </Alert>
  );
}
