import { Group, Text } from '@mantine/core';
import { useFindings } from '../../entities/diagnostics/finding-value.ts';
import { useFormats } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import type { Query } from '../../lib/query/use-query.ts';
import { useText } from '../../lib/text.ts';
import { TextLink } from '../../ui/links/text-link.tsx';
import { Panel } from '../../ui/panel.tsx';
import { SmallText } from '../../ui/small-text.ts';
import { LoadingLines } from '../../ui/states/states.tsx';
import classes from './changes.module.css';
import type { MorningAnswer } from './morning/morning-types.ts';

type Change = MorningAnswer['changes']['results'][number];
const KINDS = ['finding', 'alert_opened', 'alert_ended', 'silent', 'sami'] as const;

/** What is new since the reader was last here. */
export function Changes({ read }: { read: Query<MorningAnswer> }) {
  const t = useText('dashboard');
  const formats = useFormats();
  const changes = read.data?.changes;
  return (
    <Panel title={t('changes.title')} h="100%" region>
      {changes === undefined ? (
        read.failure ? (
          <Text>{t('changes.failed')}</Text>
        ) : (
          <LoadingLines lines={3} />
        )
      ) : changes.since === null ? (
        <Text c="dimmed">{t('changes.first')}</Text>
      ) : (
        <>
          <Text mb={4}>
            {t('changes.since', { when: formats.dateTime(changes.since) })}{' '}
            {KINDS.every((kind) => changes.counts[kind] === 0)
              ? t('changes.none')
              : formats.list(
                  KINDS.filter((kind) => changes.counts[kind] > 0).map((kind) =>
                    t(`changes.count.${kind}`, { count: changes.counts[kind] }),
                  ),
                )}
          </Text>
          <ul className={classes.list}>
            {changes.results.map((change) => (
              <Line
                key={`${change.kind}:${change.box}:${change.aero}:${change.at}:${change.alert}`}
                change={change}
              />
            ))}
          </ul>
        </>
      )}
    </Panel>
  );
}

function Line({ change }: { change: Change }) {
  const t = useText('dashboard');
  const domain = useText('domain');
  const say = useFindings();
  const formats = useFormats();
  const what = () => {
    if (change.kind === 'finding' && change.fault !== null) return say.cause(change.fault);
    if (change.kind === 'sami' && change.sami !== null) return domain(`sami.${change.sami}`);
    return t(`changes.what.${change.kind}`);
  };
  const name = [
    change.serial_number,
    change.position === null ? '' : domain('aero', { position: change.position }),
  ]
    .filter((part) => part !== '')
    .join(' · ');
  const to = change.alert === null ? paths.box(change.box) : paths.alert(change.alert);
  return (
    <Group component="li" gap="xs" wrap="nowrap" justify="space-between">
      <Text style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        <TextLink to={to}>{name}</TextLink> {what()}
      </Text>
      <SmallText style={{ whiteSpace: 'nowrap' }}>{formats.dateTime(change.at)}</SmallText>
    </Group>
  );
}
