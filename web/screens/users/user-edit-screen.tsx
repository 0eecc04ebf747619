import type { User } from '@aerowatch/contracts/api/users';
import { Stack } from '@mantine/core';
import { useParams } from 'react-router';
import { AvatarEditor } from '../../entities/users/avatar/avatar-editor.tsx';
import { paths } from '../../lib/paths.ts';
import { useItem } from '../../lib/query/use-collection.ts';
import { idOfAddress, useFreshItem } from '../../lib/query/use-query.ts';
import { useProfile } from '../../lib/state/session-state.ts';
import { useText } from '../../lib/text.ts';
import { BackLink } from '../../ui/links/back-link.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { FetchedView } from '../../ui/states/fetched-view.tsx';
import { RemoveFactors } from './remove-factors.tsx';
import { UserForm } from './user-form.tsx';

/** The current picture: changing it must not reset the form. */
function Picture({ of }: { of: User }) {
  const known = useItem('users', of.id);
  const me = useProfile();
  return <AvatarEditor profile={known ?? of} own={of.id === me?.id} />;
}

export default function UserEditScreen() {
  const t = useText('users');
  const fetched = useFreshItem('usersGet', idOfAddress(useParams().id));
  const name =
    fetched.data === undefined ? t('edit') : `${fetched.data.first_name} ${fetched.data.last_name}`;
  return (
    <>
      <PageHeader
        title={name}
        breadcrumbs={<BackLink to={paths.users()}>{t('title')}</BackLink>}
        actions={
          fetched.data === undefined ? undefined : <RemoveFactors user={{ id: fetched.data.id, name }} />
        }
      />
      <FetchedView fetched={fetched}>
        {(user) => (
          <Stack>
            <Picture of={user} />
            <UserForm user={user} etag={fetched.etag} />
          </Stack>
        )}
      </FetchedView>
    </>
  );
}
