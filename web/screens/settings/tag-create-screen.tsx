import { paths } from '../../lib/paths.ts';
import { useText } from '../../lib/text.ts';
import { BackLink } from '../../ui/links/back-link.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { TagForm } from './tags/tag-form.tsx';

export default function TagCreateScreen() {
  const t = useText('settings');
  return (
    <>
      <PageHeader
        title={t('tags.create')}
        breadcrumbs={<BackLink to={paths.settings({ tab: 'tags' })}>{t('tab.tags')}</BackLink>}
      />
      <TagForm />
    </>
  );
}
