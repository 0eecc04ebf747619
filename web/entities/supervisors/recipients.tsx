import type { User } from '@aerowatch/contracts/api/users';
import {
  CHANNEL_KEYS,
  type ChannelKey,
  enabledField,
  notifyField,
} from '@aerowatch/domain/notifications/channels';
import { Alert, Paper, Stack, Text, Title } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useFormats } from '../../lib/format.ts';
import { useMeta } from '../../lib/meta.ts';
import { useIsWhole } from '../../lib/query/collection-state.ts';
import { useCollection } from '../../lib/query/use-collection.ts';
import { useText } from '../../lib/text.ts';
import { SmallText } from '../../ui/small-text.ts';
import { type SupervisorDraft, tellOf, tellsPerson } from './draft.ts';

/** Number of names shown; the rest is counted. */
const NAMED = 4;

/** Who is told beside the persons listed. */
const toldBeside = ({ on_duty, in_charge }: ReturnType<typeof tellOf>) => {
  if (on_duty) return 'told.andOnDuty';
  return in_charge ? 'told.inCharge' : 'summary.recipients';
};

/** Who would receive an alert of this supervisor, by channel, and reasons why it would not reach them. */
export function Recipients({ draft }: { draft: SupervisorDraft }) {
  const t = useText('supervisors');
  const used = CHANNEL_KEYS.filter((channel) =>
    draft.conditions.some(({ actions }) => actions.some(({ type }) => type === channel)),
  );
  return (
    <Paper withBorder p="md">
      <Title order={3} size="h5" mb="xs">
        {t('told.title')}
      </Title>
      <Stack gap="xs">
        {used.length === 0 ? <Text>{t('told.nobody')}</Text> : null}
        {used.map((channel) => (
          <ByChannel key={channel} channel={channel} draft={draft} />
        ))}
        <SmallText>{t(toldBeside(tellOf(draft)))}</SmallText>
      </Stack>
    </Paper>
  );
}

/** Whether there is an address to send it to. */
const isReachable = (user: User, channel: ChannelKey): boolean => !user.unreached.includes(channel);

function ByChannel({ channel, draft }: { channel: ChannelKey; draft: SupervisorDraft }) {
  const t = useText('supervisors');
  const channels = useText('channels');
  const formats = useFormats();
  const meta = useMeta();
  const known = useIsWhole('users');
  const wanting = useCollection('users').filter(
    (user) =>
      user.client === draft.client &&
      user.is_active &&
      user[notifyField(channel)] &&
      tellsPerson(draft, user),
  );
  const people = wanting.filter((user) => isReachable(user, channel));
  const unreached = wanting.filter((user) => !isReachable(user, channel));
  const name = channels(`${channel}.name`);
  if (meta !== null && !meta[enabledField(channel)])
    return (
      <Alert color="amber" icon={<IconAlertTriangle aria-hidden />}>
        {t('told.notSetUp', { channel: name })}
      </Alert>
    );
  if (!known) return null;
  const namesOf = (users: readonly User[]): string => {
    const names = users.slice(0, NAMED).map((user) => `${user.first_name} ${user.last_name}`.trim());
    const rest = users.length - names.length;
    return formats.list(rest > 0 ? [...names, t('told.more', { count: rest })] : names);
  };
  return (
    <>
      {wanting.length === 0 && !tellOf(draft).in_charge && !tellOf(draft).on_duty ? (
        <Alert color="amber" icon={<IconAlertTriangle aria-hidden />}>
          {t('told.noOne', { channel: name })}
        </Alert>
      ) : null}
      {people.length === 0 ? null : (
        <Text>
          <Text size="md" span fw={600}>
            {t('told.by', { channel: name })}
          </Text>{' '}
          {namesOf(people)}
        </Text>
      )}
      {unreached.length === 0 ? null : (
        <Alert color="amber" icon={<IconAlertTriangle aria-hidden />}>
          {t('told.unreached', {
            channel: name,
            names: namesOf(unreached),
            reason: channels(`${channel}.missing`),
          })}
        </Alert>
      )}
    </>
  );
}
