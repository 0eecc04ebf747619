import { Button, Group, Paper, Stack, Text } from '@mantine/core';
import { IconCircleCheck, IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { ClientSelect } from '../../entities/clients/client-select.tsx';
import { CsvDrop } from '../../forms/files/csv-drop.tsx';
import { FileFailure } from '../../forms/files/file-failure.tsx';
import { saveBlob } from '../../lib/api/download.ts';
import { paths } from '../../lib/paths.ts';
import { useGrants } from '../../lib/state/session-state.ts';
import { useText } from '../../lib/text.ts';
import { BackLink } from '../../ui/links/back-link.tsx';
import { LinkButton } from '../../ui/links/link-button.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { BusyBar } from '../../ui/states/busy-bar.tsx';
import { EmptyState } from '../../ui/states/states.tsx';
import { ClientWarning, UnknownColumns, useManner } from './import-help.tsx';
import { ImportPreview } from './import-result.tsx';
import { template } from './template.ts';
import { type BoxImport, useBoxImport } from './use-import.ts';

const MAX_BYTES = 32 * 1024 * 1024;

/** Imports boxes from a CSV: the file is checked first, then imported completely or without its bad lines. */
export default function BoxImportScreen() {
  const t = useText('boxes');
  const said = useText('imports');
  const steps = useBoxImport();
  const manner = useManner();
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
            onClick={() =>
              saveBlob(
                new Blob([template(manner)], { type: 'text/csv;charset=utf-8' }),
                t('importing.template_name'),
              )
            }
          >
            {said('template')}
          </Button>
        }
      />
      <Paper p={{ base: 'md', sm: 'lg' }} maw={1100}>
        {steps.done ? <Done steps={steps} /> : <Steps steps={steps} />}
      </Paper>
    </>
  );
}

function Steps({ steps }: { steps: BoxImport }) {
  const t = useText('boxes');
  const said = useText('imports');
  const admin = useGrants('admin');
  const { file, step, result, failure } = steps;
  const name = file?.name ?? '';
  return (
    <Stack gap="lg">
      {admin ? (
        <ClientSelect
          label={t('importing.client')}
          description={t('importing.client_help')}
          clearable
          maw={420}
          disabled={steps.step !== null}
          value={steps.client}
          onChange={steps.setClient}
        />
      ) : null}
      {file === null ? <Choice onChoose={steps.choose} /> : null}
      {step === null ? null : (
        <BusyBar
          label={step.checking ? said('checking', { name }) : said('sending')}
          share={step.share}
          working={step.share >= 1}
        />
      )}
      {failure === null ? null : (
        <FileFailure failure={failure} fields={['file', 'client']} title={said('failed')} />
      )}
      {result !== null && step === null ? (
        <>
          <UnknownColumns names={steps.unknown} mapping={steps.mapping} onChange={steps.setMapping} />
          <ClientWarning count={result.without_client} />
          {result.rows === 0 && steps.open.length > 0 ? null : <ImportPreview result={result} name={name} />}
        </>
      ) : null}
      {file !== null && step === null ? <Actions steps={steps} /> : null}
    </Stack>
  );
}

function Choice({ onChoose }: { onChoose: (file: File) => void }) {
  const t = useText('boxes');
  const said = useText('imports');
  const [rejected, setRejected] = useState(false);
  return (
    <>
      <CsvDrop
        label={said('choose')}
        text={said('drop')}
        mostBytes={MAX_BYTES}
        onChoose={onChoose}
        onReject={() => setRejected(true)}
      />
      {rejected ? (
        <Text c="var(--mantine-color-error)" role="alert">
          {t('importing.drop_reject')}
        </Text>
      ) : null}
      <Text c="dimmed">{t('importing.columns_text')}</Text>
    </>
  );
}

/** Actions once a file has been checked. */
function Actions({ steps: { result, failure, again, check, write, open } }: { steps: BoxImport }) {
  const t = useText('boxes');
  const said = useText('imports');
  const good = result?.valid ?? 0;
  const wrong = (result?.rows ?? 0) - good;
  return (
    <Group justify="flex-end" gap="xs">
      <Button variant="default" onClick={again}>
        {said('another')}
      </Button>
      {failure === null ? null : <Button onClick={check}>{said('check_again')}</Button>}
      {failure === null && good > 0 ? (
        <Button onClick={write} disabled={open.length > 0}>
          {wrong > 0 ? said('partial', { count: good }) : t('importing.go', { count: good })}
        </Button>
      ) : null}
    </Group>
  );
}

function Done({ steps }: { steps: BoxImport }) {
  const t = useText('boxes');
  const said = useText('imports');
  return (
    <EmptyState
      title={t('importing.done', { count: steps.result?.created })}
      icon={IconCircleCheck}
      action={
        <Group mt="sm" justify="center">
          <LinkButton to={paths.boxes()}>{t('importing.to_boxes')}</LinkButton>
          <Button variant="default" onClick={steps.again}>
            {said('another')}
          </Button>
        </Group>
      }
      text={t('importing.done_text')}
    />
  );
}
