import { useParams } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { idOfAddress, useFreshItem } from '../../lib/query/use-query.ts';
import { useText } from '../../lib/text.ts';
import { BackLink } from '../../ui/links/back-link.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { FetchedView } from '../../ui/states/fetched-view.tsx';
import { TagForm } from './tags/tag-form.tsx';

export default function TagEditScreen() {
  const t = useText('settings');
  const fetched = useFreshItem('tagsGet', idOfAddress(useParams().id));
  return (
    <>
      <PageHeader
        title={fetched.data?.name ?? t('tags.edit')}
        breadcrumbs={<BackLink to={paths.settings({ tab: 'tags' })}>{t('tab.tags')}</BackLink>}
      />
      <FetchedView fetched={fetched}>{(tag) => <TagForm tag={tag} etag={fetched.etag} />}</FetchedView>
    </>
  );
}
