import { Button, Group, Paper, Progress, Stack, Text } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import { IconCircleCheck, IconDownload, IconFileSpreadsheet } from '@tabler/icons-react';
import { useState } from 'react';
import { ClientSelect } from '../../entities/clients/client-select.tsx';
import { loadCollections } from '../../entities/load.ts';
import { FailureAlert } from '../../forms/form-screen.tsx';
import { useUnsavedGuard } from '../../forms/unsaved-guard.ts';
import { saveBlob } from '../../lib/api/download.ts';
import type { Failure } from '../../lib/api/result.ts';
import { upload } from '../../lib/api/upload.ts';
import { paths } from '../../lib/paths.ts';
import { useGrants } from '../../lib/state/session-state.ts';
import { useText } from '../../lib/text.ts';
import { BackLink } from '../../ui/back-link.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { ImportPreview, type ImportResult } from './import-result.tsx';
import { template } from './template.ts';

const MOST_BYTES = 32 * 1024 * 1024;
const ACCEPTED = {
  'text/csv': ['.csv'],
  'text/plain': ['.csv', '.txt'],
  'application/vnd.ms-excel': ['.csv'],
};
type Step = { checking: boolean; share: number } | null;

/** Imports boxes from a CSV: the file is checked first, then written whole or without its bad lines. */
export default function BoxImportScreen() {
  const t = useText('boxes');
  const admin = useGrants('admin');
  const [file, setFile] = useState<File | null>(null);
  const [client, setClient] = useState<number | null>(null);
  const [step, setStep] = useState<Step>(null);
  const [result, setResult] = useState<ImportResult | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [rejected, setRejected] = useState(false);
  useUnsavedGuard(step !== null && !step.checking);

  const send = async (chosen: File, dryRun: boolean, partial: boolean, owner = client): Promise<void> => {
    setStep({ checking: dryRun, share: 0 });
    setFailure(null);
    const sent = await upload(
      'boxesImport',
      {
        file: chosen,
        fileName: chosen.name,
        onProgress: (share) => setStep({ checking: dryRun, share }),
      },
      { query: { dry_run: dryRun, partial, client: owner } },
    );
    setStep(null);
    if (!sent.ok) {
      if (sent.status !== 403) setFailure(sent);
      return;
    }
    setResult(sent.data);
    if (!dryRun && sent.data.created > 0) void loadCollections(['boxes', 'aeros', 'tags']);
  };
  const choose = (chosen: File | undefined): void => {
    if (chosen === undefined) return;
    setRejected(false);
    setFile(chosen);
    setResult(null);
    void send(chosen, true, false);
  };
  const again = (): void => {
    setFile(null);
    setResult(null);
    setFailure(null);
  };
  const done = result !== null && !result.dry_run && result.created > 0;
  const wrong = result === null ? 0 : result.rows - result.valid;

  return (
    <>
      <PageHeader
        title={t('importing.title')}
        description={t('importing.text')}
        breadcrumbs={<BackLink to={paths.boxes()}>{t('title')}</BackLink>}
        actions={
          <Button
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
            onClick={() => saveBlob(new Blob([template()], { type: 'text/csv;charset=utf-8' }), 'boxes.csv')}
          >
            {t('importing.template')}
          </Button>
        }
      />
      <Paper p={{ base: 'md', sm: 'lg' }} maw={1100}>
        {done ? (
          <EmptyState
            title={t('importing.done', { count: result.created })}
            icon={<IconCircleCheck size={28} aria-hidden />}
            action={
              <Group mt="sm" justify="center">
                <LinkButton to={paths.boxes()}>{t('importing.to_boxes')}</LinkButton>
                <Button variant="default" onClick={again}>
                  {t('importing.another')}
                </Button>
              </Group>
            }
          >
            {t('importing.done_text')}
          </EmptyState>
        ) : (
          <Stack gap="lg">
            {admin ? (
              <ClientSelect
                label={t('importing.client')}
                description={t('importing.client_help')}
                clearable
                maw={420}
                value={client}
                onChange={(next) => {
                  setClient(next);
                  // Whether tags and lines are good depends on whose they are.
                  if (file !== null) void send(file, true, false, next);
                }}
              />
            ) : null}
            {file === null ? (
              <>
                <Dropzone
                  multiple={false}
                  accept={ACCEPTED}
                  maxSize={MOST_BYTES}
                  onDrop={([first]) => choose(first)}
                  onReject={() => setRejected(true)}
                  inputProps={{ 'aria-label': t('importing.choose') }}
                  aria-label={t('importing.drop')}
                  py="xl"
                >
                  <Stack align="center" gap="xs" style={{ pointerEvents: 'none' }}>
                    <IconFileSpreadsheet size={40} stroke={1.4} aria-hidden />
                    <Text ta="center">{t('importing.drop')}</Text>
                  </Stack>
                </Dropzone>
                {rejected ? (
                  <Text c="var(--mantine-color-error)" size="sm" role="alert">
                    {t('importing.drop_reject')}
                  </Text>
                ) : null}
                <Text size="sm" c="dimmed">
                  {t('importing.columns_text')}
                </Text>
              </>
            ) : null}
            {step === null ? null : (
              <div role="status">
                <Text size="sm" mb="xs">
                  {step.checking
                    ? t('importing.checking', { name: file?.name ?? '' })
                    : t('importing.sending')}
                </Text>
                <Progress
                  value={step.share * 100}
                  animated={step.share >= 1}
                  aria-label={step.checking ? t('importing.checking', { name: '' }) : t('importing.sending')}
                />
              </div>
            )}
            {failure === null ? null : <ImportFailure failure={failure} />}
            {result !== null && step === null ? (
              <ImportPreview result={result} name={file?.name ?? ''} />
            ) : null}
            {file !== null && step === null ? (
              <Group justify="flex-end" gap="xs">
                <Button variant="default" onClick={again}>
                  {t('importing.another')}
                </Button>
                {failure !== null ? (
                  <Button onClick={() => void send(file, true, false)}>{t('importing.check_again')}</Button>
                ) : result !== null && result.valid > 0 ? (
                  <Button onClick={() => void send(file, false, wrong > 0)}>
                    {t(wrong > 0 ? 'importing.partial' : 'importing.go', { count: result.valid })}
                  </Button>
                ) : null}
              </Group>
            ) : null}
          </Stack>
        )}
      </Paper>
    </>
  );
}

/** A refusal of the whole file names its reason under `file`. */
function ImportFailure({ failure }: { failure: Failure }) {
  const t = useText('boxes');
  const reasons = ['file', 'client'].flatMap((key) => {
    const messages = failure.errors[key];
    return Array.isArray(messages) ? messages : [];
  });
  return (
    <FailureAlert
      failure={reasons.length === 0 ? failure : { ...failure, detail: reasons.join(' ') }}
      title={t('importing.failed')}
    />
  );
}
