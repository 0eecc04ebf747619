import { paths } from '../../lib/paths.ts';
import { useText } from '../../lib/text.ts';
import { BackLink } from '../../ui/links/back-link.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { UserForm } from './user-form.tsx';

export default function UserCreateScreen() {
  const t = useText('users');
  return (
    <>
      <PageHeader title={t('create')} breadcrumbs={<BackLink to={paths.users()}>{t('title')}</BackLink>} />
      <UserForm />
    </>
  );
}
