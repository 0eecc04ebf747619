import { Alert, Button, Group, Paper, Stack, Text } from '@mantine/core';
import { IconCircleCheck, IconDownload, IconEyeOff } from '@tabler/icons-react';
import { useState } from 'react';
import { ClientSelect } from '../../entities/clients/client-select.tsx';
import { CsvDrop } from '../../forms/files/csv-drop.tsx';
import { FileFailure } from '../../forms/files/file-failure.tsx';
import { saveBlob } from '../../lib/api/download.ts';
import { useFormats } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { useGrants } from '../../lib/state/session-state.ts';
import { currentLanguage, useText } from '../../lib/text.ts';
import { BackLink } from '../../ui/links/back-link.tsx';
import { LinkButton } from '../../ui/links/link-button.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { BusyBar } from '../../ui/states/busy-bar.tsx';
import { EmptyState } from '../../ui/states/states.tsx';
import { linkFile, template } from './files.ts';
import { ReadPeople } from './read-people.tsx';
import { useHeader } from './use-header.ts';
import { type ImportResult, type UserImport, useUserImport } from './use-import.ts';

const MAX_BYTES = 1024 * 1024;

/** The separator of the reader's spreadsheets. */
const useSeparator = () => (useFormats().number(0.5).includes(',') ? ';' : ',');
/** Creates and invites users from a CSV: the file is checked first, then written completely or without its bad lines. */
export default function UserImportScreen() {
  const t = useText('users');
  const said = useText('imports');
  const domain = useText('domain');
  const steps = useUserImport();
  const header = useHeader();
  const separator = useSeparator();
  return (
    <>
      <PageHeader
        title={t('importing.title')}
        description={t('importing.text')}
        breadcrumbs={<BackLink to={paths.users()}>{t('title')}</BackLink>}
        actions={
          <Button
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
            onClick={() =>
              saveBlob(
                template(header, domain('group.operator'), currentLanguage(), separator),
                t('importing.template_name'),
              )
            }
          >
            {said('template')}
          </Button>
        }
      />
      <Paper p={{ base: 'md', sm: 'lg' }} maw={1100}>
        {steps.done && steps.result !== null ? (
          <Done result={steps.result} again={steps.again} />
        ) : (
          <Steps steps={steps} />
        )}
      </Paper>
    </>
  );
}

function Steps({ steps }: { steps: UserImport }) {
  const t = useText('users');
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
          disabled={step !== null}
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
          <Unread names={result.unknown_columns} />
          <WithoutClient count={result.without_client} />
          <ReadPeople result={result} name={name} />
        </>
      ) : null}
      {file !== null && step === null ? <Actions steps={steps} /> : null}
    </Stack>
  );
}

function Choice({ onChoose }: { onChoose: (file: File) => void }) {
  const t = useText('users');
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
      <Text c="dimmed">{t('importing.roles')}</Text>
    </>
  );
}

/** Headers that match no column. */
function Unread({ names }: { names: readonly string[] }) {
  const t = useText('users');
  if (names.length === 0) return null;
  return (
    <Alert color="amber">{t('importing.unread', { count: names.length, names: names.join(', ') })}</Alert>
  );
}

function WithoutClient({ count }: { count: number }) {
  const t = useText('users');
  if (count === 0) return null;
  return (
    <Alert color="amber" icon={<IconEyeOff aria-hidden />}>
      {t('importing.without_client', { count })}
    </Alert>
  );
}

/** Actions once a file has been checked. */
function Actions({ steps: { result, failure, again, check, write } }: { steps: UserImport }) {
  const t = useText('users');
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
        <Button onClick={write}>
          {wrong > 0 ? said('partial', { count: good }) : t('importing.go', { count: good })}
        </Button>
      ) : null}
    </Group>
  );
}

function Done({ result: { created, links }, again }: { result: ImportResult; again: () => void }) {
  const t = useText('users');
  const said = useText('imports');
  const domain = useText('domain');
  const separator = useSeparator();
  const headers = [domain('person.email'), t('invite.link'), t('importing.until')];
  return (
    <EmptyState
      title={t('importing.done', { count: created })}
      icon={IconCircleCheck}
      action={
        <Group mt="sm" justify="center">
          {links.length === 0 ? null : (
            <Button
              leftSection={<IconDownload size={16} aria-hidden />}
              onClick={() => saveBlob(linkFile(links, headers, separator), t('importing.links_name'))}
            >
              {t('importing.links')}
            </Button>
          )}
          <LinkButton to={paths.users()} variant={links.length === 0 ? 'filled' : 'default'}>
            {t('importing.to_users')}
          </LinkButton>
          <Button variant="default" onClick={again}>
            {said('another')}
          </Button>
        </Group>
      }
      text={t(links.length === 0 ? 'importing.invited' : 'importing.by_hand')}
    />
  );
}
