import { useParams } from 'react-router';
import { idOfAddress, useFetched } from '../../entities/use-fetched.ts';
import { paths } from '../../lib/paths.ts';
import { useText } from '../../lib/text.ts';
import { BackLink } from '../../ui/back-link.tsx';
import { FetchedView } from '../../ui/fetched-view.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { TagForm } from './tag-form.tsx';

export default function TagEditScreen() {
  const t = useText('settings');
  const fetched = useFetched('tagsGet', idOfAddress(useParams().id));
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
