import type { WebhookEvent } from '@aerowatch/domain/notifications/webhook-events';
import type { Answer } from '../../../lib/api/contract.ts';

export type Webhook = Answer<'webhooksGet'>;

type Underlined<T extends string> = T extends `${infer A}.${infer B}` ? `${A}_${B}` : T;
/** Text keys contain no dots. */
export const eventKey = <T extends WebhookEvent>(key: T) => key.replace('.', '_') as Underlined<T>;

/** The fields written by the form; the server disabling a failing webhook is nobody's edit. */
export const writtenOf = ({ url, description, events, enabled, disabled_at }: Webhook) => ({
  url,
  description,
  events,
  enabled: enabled || disabled_at !== null,
});

/** The values of the form. */
export interface Draft {
  url: string;
  description: string;
  events: string[];
  enabled: boolean;
  client: number | null;
}

export const draftOf = (webhook: Webhook | null, own: number | null): Draft => ({
  url: webhook?.url ?? '',
  description: webhook?.description ?? '',
  events: webhook?.events ?? ['work_order.created', 'work_order.closed'],
  enabled: webhook?.enabled ?? true,
  client: webhook?.client ?? own,
});

export const bodyOf = ({ client: _client, events, ...rest }: Draft) => ({
  ...rest,
  events: events as WebhookEvent[],
});
