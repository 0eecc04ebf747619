import { Paper, Text } from '@mantine/core';
import type { Answer } from '../../lib/api/contract.ts';
import { useFormats } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import type { Query } from '../../lib/query/use-query.ts';
import { useText } from '../../lib/text.ts';
import { TextLink } from '../../ui/links/text-link.tsx';

const KINDS = ['finding', 'alert_opened', 'alert_ended', 'silent', 'sami'] as const;
/** The screen for each kind. */
const WAYS = {
  finding: () => paths.diagnostics(),
  alert_opened: () => paths.alerts(),
  alert_ended: () => paths.alerts({ firing: 'false' }),
  silent: () => paths.boxes({ status: 'silent' }),
  sami: () => paths.boxes(),
} as const satisfies Record<(typeof KINDS)[number], () => string>;

/** Changes since the user's last visit: counts, each with a link. */
export function Changes({ read }: { read: Query<Answer<'morning'>> }) {
  const t = useText('dashboard');
  const formats = useFormats();
  const changes = read.data?.changes;
  const some = KINDS.filter((kind) => (changes?.counts[kind] ?? 0) > 0);
  return (
    <Paper px="md" py="xs" component="section" aria-label={t('changes.title')}>
      <Text>
        {changes === undefined
          ? t(read.failure ? 'changes.failed' : 'changes.loading')
          : changes.since === null
            ? t('changes.first')
            : t('changes.since', { when: formats.dateTime(changes.since) })}{' '}
        {changes?.since && some.length === 0 ? t('changes.none') : null}
        {changes?.since
          ? some.map((kind, index) => (
              <span key={kind}>
                {index === 0 ? '' : ' · '}
                <TextLink to={WAYS[kind]()}>
                  {t(`changes.count.${kind}`, { count: changes.counts[kind] })}
                </TextLink>
              </span>
            ))
          : null}
      </Text>
    </Paper>
  );
}
