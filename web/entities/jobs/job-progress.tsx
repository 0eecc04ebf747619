import type { Job } from '@aerowatch/contracts/api/jobs';
import { Button, Group, Progress, Text } from '@mantine/core';
import { useState } from 'react';
import { useFormats } from '../../lib/format.ts';
import { useText } from '../../lib/text.ts';
import { useCancelJob } from './use-job.ts';

/** Progress of a job, as a bar and in words, with a stop button. */
export function JobProgress({ job, label }: { job: Job; label: string }) {
  const t = useText('jobs');
  const formats = useFormats();
  const cancel = useCancelJob();
  const [cancelling, setCancelling] = useState(false);
  const share = formats.percent(job.progress);
  const text =
    job.state === 'queued'
      ? t('waiting')
      : job.total === null
        ? t('progress', { share })
        : t('progress_rows', { share, rows: formats.number(job.total), count: job.total });
  return (
    <div>
      <Group justify="space-between" gap="sm" mb={6}>
        <Text style={{ overflowWrap: 'anywhere' }}>{label}</Text>
        <Group gap="sm">
          <Text c="dimmed" role="status" style={{ fontVariantNumeric: 'tabular-nums' }}>
            {cancelling ? t('cancelling') : text}
          </Text>
          <Button
            size="compact-sm"
            variant="default"
            disabled={cancelling}
            onClick={() => {
              setCancelling(true);
              void cancel(job.id).then((answer) => answer === null && setCancelling(false));
            }}
          >
            {t('cancel')}
          </Button>
        </Group>
      </Group>
      <Progress value={job.progress * 100} animated aria-label={label} />
    </div>
  );
}
