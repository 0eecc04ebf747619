import { Badge, Button, Group, Modal, Pagination, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { MomentInput } from '../../../forms/moment-input.tsx';
import type { Answer } from '../../../lib/api/contract.ts';
import { useFormats } from '../../../lib/format.ts';
import { useMutation } from '../../../lib/query/use-mutation.ts';
import { useQuery } from '../../../lib/query/use-query.ts';
import { useText } from '../../../lib/text.ts';
import { SmallText } from '../../../ui/small-text.ts';
import { ErrorState, LoadingLines } from '../../../ui/states/states.tsx';
import { toast } from '../../../ui/toast.ts';
import { eventKey, type Webhook } from './webhook.ts';

type Delivery = Answer<'webhooksDeliveries'>['results'][number];
const PAGE = 10;
const COLORS = { queued: 'petrol', delivered: 'teal', failed: 'red' } as const;

/** Only the host: the rest of an address may contain a secret, and is wider than a phone. */
const hostOf = (url: string) => (URL.canParse(url) ? new URL(url).host : url);

/** The deliveries of a webhook, with each attempt; one, or all since a time, can be repeated. */
export function WebhookDeliveries({ webhook, onClose }: { webhook: Webhook | null; onClose: () => void }) {
  const t = useText('settings');
  const whose = webhook === null ? '' : ` – ${webhook.description || hostOf(webhook.url)}`;
  return (
    <Modal opened={webhook !== null} onClose={onClose} title={t('webhooks.deliveries') + whose} size="xl">
      {webhook === null ? null : <Deliveries webhook={webhook} />}
    </Modal>
  );
}

function Deliveries({ webhook }: { webhook: Webhook }) {
  const t = useText('settings');
  const [replayDeliveries] = useMutation('webhooksReplay', t('outbox.retry_failed'));
  const [page, setPage] = useState(1);
  const [since, setSince] = useState<string | null>(null);
  const query = { page: String(page), page_size: String(PAGE) };
  const read = useQuery('webhooksDeliveries', { params: { id: webhook.id }, query } as never, {
    live: ['webhooks'],
    pollingInterval: 5000,
  });
  const replay = async (body: { event?: string; since?: string }): Promise<void> => {
    const result = await replayDeliveries({ params: { id: webhook.id }, body });
    if (!result.ok) return;
    toast.success(t('webhooks.replayed', { count: result.data.queued }));
  };
  if (read.failure) return <ErrorState failure={read.failure} onRetry={read.refetch} />;
  if (!read.data) return <LoadingLines />;
  const { results, count } = read.data;
  return (
    <Stack>
      <Group align="flex-end">
        <MomentInput label={t('webhooks.since')} value={since} onChange={setSince} miw={200} />
        <Button variant="default" disabled={since === null} onClick={() => since && void replay({ since })}>
          {t('webhooks.replay_since')}
        </Button>
      </Group>
      {results.length === 0 ? <Text c="dimmed">{t('webhooks.none')}</Text> : null}
      {results.map((delivery) => (
        <One key={delivery.id} delivery={delivery} onReplay={() => void replay({ event: delivery.event })} />
      ))}
      {count > PAGE ? (
        <Pagination total={Math.ceil(count / PAGE)} value={page} onChange={setPage} size="sm" />
      ) : null}
    </Stack>
  );
}

function One({ delivery, onReplay }: { delivery: Delivery; onReplay: () => void }) {
  const t = useText('settings');
  const formats = useFormats();
  return (
    <div>
      <Group justify="space-between" gap="xs">
        <Group gap="xs">
          <Badge color={COLORS[delivery.state]} style={{ flex: 'none' }}>
            {t(`webhooks.delivery.${delivery.state}`)}
          </Badge>
          <Text fw={600}>
            {t(`webhooks.event.${eventKey(delivery.type)}`)} #{delivery.resource}
          </Text>
          <SmallText>{formats.dateTimeSeconds(delivery.at)}</SmallText>
        </Group>
        <Button size="compact-xs" variant="subtle" onClick={onReplay}>
          {t('webhooks.replay')}
        </Button>
      </Group>
      {delivery.attempts.map((attempt) => (
        <SmallText key={attempt.at} ml="md" style={{ overflowWrap: 'anywhere' }}>
          {[
            formats.dateTimeSeconds(attempt.at),
            attempt.error ?? `HTTP ${attempt.status}`,
            `${formats.number(attempt.duration_ms, 0)} ms`,
            attempt.answer.slice(0, 120),
          ]
            .filter(Boolean)
            .join(' · ')}
        </SmallText>
      ))}
      {delivery.next_attempt_at !== null ? (
        <SmallText ml="md">
          {t('webhooks.next', { when: formats.dateTimeSeconds(delivery.next_attempt_at) })}
        </SmallText>
      ) : null}
    </div>
  );
}
