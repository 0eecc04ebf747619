import { CHANNELS } from '@aerowatch/domain/notifications/channels';
import webPush from 'web-push';
import {
  type Outbound,
  type OutboundAnswer,
  OutboundError,
} from '../../../platform/http/outbound/outbound.ts';
import {
  forgetBrowsers,
  noteSent,
  type Subscription,
  subscriptionsOf,
  vapidKeys,
} from '../../outbox/store-push.ts';
import { type Card, fitCard } from '../messages/card.ts';
import { DeliveryError, type MakeProvider, type ProviderTools } from './providers.ts';

/** How long a push service stores a message for a browser that is off: as long as an alert is news. */
const TTL_SECONDS = 24 * 3600;

/**
 * Sends to every browser that a person allowed, encrypted for that browser alone (RFC 8291), signed by this
 * console (RFC 8292). A browser whose push service answers 404 or 410 no longer exists, and is deleted.
 */
export const makePushProvider: MakeProvider = ({ config, db, vault, outbound }) => {
  const { pushContact } = config;
  if (pushContact === null) return undefined;
  return {
    async deliver({ userId, reference, message }) {
      if (message.form !== 'card' || userId === undefined) throw new DeliveryError('final', 'not a card');
      const payload = fitCard(message.card, CHANNELS.web_push.most, (card) => written(card, reference));
      const keys = await vapidKeys(db, vault);
      const browsers = await subscriptionsOf(db, vault, userId);
      if (browsers.length === 0) throw new DeliveryError('final', 'notify_no_browser');
      const vapid = { subject: pushContact, ...keys };
      const answers = await Promise.all(
        browsers.map(async ({ id, subscription }) => ({
          id,
          problem: await post(outbound, subscription, payload, vapid),
        })),
      );
      return settle({ db }, answers);
    },
  };
};

interface Answered {
  readonly id: number;
  readonly problem: DeliveryError | 'gone' | undefined;
}

/** One browser that accepts it is enough; if none does, the least severe refusal decides. */
async function settle({ db }: Pick<ProviderTools, 'db'>, answers: readonly Answered[]): Promise<null> {
  const of = (kind: 'sent' | 'gone') =>
    answers
      .filter(({ problem }) => (kind === 'sent' ? problem === undefined : problem === 'gone'))
      .map(({ id }) => id);
  if (of('gone').length > 0) await forgetBrowsers(db, of('gone'));
  if (of('sent').length > 0) {
    await noteSent(db, of('sent'), new Date());
    return null;
  }
  const problems = answers.flatMap(({ problem }) => (problem instanceof DeliveryError ? [problem] : []));
  throw (
    problems.find(({ kind }) => kind !== 'final') ??
    problems[0] ??
    new DeliveryError('final', 'notify_no_browser')
  );
}

async function post(
  outbound: Outbound,
  subscription: Subscription,
  payload: string,
  vapidDetails: { subject: string; publicKey: string; privateKey: string },
): Promise<Answered['problem']> {
  try {
    const { endpoint, headers, body } = webPush.generateRequestDetails(subscription as never, payload, {
      vapidDetails,
      TTL: TTL_SECONDS,
      urgency: 'high',
      contentEncoding: 'aes128gcm',
    });
    const { 'Content-Length': _length, ...kept } = headers as Record<string, string | number>;
    const said = Object.fromEntries(Object.entries(kept).map(([name, value]) => [name, String(value)]));
    return problemOf(await outbound.post(endpoint, said, body ?? Buffer.alloc(0)));
  } catch (error) {
    if (!(error instanceof OutboundError)) return new DeliveryError('final', (error as Error).message);
    const kinds = { refused: 'final', unreachable: 'unreachable', broken: 'later' } as const;
    return new DeliveryError(kinds[error.kind], error.message);
  }
}

const MAX_WAIT = 3600;

function problemOf({ status, headers, text }: OutboundAnswer): Answered['problem'] {
  if (status >= 200 && status < 300) return undefined;
  if (status === 404 || status === 410) return 'gone';
  const said = `HTTP ${status} ${text.replace(/\s+/g, ' ').slice(0, 200)}`.trim();
  const wait = Number(headers['retry-after']);
  const seconds = Number.isFinite(wait) ? Math.min(Math.max(wait, 0), MAX_WAIT) : 0;
  const final = status < 500 && status !== 408 && status !== 429;
  return new DeliveryError(final ? 'final' : 'later', said, seconds);
}

/** What the service worker shows; `tag` makes a repetition replace the first. */
function written(card: Card, tag: string): string {
  const lines = card.sections.flatMap(({ heading, notices, facts, entries }) => [
    heading,
    ...notices,
    ...facts.slice(0, 3).map(([name, value]) => card.fact(name, value)),
    ...entries.map(({ label }) => `• ${label}`),
  ]);
  const single = card.sections.length === 1 ? card.sections[0]?.action : undefined;
  return JSON.stringify({
    title: card.title,
    body: [...card.lead, ...lines].join('\n'),
    url: new URL((single ?? card.action).link).pathname,
    tag,
  });
}
