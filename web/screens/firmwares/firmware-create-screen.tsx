import { type Firmware, firmwareForm } from '@aerowatch/contracts/api/firmwares';
import { Button, FileInput, Group, Input, Progress, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import type { UseFormReturnType } from '@mantine/form';
import { IconFileUpload } from '@tabler/icons-react';
import { type ReactNode, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { ClientSelect } from '../../entities/clients/client-select.tsx';
import { FormFrame } from '../../forms/form-screen.tsx';
import { useContractForm } from '../../forms/use-contract-form.ts';
import { useFormats } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { useQuery } from '../../lib/query/use-query.ts';
import { upload } from '../../lib/query/write.ts';
import { useGrants } from '../../lib/state/session-state.ts';
import { useText } from '../../lib/text.ts';
import { BackLink } from '../../ui/links/back-link.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { toast } from '../../ui/toast.ts';
import { SigningNotice } from './signing-notice.tsx';

const LARGEST = 64 * 1024 * 1024;
const INITIAL = {
  version: '',
  description: '',
  minimum_hardware: '',
  client: null as number | null,
  file: null as File | null,
  manifest: '',
};

/** The form, and the share of its file already sent: 0 to 1. */
function useFirmwareForm(byVendor: boolean) {
  const common = useText('common');
  const navigate = useNavigate();
  const isAdmin = useGrants('admin');
  const [sent, setSent] = useState<number | null>(null);
  const abort = useRef<AbortController | null>(null);
  const form = useContractForm({
    initial: INITIAL,
    schema: firmwareForm,
    toBody: ({ version, description, minimum_hardware, client, manifest }) => ({
      version,
      ...(manifest === '' ? {} : { manifest }),
      description,
      ...(minimum_hardware.trim() === '' ? {} : { minimum_hardware }),
      ...(isAdmin && client !== null ? { client: String(client) } : {}),
    }),
    check: ({ file, manifest }) => ({
      file: file === null ? common('form.required') : null,
      manifest: byVendor && manifest === '' ? common('form.required') : null,
    }),
    submit: (fields: Record<string, string>, { file }) => {
      abort.current = new AbortController();
      setSent(0);
      return upload('firmwaresCreate', {
        file: file ?? new Blob(),
        fileName: file?.name,
        fields,
        onProgress: setSent,
        signal: abort.current.signal,
      }).finally(() => setSent(null));
    },
    onSuccess: (saved) => {
      toast.success(common('success.created', { name: saved.version }));
      void navigate(paths.firmwares());
    },
  });
  return { ...form, sent, abort: () => abort.current?.abort() };
}

/** Uploads a firmware with progress; the version is guessed from the file's name. */
export default function FirmwareCreateScreen() {
  const t = useText('firmwares');
  const common = useText('common');
  const formats = useFormats();
  const signing = useQuery('firmwaresPublicKey', {}).data;
  const byVendor = signing?.signed_by === 'vendor';
  const { form, busy, failure, onSubmit, sent, abort } = useFirmwareForm(byVendor);
  const { file } = form.values;
  const choose = (chosen: File): void => {
    form.setFieldValue('file', chosen);
    form.clearFieldError('file');
    const guess = /(\d{1,3}\.\d{1,3}\.\d{1,3})/.exec(chosen.name)?.[1];
    if (form.values.version === '' && guess !== undefined) form.setFieldValue('version', guess);
  };
  return (
    <>
      <PageHeader
        title={t('create')}
        breadcrumbs={<BackLink to={paths.firmwares()}>{t('title')}</BackLink>}
      />
      <SigningNotice signing={signing} />
      <FormFrame
        onSubmit={onSubmit}
        busy={busy}
        failure={failure}
        failureTitle={common('error.creating')}
        submitLabel={t('upload')}
        cancelTo={busy ? undefined : paths.firmwares()}
        actions={
          busy ? (
            <Button variant="default" onClick={abort}>
              {common('action.cancel')}
            </Button>
          ) : undefined
        }
      >
        <FileField
          file={file}
          error={form.errors.file}
          disabled={busy}
          onChoose={choose}
          onReject={() => form.setFieldError('file', t('file_too_large', { size: formats.bytes(LARGEST) }))}
        />
        <SaidFields form={form} byVendor={byVendor} />
        {sent !== null && <Sending share={sent} />}
      </FormFrame>
    </>
  );
}

/** Details of the file: entered by the uploader, or from the maker's manifest. */
function SaidFields({ form, byVendor }: { form: UseFormReturnType<typeof INITIAL>; byVendor: boolean }) {
  const t = useText('firmwares');
  const isAdmin = useGrants('admin');
  return (
    <>
      {byVendor && (
        <ManifestField
          error={form.errors.manifest}
          onRead={(said) => form.setValues(said)}
          onWrong={() => form.setFieldError('manifest', t('manifest_wrong'))}
        />
      )}
      <TextInput
        label={t('version')}
        description={t('version_help')}
        placeholder="1.4.2"
        withAsterisk
        readOnly={byVendor}
        variant={byVendor ? 'filled' : 'default'}
        {...form.getInputProps('version')}
      />
      <Textarea label={t('description_field')} minRows={3} {...form.getInputProps('description')} />
      <TextInput
        label={t('minimum_hardware')}
        description={t('minimum_hardware_help')}
        readOnly={byVendor}
        variant={byVendor ? 'filled' : 'default'}
        {...form.getInputProps('minimum_hardware')}
      />
      {isAdmin && (
        <ClientSelect
          clearable
          disabled={byVendor}
          description={t('client_help')}
          value={form.values.client}
          onChange={(client) => form.setFieldValue('client', client)}
          error={form.errors.client}
        />
      )}
    </>
  );
}

interface ManifestFieldProps {
  error: ReactNode;
  onRead: (said: Pick<typeof INITIAL, 'manifest' | 'version' | 'minimum_hardware' | 'client'>) => void;
  onWrong: () => void;
}
/** The maker's manifest fills the fields below; values that contradict it are refused. */
function ManifestField({ error, onRead, onWrong }: ManifestFieldProps) {
  const t = useText('firmwares');
  const isAdmin = useGrants('admin');
  const read = async (file: File | null): Promise<void> => {
    if (file === null) return onRead({ manifest: '', version: '', minimum_hardware: '', client: null });
    const text = await file.text();
    try {
      // The server validates it; here it only fills in the form.
      const { version, client, minimum_hardware } = JSON.parse(text).manifest as Firmware;
      onRead({ manifest: text, version, client, minimum_hardware: minimum_hardware ?? '' });
    } catch {
      onWrong();
    }
  };
  return (
    <FileInput
      label={t('manifest')}
      description={t(isAdmin ? 'manifest_help_admin' : 'manifest_help')}
      accept=".json,application/json"
      withAsterisk
      clearable
      error={error}
      onChange={(file) => void read(file)}
    />
  );
}

interface FileFieldProps {
  file: File | null;
  error: ReactNode;
  disabled: boolean;
  onChoose: (file: File) => void;
  /** The file is too large. */
  onReject: () => void;
}
function FileField({ file, error, disabled, onChoose, onReject }: FileFieldProps) {
  const t = useText('firmwares');
  const formats = useFormats();
  return (
    <Input.Wrapper label={t('file')} labelElement="div" withAsterisk error={error}>
      <Dropzone
        mt={4}
        multiple={false}
        maxSize={LARGEST}
        disabled={disabled}
        onDrop={([chosen]) => chosen && onChoose(chosen)}
        onReject={onReject}
        inputProps={{ 'aria-label': t('file') }}
      >
        <Group gap="md" wrap="nowrap" style={{ pointerEvents: 'none' }}>
          <IconFileUpload size={34} stroke={1.5} aria-hidden />
          <div style={{ minWidth: 0 }}>
            <Text size="md" fw={550} style={{ overflowWrap: 'anywhere' }}>
              {file === null ? t('drop') : file.name}
            </Text>
            <Text c="dimmed">
              {file === null ? t('drop_help', { size: formats.bytes(LARGEST) }) : formats.bytes(file.size)}
            </Text>
          </div>
        </Group>
      </Dropzone>
    </Input.Wrapper>
  );
}

function Sending({ share }: { share: number }) {
  const t = useText('firmwares');
  const formats = useFormats();
  return (
    <Stack gap={4}>
      <Progress value={100 * share} animated aria-label={t('uploading')} />
      <Text c="dimmed" role="status">
        {share < 1 ? `${t('uploading')} ${formats.percent(share)}` : t('checking')}
      </Text>
    </Stack>
  );
}
