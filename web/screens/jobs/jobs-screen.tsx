import type { Job } from '@aerowatch/contracts/api/jobs';
import { Badge, Button, Group, Progress, Text } from '@mantine/core';
import { IconDownload, IconTransfer, IconX } from '@tabler/icons-react';
import { useCallback, useMemo } from 'react';
import { fileNameOf, useJobFile } from '../../entities/jobs/job-file.ts';
import { outcomeOf, useJobResult } from '../../entities/jobs/job-words.ts';
import { isOver, useCancelJob } from '../../entities/jobs/use-job.ts';
import { useFormats } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { useQuery } from '../../lib/query/use-query.ts';
import { useGrants } from '../../lib/state/session-state.ts';
import { useText } from '../../lib/text.ts';
import type { Column } from '../../table/column.ts';
import { ListScreen } from '../../table/list-screen.tsx';
import { LinkButton } from '../../ui/links/link-button.tsx';
import { SmallText } from '../../ui/small-text.ts';

const COLORS = { queued: 'gray', running: 'blue', done: 'teal', failed: 'red', cancelled: 'gray' } as const;

/** The kind of a job, in a word or two. */
function useWhat(): (job: Job) => string {
  const t = useText('jobs');
  return useCallback((job) => t(outcomeOf(job)?.dry_run === true ? 'kind.check' : `kind.${job.kind}`), [t]);
}

/** The user's exports and imports: progress, results and files. */
export default function JobsScreen() {
  const t = useText('jobs');
  const privileged = useGrants('privileged');
  const read = useQuery(
    'jobsList',
    { query: { page_size: 250, ordering: '-id' } },
    { live: ['jobs'], pollingInterval: 3000 },
  );
  return (
    <ListScreen
      title={t('title')}
      header={{
        description: t('description'),
        actions: (
          <>
            <LinkButton variant="default" to={paths.visualization()}>
              {t('visualization')}
            </LinkButton>
            {privileged ? <LinkButton to={paths.measuresImport()}>{t('import')}</LinkButton> : null}
          </>
        ),
      }}
      rows={read.data?.results ?? []}
      columns={useColumns()}
      rowName={useWhat()}
      read={read}
      initialSort="-created_at"
      rowActions={(job) => <JobAction job={job} onDone={read.refetch} />}
      empty={{ title: t('none'), icon: IconTransfer, advice: t('none_text') }}
    />
  );
}

/** Actions on a job: cancel while it runs, save its file afterwards. */
function JobAction({ job, onDone }: { job: Job; onDone: () => void }) {
  const t = useText('jobs');
  const formats = useFormats();
  const what = useWhat();
  const cancel = useCancelJob();
  const file = useJobFile();
  if (!isOver(job))
    return (
      <Button
        key="cancel"
        size="compact-sm"
        variant="default"
        leftSection={<IconX size={14} aria-hidden />}
        aria-label={t('cancel_name', { what: what(job), when: formats.dateTime(job.created_at) })}
        onClick={() => void cancel(job.id).then(onDone)}
      >
        {t('cancel')}
      </Button>
    );
  if (job.file === null) return null;
  return (
    <Button
      key="save"
      size="compact-sm"
      variant="light"
      loading={file.busy === job.id}
      leftSection={<IconDownload size={14} aria-hidden />}
      aria-label={t('download_name', { file: fileNameOf(job) })}
      onClick={() => void file.save(job)}
    >
      {t('download')}
    </Button>
  );
}

function JobProgress({ progress }: { progress: number }) {
  const t = useText('jobs');
  const formats = useFormats();
  return (
    <Group gap="xs" wrap="nowrap">
      <Progress value={progress * 100} animated style={{ flex: 1 }} aria-label={t('column.progress')} />
      <Text c="dimmed">{formats.percent(progress)}</Text>
    </Group>
  );
}

function useColumns() {
  const t = useText('jobs');
  const formats = useFormats();
  const what = useWhat();
  const result = useJobResult();
  return useMemo<Column<Job>[]>(
    () => [
      {
        key: 'what',
        label: t('column.what'),
        fixed: true,
        value: what,
        cell: (job) => (
          <>
            <Text fw={600}>{what(job)}</Text>
            {typeof job.result?.filename === 'string' ? <SmallText>{job.result.filename}</SmallText> : null}
          </>
        ),
      },
      {
        key: 'created_at',
        label: t('column.started'),
        value: (job) => job.created_at,
        cell: (job) => formats.dateTime(job.created_at),
      },
      {
        key: 'state',
        label: t('column.state'),
        value: (job) => t(`state.${job.state}`),
        cell: (job) => <Badge color={COLORS[job.state]}>{t(`state.${job.state}`)}</Badge>,
      },
      {
        key: 'outcome',
        label: t('column.outcome'),
        minWidth: 220,
        wrap: true,
        cell: (job) =>
          isOver(job) ? <Text>{result(job) || '–'}</Text> : <JobProgress progress={job.progress} />,
      },
    ],
    [t, formats, what, result],
  );
}
