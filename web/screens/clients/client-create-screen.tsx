import { paths } from '../../lib/paths.ts';
import { useText } from '../../lib/text.ts';
import { BackLink } from '../../ui/links/back-link.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { ClientForm } from './client-form.tsx';

export default function ClientCreateScreen() {
  const t = useText('clients');
  return (
    <>
      <PageHeader title={t('create')} breadcrumbs={<BackLink to={paths.clients()}>{t('title')}</BackLink>} />
      <ClientForm />
    </>
  );
}
