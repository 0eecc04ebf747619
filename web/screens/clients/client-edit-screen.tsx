import { useParams } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { idOfAddress, useFreshItem } from '../../lib/query/use-query.ts';
import { useText } from '../../lib/text.ts';
import { BackLink } from '../../ui/links/back-link.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { FetchedView } from '../../ui/states/fetched-view.tsx';
import { ClientForm } from './client-form.tsx';

export default function ClientEditScreen() {
  const t = useText('clients');
  const fetched = useFreshItem('clientsGet', idOfAddress(useParams().id));
  return (
    <>
      <PageHeader
        title={fetched.data?.name ?? t('edit')}
        breadcrumbs={<BackLink to={paths.clients()}>{t('title')}</BackLink>}
      />
      <FetchedView fetched={fetched}>
        {(client) => <ClientForm client={client} etag={fetched.etag} />}
      </FetchedView>
    </>
  );
}
