import {
  type ChannelKey,
  channelOf,
  enabledField,
  notifyField,
  type OwnChannel,
  ownAddressOf,
} from '@aerowatch/domain/notifications/channels';
import { Alert, Button, Group, Stack, Switch } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useMeta } from '../../lib/meta.ts';
import { paths } from '../../lib/paths.ts';
import { useMutation } from '../../lib/query/use-mutation.ts';
import { useText } from '../../lib/text.ts';
import { LinkButton } from '../../ui/links/link-button.tsx';
import { toast } from '../../ui/toast.ts';
import { AddressFields } from './address-fields.tsx';
import { addressOf, type PreferenceProps } from './preference.ts';
import { PushBrowsers, usePushBrowsers } from './push-browsers.tsx';

/** One notification channel: on or off, its address, and a test. */
export function Channel(props: PreferenceProps & { channel: ChannelKey }) {
  return channelOf(props.channel).address === 'browser' ? (
    <BrowserChannel {...props} />
  ) : (
    <OneChannel {...props} address={addressOf(props.profile, props.channel)} />
  );
}

/** The channel without addresses in the profile. */
function BrowserChannel(props: PreferenceProps & { channel: ChannelKey }) {
  const push = usePushBrowsers();
  const names = push.browsers?.map(({ name }) => name).join(', ') ?? '';
  return (
    <OneChannel {...props} address={names === '' ? null : names} known={push.browsers !== null}>
      <PushBrowsers {...push} />
    </OneChannel>
  );
}

interface OneProps extends PreferenceProps {
  channel: ChannelKey;
  /** The user's address; null for none. */
  address: string | null;
  /** Whether the address is known yet. */
  known?: boolean;
  children?: ReactNode;
}
function OneChannel({ channel, address, known = true, children, ...preference }: OneProps) {
  const { profile, errors, save } = preference;
  const t = useText('preferences');
  const channels = useText('channels');
  const meta = useMeta();
  const kind = channelOf(channel).address;
  const own = ownAddressOf(channel);
  // A profile stored in this browser by an older version may lack it.
  const wanted = profile[notifyField(channel)] === true;
  const field = notifyField(channel);
  const title = channels(`${channel}.preference`);
  return (
    <Stack gap="xs">
      <Group justify="space-between" gap="sm">
        <Switch
          label={title}
          description={address ?? (known ? channels(`${channel}.missing`) : undefined)}
          checked={wanted}
          disabled={address === null && !wanted}
          error={errors[field] ?? (typeof kind === 'string' && kind !== 'browser' ? errors[kind] : undefined)}
          onChange={(event) => void save({ [field]: event.currentTarget.checked })}
        />
        {address !== null && <TestButton channel={channel} address={address} title={title} />}
        {address === null && kind === 'phone' && (
          <LinkButton to={paths.profile()} variant="light" size="xs">
            {t('add_phone')}
          </LinkButton>
        )}
      </Group>
      {children}
      {own !== null && <AddressFields channel={channel as OwnChannel} own={own} {...preference} />}
      {meta?.[enabledField(channel)] === false && (
        <Alert color="amber" py="xs">
          {t('not_ready', { channel: channels(`${channel}.name`) })}
        </Alert>
      )}
    </Stack>
  );
}

function TestButton({ channel, address, title }: { channel: ChannelKey; address: string; title: string }) {
  const t = useText('preferences');
  const common = useText('common');
  const [sendTest, busy] = useMutation('meTestNotification');
  const test = async (): Promise<void> => {
    const result = await sendTest({ body: { channel } });
    if (result.ok) toast.success(t('test_sent', { address }));
    else toast.failure(result, common('error.sending'));
  };
  return (
    <Button
      variant="light"
      size="xs"
      loading={busy}
      leftSection={<IconSend size={14} aria-hidden />}
      onClick={() => void test()}
      aria-label={common('labelled', { label: t('test'), value: title })}
    >
      {t('test')}
    </Button>
  );
}
