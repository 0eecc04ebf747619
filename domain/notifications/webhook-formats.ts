/** A chat that accepts messages at an incoming webhook. */
interface WebhookFormatFacts {
  /** Its name as its maker writes it. */
  readonly name: string;
  /** Hosts, or host suffixes, that belong only to this chat. */
  readonly hosts: readonly string[];
  /** Path of its webhooks, for self-hosted chats. */
  readonly path: RegExp | null;
}

/** The formats of messages to a webhook. Sources: the makers' pages on incoming webhooks. */
export const WEBHOOK_FORMATS = {
  teams: {
    name: 'Microsoft Teams',
    hosts: ['webhook.office.com', 'logic.azure.com', 'api.powerplatform.com'],
    path: null,
  },
  slack: { name: 'Slack', hosts: ['hooks.slack.com', 'hooks.slack-gov.com'], path: null },
  mattermost: { name: 'Mattermost', hosts: [], path: /\/hooks\/[a-z0-9]{26}$/ },
} as const satisfies Record<string, WebhookFormatFacts>;
export type WebhookFormat = keyof typeof WEBHOOK_FORMATS;
export const WEBHOOK_FORMAT_KEYS = Object.keys(WEBHOOK_FORMATS) as [WebhookFormat, ...WebhookFormat[]];

/** The chat that an address belongs to; null if it is not recognizable. */
export function recognizedFormat(address: string): WebhookFormat | null {
  const url = URL.parse(address);
  if (url === null) return null;
  const known = WEBHOOK_FORMAT_KEYS.find((key) => {
    const { hosts, path }: WebhookFormatFacts = WEBHOOK_FORMATS[key];
    const hosted = hosts.some((host) => url.hostname === host || url.hostname.endsWith(`.${host}`));
    return hosted || path?.test(url.pathname) === true;
  });
  return known ?? null;
}

const HIDDEN = '••••';

/**
 * The displayed form of a webhook's address, because whoever knows the whole may post there. Its host, and
 * its last four characters if enough stay hidden, distinguish it from others.
 * `https://hooks.slack.com/••••x7Qd`
 */
export function maskedWebhook(address: string): string {
  const { origin, pathname, search } = new URL(address);
  const secret = pathname + search;
  return `${origin}/${HIDDEN}${secret.length > 24 ? secret.slice(-4) : ''}`;
}

/** Whether an address is a masked one rather than a real one. */
export const isMaskedWebhook = (address: string): boolean => address.includes(HIDDEN);
