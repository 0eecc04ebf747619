import { LANGUAGES } from '@aerowatch/domain/languages';
import { GENERAL_KIND, isWorkKind } from '@aerowatch/domain/work/kinds';
import { titleOf } from '@aerowatch/i18n/work-words';
import type { AssignedOrder } from '../../outbox/queue.ts';
import type { Message } from '../sending/store-outbox.ts';
import { plainMail } from './plain-mail.ts';
import type { MailBody, Site } from './rendered-message.ts';
import type { Recipient } from './store-content.ts';
import { fill, plural, textsFor } from './wording.ts';

/** More are counted. */
const NAMED = 20;

/** Work orders assigned to somebody: what, where, by when. */
export function renderAssignedOrders(site: Site, recipient: Recipient, { payload }: Message): MailBody {
  const { by, orders } = payload as unknown as { by: string; orders: AssignedOrder[] };
  const texts = textsFor(recipient.language).orders_given;
  const days = new Intl.DateTimeFormat(LANGUAGES[recipient.language].locale, {
    dateStyle: 'medium',
    timeZone: 'UTC',
  });
  const titleIn = (order: AssignedOrder) =>
    order.title === ''
      ? titleOf(
          isWorkKind(order.kind) ? order.kind : GENERAL_KIND,
          order,
          recipient.language,
          order.precision,
        )
      : order.title;
  const [first] = orders;
  const count = orders.length;
  const lines = orders.slice(0, NAMED).map((order) =>
    fill(order.due_on === null ? texts.line : texts.line_due, {
      title: titleIn(order),
      day: order.due_on === null ? '' : days.format(Date.parse(order.due_on)),
    }),
  );
  const more = count > NAMED ? [plural(texts, 'more', count - NAMED, recipient)] : [];
  const values = { by: by === '' ? texts.program : by, name: site.title };
  return plainMail(
    plural(texts, 'subject', count, recipient, { title: first === undefined ? '' : titleIn(first) }),
    [plural(texts, 'body', count, recipient, values), ...lines, ...more, texts.details],
    {
      label: texts.action,
      link: `${site.publicUrl}/${count === 1 && first !== undefined ? `work-orders/${first.id}` : 'work-orders?mine=true'}`,
    },
  );
}
