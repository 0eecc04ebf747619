import { LANGUAGES } from '@aerowatch/domain/languages';
import { Alert, Button, Group, Paper, Stack, Text } from '@mantine/core';
import { IconDownload, IconListDetails } from '@tabler/icons-react';
import { JobProgress } from '../../entities/jobs/job-progress.tsx';
import { outcomeOf } from '../../entities/jobs/job-words.ts';
import { isOver } from '../../entities/jobs/use-job.ts';
import { FileFailure } from '../../forms/files/file-failure.tsx';
import { saveBlob } from '../../lib/api/download.ts';
import { useFormats } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { useText } from '../../lib/text.ts';
import { BackLink } from '../../ui/links/back-link.tsx';
import { LinkButton } from '../../ui/links/link-button.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { BusyBar } from '../../ui/states/busy-bar.tsx';
import { missingOf } from './choice.ts';
import { FileChoice } from './file-choice.tsx';
import { FilePreview } from './file-preview.tsx';
import { fileWords } from './guess.ts';
import { ImportOutcomeView } from './import-outcome.tsx';
import { MappingForm } from './mapping-form.tsx';
import { measuresTemplate } from './template.ts';
import { type MeasuresImport, useMeasuresImport } from './use-import.ts';

/** Historical measures from a CSV: mapping of columns, a check of every row, then the import itself. */
export default function MeasuresImportScreen() {
  const t = useText('jobs');
  const steps = useMeasuresImport();
  const { file, id, failure } = steps;
  const begun = file !== null || id !== null;
  return (
    <>
      <PageHeader
        title={t('import')}
        description={t('importing.text')}
        breadcrumbs={<BackLink to={paths.visualization()}>{t('visualization')}</BackLink>}
        actions={
          <>
            <Template />
            <LinkButton
              variant="default"
              to={paths.jobs()}
              leftSection={<IconListDetails size={16} aria-hidden />}
            >
              {t('all')}
            </LinkButton>
          </>
        }
      />
      <Paper p={{ base: 'md', sm: 'lg' }} maw={1100}>
        <Stack gap="lg">
          {begun ? null : <FileChoice onChoose={steps.choose} />}
          {id === null && steps.sent === null ? <Columns steps={steps} /> : null}
          <Running steps={steps} />
          {failure === null ? null : (
            <FileFailure
              failure={failure}
              fields={['file', 'mapping', 'aero', 'time_zone']}
              title={t('importing.result.failed')}
            />
          )}
          <Outcome steps={steps} />
          {begun ? <Actions steps={steps} /> : null}
        </Stack>
      </Paper>
    </>
  );
}

/** A template file in the user's language and units. */
function Template() {
  const t = useText('jobs');
  const domain = useText('domain');
  const { language, unitSystem } = useFormats();
  const save = (): void => {
    const { separator, decimal } = LANGUAGES[language];
    const words = fileWords(language);
    const text = measuresTemplate(
      {
        ...words,
        metric: (key) => domain(`metric.${key}.name`),
        separator,
        decimal,
      },
      unitSystem,
    );
    saveBlob(new Blob([text], { type: 'text/csv;charset=utf-8' }), `${words.filename}.csv`);
  };
  return (
    <Button variant="default" leftSection={<IconDownload size={16} aria-hidden />} onClick={save}>
      {t('importing.template')}
    </Button>
  );
}

/** The mapping of columns. */
function Columns({ steps: { file, choice, change } }: { steps: MeasuresImport }) {
  const t = useText('jobs');
  if (file === null) return null;
  return (
    <>
      {file.own ? <Alert>{t('importing.own')}</Alert> : null}
      <MappingForm head={file.head} choice={choice} change={change} />
      <FilePreview file={file} choice={choice} />
    </>
  );
}

function Running({ steps: { file, sent, job, checking } }: { steps: MeasuresImport }) {
  const t = useText('jobs');
  const name = file?.file.name ?? '';
  if (sent !== null) return <BusyBar label={t('importing.uploading', { name })} share={sent} />;
  if (job === undefined || isOver(job)) return null;
  return (
    <JobProgress job={job} label={checking ? t('importing.checking', { name }) : t('importing.running')} />
  );
}

function Outcome({ steps: { job, choice } }: { steps: MeasuresImport }) {
  if (job === undefined || !isOver(job)) return null;
  return <ImportOutcomeView job={job} one={choice.one ? choice.aero : null} />;
}

function Actions({ steps }: { steps: MeasuresImport }) {
  const t = useText('jobs');
  const formats = useFormats();
  const { file, job, id, send } = steps;
  if (steps.sent !== null || (job !== undefined && !isOver(job))) return null;
  const outcome = outcomeOf(job);
  const stored = outcome?.dry_run === true && file !== null ? outcome.stored : 0;
  return (
    <Group justify="flex-end" gap="xs">
      <Button variant="default" onClick={steps.again}>
        {t('importing.another')}
      </Button>
      {id === null ? <Check steps={steps} /> : null}
      {id !== null && file !== null ? (
        <Button variant="default" onClick={steps.back}>
          {t('importing.back')}
        </Button>
      ) : null}
      {stored > 0 ? (
        <Button onClick={() => void send(false)}>
          {t('importing.go', { rows: formats.number(stored), count: stored })}
        </Button>
      ) : null}
    </Group>
  );
}

/** Checks the file, or reports which column is missing. */
function Check({ steps: { choice, send } }: { steps: MeasuresImport }) {
  const t = useText('jobs');
  const gap = missingOf(choice);
  return (
    <>
      {gap === null ? (
        <Text c="dimmed">{t('importing.check_text')}</Text>
      ) : (
        <Text c="var(--mantine-color-error)" role="status">
          {t(`importing.missing.${gap}`)}
        </Text>
      )}
      <Button disabled={gap !== null} onClick={() => void send(true)}>
        {t('importing.check')}
      </Button>
    </>
  );
}
