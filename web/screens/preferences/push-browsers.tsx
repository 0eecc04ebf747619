import type { PushBrowser } from '@aerowatch/contracts/api/push';
import { ActionIcon, Button, Group, Stack, Text } from '@mantine/core';
import { IconBellPlus, IconX } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { browserName, fingerprint, isSupported, subscribe, subscribed } from '../../entities/session/push.ts';
import type { Failure } from '../../lib/api/result.ts';
import { useFormats } from '../../lib/format.ts';
import { useMutation } from '../../lib/query/use-mutation.ts';
import { useQuery } from '../../lib/query/use-query.ts';
import { useText } from '../../lib/text.ts';
import { SmallText } from '../../ui/small-text.ts';
import { ErrorState, LoadingLines } from '../../ui/states/states.tsx';
import { toast } from '../../ui/toast.ts';

interface Props {
  browsers: readonly PushBrowser[] | null;
  failure: Failure | undefined;
  publicKey: string | null;
  onChanged: () => void;
}

/** The browsers that receive notifications; this one is added with a click. */
export function PushBrowsers({ browsers, failure, publicKey, onChanged }: Props) {
  const t = useText('preferences');
  const [sendSubscribe] = useMutation('mePushSubscribe');
  const [busy, setBusy] = useState(false);
  const [own, setOwn] = useState<string | null>(null);
  useEffect(() => {
    void subscribed().then(async (found) => setOwn(found && (await fingerprint(found.endpoint))));
  }, []);
  const known = browsers?.some((browser) => browser.fingerprint === own) ?? false;
  const allow = async () => {
    if (publicKey === null) return;
    setBusy(true);
    const subscription = await subscribe(publicKey);
    if (subscription === 'denied' || subscription === 'failed') {
      setBusy(false);
      return toast.error(t(`push.${subscription}`));
    }
    const { endpoint, keys } = subscription;
    const result = await sendSubscribe({ body: { endpoint, keys, name: browserName() } });
    setBusy(false);
    if (!result.ok) return toast.failure(result, t('push.failed'));
    setOwn(result.data.fingerprint);
    toast.success(t('push.added'));
    onChanged();
  };
  if (failure !== undefined) return <ErrorState failure={failure} onRetry={onChanged} />;
  if (browsers === null) return <LoadingLines lines={1} />;
  return (
    <Stack gap={4}>
      {browsers.map((browser) => (
        <Browser
          key={browser.id}
          browser={browser}
          isThis={browser.fingerprint === own}
          onRemoved={() => {
            if (browser.fingerprint === own) void subscribed().then((found) => found?.unsubscribe());
            onChanged();
          }}
        />
      ))}
      {isSupported() ? null : <SmallText>{t('push.unsupported')}</SmallText>}
      {known || publicKey === null || !isSupported() ? null : (
        <Group>
          <Button
            size="xs"
            variant="light"
            loading={busy}
            leftSection={<IconBellPlus size={14} aria-hidden />}
            onClick={() => void allow()}
          >
            {t('push.allow')}
          </Button>
        </Group>
      )}
    </Stack>
  );
}

/** Loads the list once, and again after a change. */
export function usePushBrowsers() {
  const read = useQuery('mePush', {});
  return {
    /** Null while loading, and if that fails. */
    browsers: read.data?.browsers ?? null,
    failure: read.data === undefined ? read.failure : undefined,
    publicKey: read.data?.public_key ?? null,
    onChanged: read.refetch,
  };
}

function Browser({
  browser,
  isThis,
  onRemoved,
}: {
  browser: PushBrowser;
  isThis: boolean;
  onRemoved: () => void;
}) {
  const t = useText('preferences');
  const [unsubscribe] = useMutation('mePushUnsubscribe');
  const formats = useFormats();
  const remove = async () => {
    const result = await unsubscribe({ params: { id: browser.id } });
    if (!result.ok) return toast.failure(result);
    toast.success(t('push.removed'));
    onRemoved();
  };
  return (
    <Group gap="xs" wrap="nowrap">
      <Text style={{ overflowWrap: 'anywhere' }}>
        {isThis ? `${browser.name} (${t('push.here')})` : browser.name}
      </Text>
      <SmallText>{t('push.since', { when: formats.date(browser.created_at) })}</SmallText>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={t('push.remove', { name: browser.name })}
        onClick={() => void remove()}
      >
        <IconX size={16} aria-hidden />
      </ActionIcon>
    </Group>
  );
}
