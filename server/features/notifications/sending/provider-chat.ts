import { CHANNELS } from '@aerowatch/domain/notifications/channels';
import {
  type Outbound,
  type OutboundAnswer,
  OutboundError,
} from '../../../platform/http/outbound/outbound.ts';
import { fitCard } from '../messages/card.ts';
import { DeliveryError, type MakeProvider, type Provider } from './providers.ts';
import { isWritten, WRITERS } from './webhook-writers.ts';

export const makeChatProvider: MakeProvider = ({ outbound }) => chatProvider(outbound);

/** Cards to incoming webhooks of Teams, Slack and Mattermost. */
export function chatProvider(outbound: Outbound): Provider {
  return {
    async deliver({ to, format, message }) {
      if (message.form !== 'card' || format === undefined || !isWritten(format))
        throw new DeliveryError('final', 'not a card');
      const body = fitCard(message.card, CHANNELS.chat.most, WRITERS[format]);
      const answer = await outbound.post(to, { 'Content-Type': 'application/json' }, body).catch(notCalled);
      const refusal = refusalOf(answer);
      if (refusal !== undefined) throw refusal;
      return null;
    },
  };
}

function notCalled(error: unknown): never {
  if (!(error instanceof OutboundError)) throw error;
  const kinds = { refused: 'final', unreachable: 'unreachable', broken: 'later' } as const;
  throw new DeliveryError(kinds[error.kind], error.message);
}

const MAX_WAIT = 3600;

function refusalOf({ status, headers, text }: OutboundAnswer): DeliveryError | undefined {
  const said = `HTTP ${status} ${text.replace(/\s+/g, ' ').slice(0, 200)}`.trim();
  // A connector of Teams answers 200 and reports throttling in the text.
  if (status >= 200 && status < 300)
    return /^Webhook message delivery failed/i.test(text) ? new DeliveryError('later', said) : undefined;
  if (status >= 300 && status < 400)
    return new DeliveryError('final', `HTTP ${status}: redirects are not followed`);
  const final = status < 500 && status !== 408 && status !== 429;
  const wait = Number(headers['retry-after']);
  return new DeliveryError(
    final ? 'final' : 'later',
    said,
    Number.isFinite(wait) ? Math.min(Math.max(wait, 0), MAX_WAIT) : 0,
  );
}
