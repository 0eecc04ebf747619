/** A chat that takes messages at an incoming webhook. */
interface WebhookFormatFacts {
  /** As its maker writes it. */
  readonly name: string;
  /** Hosts, or what they end in, that are this chat's alone. */
  readonly hosts: readonly string[];
  /** Path of its webhooks, for chats that people run at a host of their own. */
  readonly path: RegExp | null;
}

/** What a message to a webhook can be written as. Sources: the makers' pages on incoming webhooks. */
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

/** The chat that an address belongs to; null when it does not tell. */
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
 * A webhook's address as it is shown: whoever knows it whole may post there. Its host, and its last four
 * characters where enough stay hidden, tell one from another. `https://hooks.slack.com/••••x7Qd`
 */
export function maskedWebhook(address: string): string {
  const { origin, pathname, search } = new URL(address);
  const secret = pathname + search;
  return `${origin}/${HIDDEN}${secret.length > 24 ? secret.slice(-4) : ''}`;
}

/** Whether an address is one that was shown, not one to post to. */
export const isMaskedWebhook = (address: string): boolean => address.includes(HIDDEN);
