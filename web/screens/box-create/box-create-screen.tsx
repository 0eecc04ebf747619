import { boxesCreate } from '@aerowatch/contracts/api/boxes';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { CredentialsDialog } from '../../entities/boxes/credentials-dialog.tsx';
import { measuredInBox } from '../../entities/boxes/form/aero-quantities.ts';
import { BoxForm, checkBox } from '../../entities/boxes/form/box-form.tsx';
import { type BoxValues, bodyOfBox, formPath, valuesOfBox } from '../../entities/boxes/form/form-values.ts';
import { useContractForm } from '../../forms/use-contract-form.ts';
import { useFormats } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { useMutation } from '../../lib/query/use-mutation.ts';
import { useText } from '../../lib/text.ts';
import { BackLink } from '../../ui/links/back-link.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { toast } from '../../ui/toast.ts';

const EMPTY = valuesOfBox(null);

/** Adds one box, then offers the device password it needs to connect. */
export default function BoxCreateScreen() {
  const t = useText('boxes');
  const formats = useFormats();
  const common = useText('common');
  const [createBox] = useMutation('boxesCreate');
  const navigate = useNavigate();
  const [created, setCreated] = useState<{ id: number; serial_number: string } | null>(null);
  const { form, busy, failure, onSubmit } = useContractForm<BoxValues, { id: number }>({
    initial: EMPTY,
    schema: boxesCreate.body,
    toBody: (values) => ({ ...bodyOfBox(values, EMPTY), serial_number: values.serial_number }),
    check: (values) => checkBox(values, t, formats),
    measured: measuredInBox,
    pathOf: (path): string => formPath(path, form.getValues()),
    submit: async (body) => {
      const result = await createBox({ body });
      if (result.ok) {
        setCreated(result.data);
        toast.success(t('form.created', { name: result.data.serial_number }), undefined);
      }
      return result;
    },
    onSuccess: () => undefined,
  });
  return (
    <>
      <PageHeader title={t('add')} breadcrumbs={<BackLink to={paths.boxes()}>{t('title')}</BackLink>} />
      <BoxForm
        form={form}
        busy={busy}
        failure={failure}
        failureTitle={common('error.creating')}
        onSubmit={onSubmit}
        box={null}
        stored={[]}
        cancelTo={paths.boxes()}
        submitLabel={t('add')}
      />
      <CredentialsDialog first box={created} onClose={() => created && navigate(paths.box(created.id))} />
    </>
  );
}
