import type { Body } from '../api/contract.ts';
import type { StoredEntry } from './database.ts';

type OrderEntry = Body<'workOrdersEntry'>;
type Times = 'entry_id' | 'written_at' | 'sent_at';
/** What is sent; its id and times are added when it is. */
export type Content =
  | { readonly kind: 'comment'; readonly order: number; readonly body: Pick<OrderEntry, 'comment'> }
  | { readonly kind: 'check'; readonly order: number; readonly body: Pick<OrderEntry, 'check'> }
  | { readonly kind: 'closing'; readonly order: number; readonly body: Pick<OrderEntry, 'closing'> }
  | {
      readonly kind: 'photo';
      readonly order: number;
      readonly body: { readonly caption: string; readonly keep_position: boolean; readonly name: string };
    }
  | { readonly kind: 'note'; readonly box: number; readonly body: Omit<Body<'notesCreate'>, Times> };

/** Something to be sent, with what the queue shows of it. */
export type Draft = Content & {
  /** Where it belongs, in words: the title of the order, the name of the box. */
  readonly about: string;
  /** The picture of a photo. */
  readonly file?: Blob;
};
/** The sealed part of an entry. */
export interface Written {
  readonly content: Content;
  readonly about: string;
  /** Type of a picture, whose bytes are sealed apart. */
  readonly type?: string;
}
/** An entry as screens show it. */
export interface Queued extends Omit<StoredEntry, 'sealed'> {
  /** Null where it cannot be read, or was sent. */
  readonly written: Written | null;
}

export const subjectOf = (content: Content): string =>
  content.kind === 'note' ? `box ${content.box}` : `order ${content.order}`;
export const orderOf = ({ written }: Queued): number | null =>
  written === null || written.content.kind === 'note' ? null : written.content.order;

/** The text of an entry, as the queue shows it. */
export function textOfEntry({ content }: Written): string {
  const { kind, body } = content;
  if (kind === 'comment') return body.comment ?? '';
  if (kind === 'check') return [body.check?.text, body.check?.note].filter(Boolean).join(': ');
  if (kind === 'closing') return body.closing?.closing_note ?? '';
  return kind === 'photo' ? body.caption || body.name : body.text;
}
