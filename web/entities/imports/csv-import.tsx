import { Button, Group, Paper, Stack, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { CsvDrop } from '../../forms/files/csv-drop.tsx';
import { FileFailure } from '../../forms/files/file-failure.tsx';
import { saveBlob } from '../../lib/api/download.ts';
import { useGrants } from '../../lib/state/session-state.ts';
import { useText } from '../../lib/text.ts';
import { BackLink } from '../../ui/links/back-link.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { BusyBar } from '../../ui/states/busy-bar.tsx';
import { ClientSelect } from '../clients/client-select.tsx';
import type { CsvImport } from './use-csv-import.ts';

interface Props {
  steps: CsvImport;
  /** Of 'boxes' or 'users'; both have the same texts below `importing`. */
  area: 'boxes' | 'users';
  /** The page of the list. */
  list: string;
  template: () => Blob;
  mostBytes: number;
  /** Below the field of the file. */
  note: string;
  /** What a check found. */
  children: ReactNode;
  /** In place of the steps once rows were imported. */
  done: ReactNode;
  /** Whether something is to be answered before rows can be imported. */
  isOpen?: boolean;
  /** The words of the button where all rows are good, and whether there is anything to write. */
  go?: { words: string; isIdle: boolean };
}

/** Imports a CSV: the file is checked first, then written completely or without its bad lines. */
export function CsvImportFrame({ steps, area, list, template, done, ...rest }: Props) {
  const t = useText(area);
  const said = useText('imports');
  return (
    <>
      <PageHeader
        title={t('importing.title')}
        description={t('importing.text')}
        breadcrumbs={<BackLink to={list}>{t('title')}</BackLink>}
        actions={
          <Button
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
            onClick={() => saveBlob(template(), t('importing.template_name'))}
          >
            {said('template')}
          </Button>
        }
      />
      <Paper p={{ base: 'md', sm: 'lg' }} maw={1100}>
        {steps.done ? done : <Steps steps={steps} area={area} {...rest} />}
      </Paper>
    </>
  );
}

type StepProps = Omit<Props, 'list' | 'template' | 'done'>;

function Steps({ steps, area, children, mostBytes, note, isOpen, go }: StepProps) {
  const t = useText(area);
  const said = useText('imports');
  const admin = useGrants('admin');
  const { file, step, result, failure } = steps;
  return (
    <Stack gap="lg">
      {admin ? (
        <ClientSelect
          label={t('importing.client')}
          description={t('importing.client_help')}
          clearable
          maw={420}
          disabled={step !== null}
          value={steps.client}
          onChange={steps.setClient}
        />
      ) : null}
      {file === null ? <Choice {...{ steps, area, mostBytes, note }} /> : null}
      {step === null ? null : (
        <BusyBar
          label={step.checking ? said('checking', { name: file?.name ?? '' }) : said('sending')}
          share={step.share}
          working={step.share >= 1}
        />
      )}
      {failure === null ? null : (
        <FileFailure failure={failure} fields={['file', 'client']} title={said('failed')} />
      )}
      {result !== null && step === null ? children : null}
      {file !== null && step === null ? <Actions {...{ steps, area, isOpen, go }} /> : null}
    </Stack>
  );
}

function Choice({ steps, area, mostBytes, note }: Pick<Props, 'steps' | 'area' | 'mostBytes' | 'note'>) {
  const t = useText(area);
  const said = useText('imports');
  const [rejected, setRejected] = useState(false);
  return (
    <>
      <CsvDrop
        label={said('choose')}
        text={said('drop')}
        mostBytes={mostBytes}
        takesWorkbooks
        onChoose={steps.choose}
        onReject={() => setRejected(true)}
      />
      {rejected ? (
        <Text c="var(--mantine-color-error)" role="alert">
          {t('importing.drop_reject')}
        </Text>
      ) : null}
      <Text c="dimmed">{note}</Text>
    </>
  );
}

/** Actions once a file has been checked. */
function Actions({ steps, area, isOpen, go }: Pick<Props, 'steps' | 'area' | 'isOpen' | 'go'>) {
  const t = useText(area);
  const said = useText('imports');
  const { result, failure, isMending } = steps;
  const good = result?.valid ?? 0;
  const wrong = (result?.rows ?? 0) - good;
  return (
    <Group justify="flex-end" gap="xs">
      <Button variant="default" onClick={steps.again}>
        {said('another')}
      </Button>
      {failure === null ? null : <Button onClick={() => steps.check()}>{said('check_again')}</Button>}
      {failure === null && good > 0 && go?.isIdle !== true ? (
        <Button onClick={() => steps.write()} disabled={isOpen === true || isMending}>
          {wrong > 0 ? said('partial', { count: good }) : (go?.words ?? t('importing.go', { count: good }))}
        </Button>
      ) : null}
    </Group>
  );
}
