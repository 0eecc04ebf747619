import { type Firmware, firmwaresPatch } from '@aerowatch/contracts/api/firmwares';
import { Code, Textarea, TextInput } from '@mantine/core';
import { useNavigate, useParams } from 'react-router';
import { FormFrame } from '../../forms/form-screen.tsx';
import { useContractForm } from '../../forms/use-contract-form.ts';
import { useFormats } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { useMutation } from '../../lib/query/use-mutation.ts';
import { idOfAddress, useFreshItem } from '../../lib/query/use-query.ts';
import { useText } from '../../lib/text.ts';
import { BackLink } from '../../ui/links/back-link.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Properties } from '../../ui/properties.tsx';
import { FetchedView } from '../../ui/states/fetched-view.tsx';
import { toast } from '../../ui/toast.ts';

export default function FirmwareEditScreen() {
  const t = useText('firmwares');
  const fetched = useFreshItem('firmwaresGet', idOfAddress(useParams().id));
  return (
    <>
      <PageHeader
        title={fetched.data === undefined ? t('edit') : t('rollout_of', { version: fetched.data.version })}
        breadcrumbs={<BackLink to={paths.firmwares()}>{t('title')}</BackLink>}
      />
      <FetchedView fetched={fetched}>
        {(firmware) => <FirmwareForm firmware={firmware} etag={fetched.etag} />}
      </FetchedView>
    </>
  );
}

/** File and version cannot change; the description may. */
function FirmwareForm({ firmware, etag }: { firmware: Firmware; etag: string | undefined }) {
  const t = useText('firmwares');
  const common = useText('common');
  const [patchFirmware] = useMutation('firmwaresPatch');
  const formats = useFormats();
  const navigate = useNavigate();
  const { form, ...frame } = useContractForm({
    initial: { description: firmware.description, minimum_hardware: firmware.minimum_hardware ?? '' },
    schema: firmwaresPatch.body,
    toBody: ({ description, minimum_hardware }) => ({
      description,
      minimum_hardware: minimum_hardware.trim() === '' ? null : minimum_hardware,
    }),
    submit: (body: never) => patchFirmware({ params: { id: firmware.id }, body, etag }),
    onSuccess: (saved) => {
      toast.success(common('success.updated', { name: saved.version }));
      void navigate(paths.firmwares());
    },
  });
  return (
    <FormFrame {...frame} failureTitle={common('error.updating')} cancelTo={paths.firmwares()}>
      <Properties
        of={[
          [t('version'), firmware.version],
          [t('size'), formats.bytes(firmware.size)],
          ['SHA-256', <Code key="hash">{firmware.sha256}</Code>],
          [
            t('signed_by'),
            [
              `${t(`signed_by_word.${firmware.signed_by}`)} `,
              ...firmware.signatures.map(({ key }) => (
                <Code key={key} ml={6}>
                  {key}
                </Code>
              )),
            ],
          ],
          ...(firmware.not_before === null
            ? []
            : [[t('not_before'), formats.dateTime(firmware.not_before)] as const]),
        ]}
      />
      <Textarea label={t('description_field')} minRows={3} {...form.getInputProps('description')} />
      <TextInput
        label={t('minimum_hardware')}
        description={t('minimum_hardware_help')}
        readOnly={firmware.signed_by !== 'server'}
        variant={firmware.signed_by === 'server' ? 'default' : 'filled'}
        {...form.getInputProps('minimum_hardware')}
      />
    </FormFrame>
  );
}
