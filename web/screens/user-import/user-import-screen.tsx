import { Alert, Button, Group } from '@mantine/core';
import { IconCircleCheck, IconDownload, IconEyeOff } from '@tabler/icons-react';
import { CsvImportFrame } from '../../entities/imports/csv-import.tsx';
import { useCsvImport } from '../../entities/imports/use-csv-import.ts';
import { useUnsavedGuard } from '../../forms/saving/unsaved-guard.ts';
import type { Answer } from '../../lib/api/contract.ts';
import { saveBlob } from '../../lib/api/download.ts';
import { useFormats } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { currentLanguage, useText } from '../../lib/text.ts';
import { LinkButton } from '../../ui/links/link-button.tsx';
import { EmptyState } from '../../ui/states/states.tsx';
import { linkFile, template } from './files.ts';
import { ReadPeople } from './read-people.tsx';
import { useHeader } from './use-header.ts';

const MAX_BYTES = 1024 * 1024;

/** The separator of the reader's spreadsheets. */
const useSeparator = () => (useFormats().number(0.5).includes(',') ? ';' : ',');
/** Creates and invites users from a CSV: the file is checked first, then written completely or without its bad lines. */
export default function UserImportScreen() {
  const t = useText('users');
  const domain = useText('domain');
  const steps = useCsvImport('usersImport');
  const header = useHeader();
  const separator = useSeparator();
  const { result, done, again } = steps;
  // Links that are shown once are lost with the page.
  useUnsavedGuard(done && (result?.links.length ?? 0) > 0);
  return (
    <CsvImportFrame
      steps={steps}
      area="users"
      list={paths.users()}
      template={() => template(header, domain('group.operator'), currentLanguage(), separator)}
      mostBytes={MAX_BYTES}
      note={t('importing.roles')}
      done={result === null ? null : <Done result={result} again={again} />}
    >
      {result === null ? null : (
        <>
          <Unread names={result.unknown_columns} />
          <WithoutClient count={result.without_client} />
          <ReadPeople result={result} steps={steps} />
        </>
      )}
    </CsvImportFrame>
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

function Done({ result: { created, links }, again }: { result: Answer<'usersImport'>; again: () => void }) {
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
