import type { Card } from './card.ts';

/** The console that messages lead to. */
export interface Site {
  readonly title: string;
  /** Without a slash at its end. */
  readonly publicUrl: string;
  /** Whom the weather service asks to be named. */
  readonly weatherSource?: string | null;
}
export interface Attachment {
  readonly filename: string;
  readonly cid: string;
  readonly content: Buffer;
  readonly contentType: string;
  /** Saved rather than shown: a file; otherwise it stands in the text. */
  readonly isFile?: true;
}
/** The body of a mail before its frame. */
export interface MailBody {
  readonly subject: string;
  readonly preheader: string;
  readonly html: string;
  readonly text: string;
  readonly attachments: readonly Attachment[];
  readonly isAlert: boolean;
  /** What all mails of one thread share; without it a mail stands by itself. */
  readonly thread?: string;
}
/** A message as it leaves, in the form of its channel. */
export type RenderedMessage =
  | {
      readonly form: 'mail';
      readonly subject: string;
      readonly html: string;
      readonly text: string;
      readonly attachments: readonly Attachment[];
      readonly thread?: string;
    }
  | { readonly form: 'text'; readonly subject: string; readonly text: string }
  | { readonly form: 'card'; readonly subject: string; readonly card: Card };

/** It must not or cannot be sent any more; the word says why (i18n `errors`). */
export class NotToBeSent extends Error {}
