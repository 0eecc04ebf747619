import type { Box } from '@aerowatch/contracts/api/boxes';
import { Button } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { useState } from 'react';
import { useParams } from 'react-router';
import { boxName } from '../../entities/aero-names.ts';
import { CredentialsDialog } from '../../entities/boxes/credentials-dialog.tsx';
import { paths } from '../../lib/paths.ts';
import { idOfAddress, useFreshItem } from '../../lib/query/use-query.ts';
import { useGrants } from '../../lib/state/session-state.ts';
import { useText } from '../../lib/text.ts';
import { BackLink } from '../../ui/links/back-link.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { FetchedView } from '../../ui/states/fetched-view.tsx';
import { EditForm } from './edit-form.tsx';

/** Edits a box; masked secrets stay unchanged unless a new value is typed. */
export default function BoxEditScreen() {
  const t = useText('boxes');
  const id = idOfAddress(useParams().id);
  const fetched = useFreshItem('boxesGet', id, { secrets: 'masked' });
  const privileged = useGrants('privileged');
  const [renewing, setRenewing] = useState(false);
  const box: Box | undefined = fetched.data;
  return (
    <>
      <PageHeader
        title={t('form.edit_title', { name: box === undefined ? '' : boxName(box) })}
        breadcrumbs={
          <BackLink to={box === undefined ? paths.boxes() : paths.box(id)}>
            {box === undefined ? t('title') : box.serial_number}
          </BackLink>
        }
        actions={
          privileged && box !== undefined ? (
            <Button
              variant="default"
              leftSection={<IconKey size={16} aria-hidden />}
              onClick={() => setRenewing(true)}
            >
              {t('credentials.action')}
            </Button>
          ) : undefined
        }
      />
      <FetchedView fetched={fetched}>
        {(loaded) => <EditForm key={loaded.id} box={loaded} etag={fetched.etag} />}
      </FetchedView>
      <CredentialsDialog
        box={renewing && box !== undefined ? box : null}
        onClose={() => setRenewing(false)}
      />
    </>
  );
}
