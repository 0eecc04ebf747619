import type { ReportWriter } from '../../../hooks.ts';
import type { Card } from './card.ts';

/** The console that messages link to. */
export interface Site {
  readonly title: string;
  /** Without a trailing slash. */
  readonly publicUrl: string;
  /** The attribution that the weather service requires. */
  readonly weatherSource?: string | null;
  /** Writes the report that is attached. */
  readonly report?: ReportWriter | undefined;
}
export interface Attachment {
  readonly filename: string;
  readonly cid: string;
  readonly content: Buffer;
  readonly contentType: string;
  /** Attached as a file rather than shown in the text. */
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
  /** Shared by all mails of one thread; without it a mail stands alone. */
  readonly thread?: string;
}
/** A message ready to be sent, in the form of its channel. */
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

/** It must not or cannot be sent any more; the code is the reason (i18n `errors`). */
export class NotToBeSent extends Error {}
