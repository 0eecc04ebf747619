import { Paper, Text } from '@mantine/core';
import { useQuery } from '../../../lib/query/use-query.ts';
import { useAppSelector } from '../../../lib/state/store.ts';
import { useText } from '../../../lib/text.ts';
import { ErrorState, LoadingLines } from '../../../ui/states/states.tsx';
import { Markdown } from './markdown.tsx';
import { splitNewest } from './markdown-blocks.ts';

/** The changes of this version; those of earlier ones are collapsed. */
export default function ReleaseTab() {
  const t = useText('settings');
  const language = useAppSelector((state) => state.language);
  const { data, failure, refetch } = useQuery('releaseNotes', { query: { language } });
  return (
    <Paper p={{ base: 'md', sm: 'xl' }} maw={820} component="section" aria-label={t('tab.release')}>
      {data !== undefined ? (
        <Versions text={data.markdown} />
      ) : failure !== undefined ? (
        <ErrorState failure={failure} onRetry={refetch} />
      ) : (
        <LoadingLines lines={8} />
      )}
    </Paper>
  );
}

function Versions({ text }: { text: string }) {
  const t = useText('settings');
  const { newest, earlier } = splitNewest(text);
  return (
    <>
      <Markdown text={newest} />
      {earlier === '' ? null : (
        <details>
          <Text component="summary" fw={600} mt="md">
            {t('earlier')}
          </Text>
          <Markdown text={earlier} />
        </details>
      )}
    </>
  );
}
