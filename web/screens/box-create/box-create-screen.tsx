import { type Box, boxesCreate } from '@aerowatch/contracts/api/boxes';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { measuredInBox } from '../../entities/boxes/form/aero-quantities.ts';
import { BoxForm } from '../../entities/boxes/form/box-form.tsx';
import { checkBox } from '../../entities/boxes/form/check-box.ts';
import { type BoxValues, bodyOfBox, formPath, valuesOfBox } from '../../entities/boxes/form/form-values.ts';
import { useContractForm } from '../../forms/use-contract-form.ts';
import { useFormats } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { useMutation } from '../../lib/query/use-mutation.ts';
import { useText } from '../../lib/text.ts';
import { BackLink } from '../../ui/links/back-link.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { ConnectBox } from './connect-box.tsx';
import { NewBoxSections } from './new-box-sections.tsx';

const EMPTY = valuesOfBox(null);

/** Adds one box, then explains how to connect it and waits for its first measure. */
export default function BoxCreateScreen() {
  const [created, setCreated] = useState<Box | null>(null);
  return created === null ? (
    <NewBox onCreated={setCreated} />
  ) : (
    <ConnectBox box={created} onAnother={() => setCreated(null)} />
  );
}

/** AEROs are on the line of their box unless they name another. */
const withLine = (values: BoxValues): BoxValues => ({
  ...values,
  aeros: values.aeros.map((aero) => (aero?.line === '' ? { ...aero, line: values.line } : aero)),
});

function NewBox({ onCreated }: { onCreated: (box: Box) => void }) {
  const t = useText('boxes');
  const formats = useFormats();
  const common = useText('common');
  // From the list of boxes that were refused.
  const [search] = useSearchParams();
  const serial = search.get('serial_number') ?? '';
  const [createBox] = useMutation('boxesCreate');
  const { form, busy, failure, onSubmit } = useContractForm<BoxValues, Box>({
    initial: { ...EMPTY, serial_number: serial },
    schema: boxesCreate.body,
    toBody: (values) => ({ ...bodyOfBox(withLine(values), EMPTY), serial_number: values.serial_number }),
    check: (values) => checkBox(values, t, formats),
    measured: measuredInBox,
    pathOf: (path): string => formPath(path, form.getValues()),
    submit: (body) => createBox({ body }),
    onSuccess: onCreated,
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
        cancelTo={paths.boxes()}
        submitLabel={t('add')}
      >
        <NewBoxSections form={form} />
      </BoxForm>
    </>
  );
}
