import { Alert, Button, CloseButton, Group, Paper, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useJobFile } from '../../entities/jobs/job-file.ts';
import { JobProgress } from '../../entities/jobs/job-progress.tsx';
import { useJobResult } from '../../entities/jobs/job-words.ts';
import { isOver, useJob } from '../../entities/jobs/use-job.ts';
import { useText } from '../../lib/text.ts';

/** An export in the background: progress, cancel, and its file. */
export function ExportJob({ id, onClose }: { id: number; onClose: () => void }) {
  const t = useText('jobs');
  const result = useJobResult();
  const file = useJobFile();
  const { job } = useJob(id);
  if (job === undefined) return null;
  return (
    <Paper withBorder p="sm" mb="md">
      {isOver(job) ? (
        <Group justify="space-between" gap="sm">
          {job.state === 'failed' ? (
            <Alert color="red" role="alert" p="xs">
              {result(job)}
            </Alert>
          ) : (
            <Text role="status">
              {job.state === 'done' ? `${t('export_ready')} ${result(job)}` : t('export_cancelled')}
            </Text>
          )}
          <Group gap="xs">
            {job.file === null ? null : (
              <Button
                size="compact-sm"
                loading={file.busy === job.id}
                leftSection={<IconDownload size={14} aria-hidden />}
                onClick={() => void file.save(job)}
              >
                {t('download')}
              </Button>
            )}
            <CloseButton aria-label={t('hide')} onClick={onClose} />
          </Group>
        </Group>
      ) : (
        <JobProgress job={job} label={t('kind.export')} />
      )}
    </Paper>
  );
}
