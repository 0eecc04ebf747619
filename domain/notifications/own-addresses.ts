import {
  isMaskedWebhook,
  maskedWebhook,
  recognizedFormat,
  WEBHOOK_FORMAT_KEYS,
  WEBHOOK_FORMATS,
  type WebhookFormat,
} from './webhook-formats.ts';

/** The formats of messages to an address. */
export interface AddressFormats {
  readonly keys: readonly [string, ...string[]];
  readonly nameOf: (format: string) => string;
  /** The format recognizable from an address; null for none. */
  readonly recognized: (address: string) => string | null;
}
/** An address that a user enters for one channel; it is stored as a secret. */
export interface OwnAddress {
  /** Its word in error codes, whose texts stand with the channel: `notify_no_webhook`. */
  readonly kind: string;
  /** The format of a valid address, without trimming. */
  readonly pattern: RegExp;
  /** Whether the server connects to it, so that it must be public. */
  readonly called: boolean;
  /** The displayed form: whoever knows the whole address may write there. */
  readonly masked: (address: string) => string;
  /** Whether it is a displayed, masked form rather than a real address. */
  readonly isMasked: (address: string) => boolean;
  /** Null where all messages have the same format. */
  readonly formats: AddressFormats | null;
  /** Texts of the API documentation: of the address, with an example, and of the format. */
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
