import { LANGUAGES } from '@aerowatch/domain/languages';
import { GENERAL_KIND, isWorkKind } from '@aerowatch/domain/work/kinds';
import { titleOf } from '@aerowatch/i18n/work-words';
import type { AssignedOrder } from '../../outbox/queue.ts';
import type { Message } from '../sending/store-outbox.ts';
import type { Card } from './card.ts';
import { plainMail } from './plain-mail.ts';
import { plainCard } from './render-card.ts';
import type { MailBody, Site } from './rendered-message.ts';
import type { Recipient } from './store-content.ts';
import { fill, plural, textsFor } from './wording.ts';

/** Maximum number of orders listed; beyond it only the count is given. */
const NAMED = 20;

interface Payload {
  readonly by: string;
  readonly comment?: string;
  readonly why?: 'handed_over' | 'not_proven' | 'escalated';
  readonly orders: readonly AssignedOrder[];
}

/** Work orders that were assigned, or are open again: what, where, by when, as a mail or a card. */
export function renderAssignedOrders(
  site: Site,
  recipient: Recipient,
  { payload }: Message,
): { readonly mail: MailBody; readonly card: Card } {
  const { by, comment = '', why, orders } = payload as unknown as Payload;
  const texts = textsFor(recipient.language).orders_given;
  const [first] = orders;
  const count = orders.length;
  const more = count > NAMED ? [plural(texts, 'more', count - NAMED, recipient)] : [];
  const values = { by: by === '' ? texts.program : by, name: site.title };
  const title = first === undefined ? '' : titleIn(first, recipient);
  const [subject, body] =
    why === 'not_proven'
      ? [fill(texts.again_subject, { title }), texts.again_body]
      : why === 'escalated'
        ? [fill(texts.escalated_subject, { title }), texts.escalated_body]
        : [
            plural(texts, 'subject', count, recipient, { title }),
            plural(texts, 'body', count, recipient, values),
          ];
  const lines = [
    body,
    ...(comment === '' ? [] : [fill(texts.comment, { comment })]),
    ...orders.slice(0, NAMED).map((order) => lineOf(order, recipient)),
    ...more,
  ];
  const isOne = count === 1 && first !== undefined;
  const action = {
    label: texts.action,
    link: `${site.publicUrl}/${isOne ? `work-orders/${first.id}` : 'work-orders?mine=true'}`,
  };
  const mail = plainMail(subject, [...lines, texts.details], action);
  return {
    // All mails about one matter are one thread.
    mail: isOne ? { ...mail, thread: `work-order-${first.id}` } : mail,
    card: { ...plainCard(site, recipient, subject, lines), action },
  };
}

/** The name of an order: as entered, else from its kind and place. */
const titleIn = (order: AssignedOrder, { language }: Recipient): string =>
  order.title === ''
    ? titleOf(isWorkKind(order.kind) ? order.kind : GENERAL_KIND, order, language, order.precision)
    : order.title;

function lineOf(order: AssignedOrder, recipient: Recipient): string {
  const texts = textsFor(recipient.language).orders_given;
  const days = new Intl.DateTimeFormat(LANGUAGES[recipient.language].locale, {
    dateStyle: 'medium',
    timeZone: 'UTC',
  });
  return fill(order.due_on === null ? texts.line : texts.line_due, {
    title: titleIn(order, recipient),
    day: order.due_on === null ? '' : days.format(Date.parse(order.due_on)),
  });
}
