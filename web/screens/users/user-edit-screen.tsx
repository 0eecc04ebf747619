import { useParams } from 'react-router';
import { idOfAddress, useFetched } from '../../entities/use-fetched.ts';
import { paths } from '../../lib/paths.ts';
import { useText } from '../../lib/text.ts';
import { BackLink } from '../../ui/back-link.tsx';
import { FetchedView } from '../../ui/fetched-view.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { RemoveFactors } from './remove-factors.tsx';
import { UserForm } from './user-form.tsx';

export default function UserEditScreen() {
  const t = useText('users');
  const fetched = useFetched('usersGet', idOfAddress(useParams().id));
  const name = fetched.data === null ? t('edit') : `${fetched.data.first_name} ${fetched.data.last_name}`;
  return (
    <>
      <PageHeader
        title={name}
        breadcrumbs={<BackLink to={paths.users()}>{t('title')}</BackLink>}
        actions={fetched.data === null ? undefined : <RemoveFactors user={{ id: fetched.data.id, name }} />}
      />
      <FetchedView fetched={fetched}>{(user) => <UserForm user={user} etag={fetched.etag} />}</FetchedView>
    </>
  );
}
