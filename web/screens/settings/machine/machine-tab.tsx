import type { FigureState } from '@aerowatch/contracts/api/operation';
import { CHANNEL_KEYS, type ChannelKey } from '@aerowatch/domain/notifications/channels';
import { Stack, Table, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Answer } from '../../../lib/api/contract.ts';
import { type Formats, useFormats } from '../../../lib/format.ts';
import { useQuery } from '../../../lib/query/use-query.ts';
import { type TextOf, useText } from '../../../lib/text.ts';
import { OutlineBadge } from '../../../ui/badges/outline-badge.tsx';
import { ErrorState, LoadingLines } from '../../../ui/states/states.tsx';
import { Section } from '../section.tsx';
import { figureText } from './figure-text.ts';

type State = Answer<'operationFigures'>;

const EVERY_MS = 30_000;
const COLORS: Record<FigureState, string> = {
  good: 'teal',
  watch: 'amber',
  bad: 'red',
  unknown: 'gray',
  unused: 'gray',
};

/** The state of the server for administrators: processes, then every figure with what to do about it. */
export default function MachineTab() {
  const read = useQuery('operationFigures', {}, { pollingInterval: EVERY_MS });
  if (read.failure) return <ErrorState failure={read.failure} onRetry={read.refetch} />;
  if (read.data === undefined) return <LoadingLines lines={8} />;
  return (
    <Stack>
      <Processes of={read.data} />
      <FigureTable of={read.data} />
    </Stack>
  );
}

function Processes({ of: { version, commit, processes } }: { of: State }) {
  const t = useText('settings');
  const formats = useFormats();
  return (
    <Section title={t('machine.processes')} text={t('machine.commit', { version, commit: commit ?? '–' })}>
      <Table.ScrollContainer minWidth={520}>
        <Table
          aria-label={t('machine.processes')}
          data={{
            head: (['host', 'roles', 'version', 'since'] as const).map((key) => t(`machine.${key}`)),
            body: processes.map(({ host, roles, version: its, started_at }) => [
              host,
              formats.list(roles.map((role) => t(`machine.role.${role}`))),
              its,
              formats.dateTime(started_at),
            ]),
          }}
        />
      </Table.ScrollContainer>
    </Section>
  );
}

function FigureTable({ of: { figures } }: { of: State }) {
  const t = useText('settings');
  const channels = useText('channels');
  const formats = useFormats();
  return (
    <Section title={t('machine.figures')} text={t('machine.text')}>
      <Table.ScrollContainer minWidth={720}>
        <Table
          aria-label={t('machine.figures')}
          data={{
            head: (['figure', 'value', 'state', 'act'] as const).map((key) => t(`machine.${key}`)),
            body: figures.map((figure) => rowOf(figure, t, channels, formats)),
          }}
        />
      </Table.ScrollContainer>
    </Section>
  );
}

/** Its name and scope, the value, the state, and what to do if necessary. */
function rowOf(
  { code, subject, value, at, state }: State['figures'][number],
  t: TextOf<'settings'>,
  channels: TextOf<'channels'>,
  formats: Formats,
): ReactNode[] {
  const isChannel = CHANNEL_KEYS.includes(subject as ChannelKey);
  const whose = isChannel ? channels(`${subject as ChannelKey}.name`) : subject;
  const text = figureText({ code, value, at }, formats, t('machine.decade'));
  return [
    <Text key="name">
      {t(`machine.names.${code}`)}
      {whose === null ? null : (
        <Text component="span" c="dimmed" size="sm" display="block">
          {whose}
        </Text>
      )}
    </Text>,
    text ?? (state === 'unused' ? '–' : t('machine.unknown')),
    <OutlineBadge key="state" color={COLORS[state]}>
      {t(`machine.states.${state}`)}
    </OutlineBadge>,
    <Text key="act" size="sm" c={state === 'watch' || state === 'bad' ? undefined : 'dimmed'}>
      {t(`machine.acts.${code}`)}
    </Text>,
  ];
}
