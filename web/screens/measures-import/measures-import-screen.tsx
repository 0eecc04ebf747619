import { Alert, Button, Group, Paper, Progress, Stack, Text } from '@mantine/core';
import { IconListDetails } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { JobProgress } from '../../entities/jobs/job-progress.tsx';
import { outcomeOf } from '../../entities/jobs/job-words.ts';
import { isOver, useJob } from '../../entities/jobs/use-job.ts';
import { FailureAlert } from '../../forms/form-screen.tsx';
import { useUnsavedGuard } from '../../forms/unsaved-guard.ts';
import type { Failure } from '../../lib/api/result.ts';
import { upload } from '../../lib/api/upload.ts';
import { useFormats } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { useText } from '../../lib/text.ts';
import { BackLink } from '../../ui/back-link.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { firstChoice, type ImportChoice, missingOf, queryOf } from './choice.ts';
import { type Chosen, FileChoice } from './file-choice.tsx';
import { FilePreview } from './file-preview.tsx';
import { ImportOutcomeView } from './import-outcome.tsx';
import { MappingForm } from './mapping-form.tsx';

/** Historical measures from a CSV: which column is what, a check of every row, then the import itself. */
export default function MeasuresImportScreen() {
  const t = useText('jobs');
  const formats = useFormats();
  const [search, setSearch] = useSearchParams();
  const [file, setFile] = useState<Chosen | null>(null);
  const [choice, setChoice] = useState<ImportChoice>(() => firstChoice(search, formats));
  const [sent, setSent] = useState<number | null>(null);
  const [dry, setDry] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  // The job stands in the address: after a reload the import is still followed.
  const id = Number(search.get('job')) || null;
  const { job, missing } = useJob(id);
  const outcome = outcomeOf(job);
  const running = sent !== null || (job !== undefined && !isOver(job));
  useUnsavedGuard(sent !== null);
  const follow = (next: number | null): void =>
    setSearch(
      (before) => {
        if (next === null) before.delete('job');
        else before.set('job', String(next));
        return before;
      },
      { replace: true },
    );
  useEffect(() => {
    if (missing) follow(null);
  }, [missing]);

  const send = async (dryRun: boolean): Promise<void> => {
    if (file === null) return;
    setFailure(null);
    setSent(0);
    setDry(dryRun);
    const answer = await upload(
      'measuresImport',
      { file: file.file, fileName: file.file.name, onProgress: setSent },
      { query: { dry_run: dryRun, ...queryOf(choice) } },
    );
    setSent(null);
    if (answer.ok) follow(answer.data.id);
    else if (answer.status !== 403) setFailure(answer);
  };
  const again = (): void => {
    setFile(null);
    setFailure(null);
    follow(null);
  };
  const name = file?.file.name ?? '';
  const gap = missingOf(choice);

  return (
    <>
      <PageHeader
        title={t('importing.title')}
        description={t('importing.text')}
        breadcrumbs={<BackLink to={paths.visualization()}>{t('visualization')}</BackLink>}
        actions={
          <LinkButton
            variant="default"
            to={paths.jobs()}
            leftSection={<IconListDetails size={16} aria-hidden />}
          >
            {t('all')}
          </LinkButton>
        }
      />
      <Paper p={{ base: 'md', sm: 'lg' }} maw={1100}>
        <Stack gap="lg">
          {file === null && id === null ? (
            <FileChoice
              onChoose={(chosen) => {
                setFile(chosen);
                setChoice((before) => ({
                  ...before,
                  mapping: chosen.mapping,
                  ...(chosen.own ? { one: false } : {}),
                }));
              }}
            />
          ) : null}
          {file !== null && id === null && sent === null ? (
            <>
              {file.own ? <Alert variant="light">{t('importing.own')}</Alert> : null}
              <MappingForm
                head={file.head}
                choice={choice}
                change={(part) => setChoice({ ...choice, ...part })}
              />
              <FilePreview file={file} choice={choice} />
            </>
          ) : null}
          {sent !== null ? (
            <div role="status">
              <Text size="sm" mb="xs">
                {t('importing.uploading', { name })}
              </Text>
              <Progress value={sent * 100} animated aria-label={t('importing.uploading', { name })} />
            </div>
          ) : null}
          {job !== undefined && !isOver(job) ? (
            <JobProgress job={job} label={dry ? t('importing.checking', { name }) : t('importing.running')} />
          ) : null}
          {failure !== null ? <ImportFailure failure={failure} /> : null}
          {job !== undefined && isOver(job) ? (
            <ImportOutcomeView job={job} one={choice.one ? choice.aero : null} />
          ) : null}
          {running || (file === null && id === null) ? null : (
            <Group justify="flex-end" gap="xs">
              <Button variant="default" onClick={again}>
                {t('importing.another')}
              </Button>
              {id === null ? (
                <>
                  {gap === null ? (
                    <Text size="sm" c="dimmed">
                      {t('importing.check_text')}
                    </Text>
                  ) : (
                    <Text size="sm" c="var(--mantine-color-error)" role="status">
                      {t(`importing.missing.${gap}`)}
                    </Text>
                  )}
                  <Button disabled={gap !== null} onClick={() => void send(true)}>
                    {t('importing.check')}
                  </Button>
                </>
              ) : null}
              {id !== null && file !== null ? (
                <Button variant="default" onClick={() => follow(null)}>
                  {t('importing.back')}
                </Button>
              ) : null}
              {outcome?.dry_run === true && file !== null && outcome.stored > 0 ? (
                <Button onClick={() => void send(false)}>
                  {t('importing.go', { rows: formats.number(outcome.stored), count: outcome.stored })}
                </Button>
              ) : null}
            </Group>
          )}
        </Stack>
      </Paper>
    </>
  );
}

/** A refusal of the whole file names its reason under the field it is about. */
function ImportFailure({ failure }: { failure: Failure }) {
  const t = useText('jobs');
  const reasons = ['file', 'mapping', 'aero', 'time_zone'].flatMap((key) => {
    const messages = failure.errors[key];
    return Array.isArray(messages) ? messages : [];
  });
  return (
    <FailureAlert
      failure={reasons.length === 0 ? failure : { ...failure, detail: reasons.join(' ') }}
      title={t('importing.result.failed')}
    />
  );
}
