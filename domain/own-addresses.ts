import {
  isMaskedWebhook,
  maskedWebhook,
  recognizedFormat,
  WEBHOOK_FORMAT_KEYS,
  WEBHOOK_FORMATS,
  type WebhookFormat,
} from './webhook-formats.ts';

/** What messages to an address can be written as. */
export interface AddressFormats {
  readonly keys: readonly [string, ...string[]];
  readonly nameOf: (format: string) => string;
  /** The format that an address tells; null when it tells none. */
  readonly recognized: (address: string) => string | null;
}
/** An address that a person types for one channel; it is kept as a secret. */
export interface OwnAddress {
  /** The word for it in codes of refusals, whose texts stand with the channel: `notify_no_webhook`. */
  readonly kind: string;
  /** What it looks like; nothing takes it away. */
  readonly pattern: RegExp;
  /** Whether the server calls it, so that it must be public. */
  readonly called: boolean;
  /** How it is shown: whoever knows it whole may write there. */
  readonly masked: (address: string) => string;
  /** Whether it is one that was shown, not one to write to. */
  readonly isMasked: (address: string) => boolean;
  /** Null where all messages are written alike. */
  readonly formats: AddressFormats | null;
  /** What the documentation of the API says: of the address, with an example, and of the format. */
  readonly described: readonly [address: string, example: string, format?: string];
}

/** An incoming webhook of a chat. */
export const WEBHOOK = {
  kind: 'webhook',
  pattern: /^(https?:\/\/\S+)?$/i,
  called: true,
  masked: maskedWebhook,
  isMasked: isMaskedWebhook,
  formats: {
    keys: WEBHOOK_FORMAT_KEYS,
    nameOf: (format: string) => WEBHOOK_FORMATS[format as WebhookFormat].name,
    recognized: recognizedFormat,
  },
  described: [
    'Incoming webhook of the chat, which alerts are sent to; empty: none',
    'https://chat.example.org/hooks/abc',
    'Whose messages the chat understands',
  ],
} as const satisfies OwnAddress;
