import type { Job } from '@aerowatch/contracts/api/jobs';
import { Alert, Button, Group, Paper, SimpleGrid, Stack, Table, Text, Title } from '@mantine/core';
import { IconAlertTriangle, IconChartLine, IconCircleCheck, IconDownload } from '@tabler/icons-react';
import { type ImportOutcome, outcomeOf } from '../../entities/jobs/job-words.ts';
import { saveBlob } from '../../lib/api/download.ts';
import { useFormats } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { useText } from '../../lib/text.ts';
import { LinkButton } from '../../ui/links/link-button.tsx';
import { SmallText } from '../../ui/small-text.ts';
import { problemsFile } from './problems-file.ts';

const SHOWN = 200;

/** Result of a check or an import: counts, refused rows and reasons. */
export function ImportOutcomeView({ job, one }: { job: Job; one: number | null }) {
  const t = useText('jobs');
  const outcome = outcomeOf(job);
  if (job.state === 'failed')
    return (
      <Alert color="red" role="alert" title={t('importing.result.failed')}>
        {job.detail}
      </Alert>
    );
  if (outcome === null)
    return (
      <Alert color="gray" role="status" title={t('importing.result.cancelled')}>
        {t('importing.result.cancelled_text')}
      </Alert>
    );
  const title = t(outcome.dry_run ? 'importing.result.checked' : 'importing.result.imported');
  return (
    <Stack gap="md">
      <Group gap="xs" role="status">
        {outcome.invalid > 0 ? (
          <IconAlertTriangle size={22} color="var(--mantine-color-yellow-text)" aria-hidden />
        ) : (
          <IconCircleCheck size={22} color="var(--mantine-color-teal-text)" aria-hidden />
        )}
        <Title order={2} size="h4">
          {title}
        </Title>
      </Group>
      <Figures outcome={outcome} />
      {outcome.dry_run && outcome.stored + outcome.merged === 0 ? (
        <Alert color="gray">{t('importing.nothing')}</Alert>
      ) : null}
      {outcome.errors.length > 0 ? <Problems outcome={outcome} /> : null}
      {outcome.dry_run ? null : (
        <Group justify="flex-end">
          <LinkButton
            variant="light"
            leftSection={<IconChartLine size={16} aria-hidden />}
            to={one === null ? paths.visualization() : paths.visualization({ aeros: one })}
          >
            {t('importing.show')}
          </LinkButton>
        </Group>
      )}
    </Stack>
  );
}

function Figures({ outcome }: { outcome: ImportOutcome }) {
  const t = useText('jobs');
  const formats = useFormats();
  const figures: [string, number, string?][] = [
    [t('importing.result.rows'), outcome.rows],
    [t(outcome.dry_run ? 'importing.result.would' : 'importing.result.stored'), outcome.stored],
    [t('importing.result.merged'), outcome.merged, t('importing.result.merged_help')],
    [t('importing.result.duplicates'), outcome.duplicates],
    [t('importing.result.invalid'), outcome.invalid],
  ];
  if (outcome.conflicts > 0)
    figures.push([t('importing.result.conflicts'), outcome.conflicts, t('importing.result.conflicts_help')]);
  if (outcome.not_kept > 0)
    figures.push([t('importing.result.not_kept'), outcome.not_kept, t('importing.result.not_kept_help')]);
  if (outcome.nulled > 0)
    figures.push([t('importing.result.nulled'), outcome.nulled, t('importing.result.nulled_help')]);
  return (
    <SimpleGrid cols={{ base: 2, sm: 4 }} component="dl" m={0}>
      {figures.map(([label, value, help]) => (
        <Paper
          key={label}
          withBorder
          p="sm"
          // The figure is above its name, aligned across a row.
          style={{ display: 'flex', flexDirection: 'column-reverse', justifyContent: 'flex-end' }}
        >
          <dt>
            <Text c="dimmed">{label}</Text>
            {help === undefined ? null : <SmallText>{help}</SmallText>}
          </dt>
          <Text
            size="md"
            component="dd"
            m={0}
            fz={24}
            fw={700}
            style={{ fontVariantNumeric: 'tabular-nums' }}
          >
            {formats.number(value)}
          </Text>
        </Paper>
      ))}
    </SimpleGrid>
  );
}

function Problems({ outcome }: { outcome: ImportOutcome }) {
  const t = useText('jobs');
  const formats = useFormats();
  const save = (): void => {
    const headers = [t('importing.errors_line'), t('importing.errors_column'), t('importing.errors_problem')];
    const text = problemsFile(headers, outcome.errors, formats.language);
    saveBlob(new Blob([text], { type: 'text/csv;charset=utf-8' }), t('importing.errors_file'));
  };
  return (
    <section aria-labelledby="import-problems">
      <Group justify="space-between" mb="xs">
        <Title order={3} size="h5" id="import-problems">
          {t('importing.errors')}
        </Title>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconDownload size={14} aria-hidden />}
          onClick={save}
        >
          {t('importing.errors_download')}
        </Button>
      </Group>
      <Table.ScrollContainer minWidth={300} mah={320}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th w={110}>{t('importing.errors_line')}</Table.Th>
              <Table.Th>{t('importing.errors_column')}</Table.Th>
              <Table.Th>{t('importing.errors_problem')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {outcome.errors.slice(0, SHOWN).map(({ line, code, column, message }) => (
              <Table.Tr key={`${line} ${code}`}>
                <Table.Td>{formats.number(line)}</Table.Td>
                <Table.Td>{column ?? '–'}</Table.Td>
                <Table.Td>{message}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {outcome.invalid > SHOWN ? (
        <Text c="dimmed" mt="xs">
          {t('importing.errors_more', {
            shown: formats.number(Math.min(SHOWN, outcome.errors.length)),
            total: formats.number(outcome.invalid),
          })}
        </Text>
      ) : null}
    </section>
  );
}
