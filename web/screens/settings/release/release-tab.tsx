import { Paper, Text } from '@mantine/core';
import { useQuery } from '../../../lib/query/use-query.ts';
import { useAppSelector } from '../../../lib/state/store.ts';
import { useText } from '../../../lib/text.ts';
import { ErrorState, LoadingLines } from '../../../ui/states/states.tsx';
import { Markdown } from './markdown.tsx';
import { sectionsOf, splitNewest } from './markdown-blocks.ts';

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

/** Of the newest version what matters in short; the rest by its headings, folded. */
function Newest({ text }: { text: string }) {
  const t = useText('settings');
  const { head, sections } = sectionsOf(text);
  const short = sections.find(({ title }) => title === t('in_short')) ?? sections[0];
  return (
    <>
      <Markdown text={head} />
      {short === undefined ? null : <Markdown text={`### ${short.title}\n${short.text}`} />}
      {sections
        .filter((section) => section !== short)
        .map(({ title, text: own }) => (
          <details key={title}>
            <Text component="summary" fw={600} mt="xs">
              {title}
            </Text>
            <Markdown text={own} />
          </details>
        ))}
    </>
  );
}

function Versions({ text }: { text: string }) {
  const t = useText('settings');
  const { newest, earlier } = splitNewest(text);
  return (
    <>
      <Newest text={newest} />
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
