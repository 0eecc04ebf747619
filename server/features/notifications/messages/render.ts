import { channelOf, type MessageForm } from '@aerowatch/domain/notifications/channels';
import type { Vault } from '../../../platform/crypto/vault.ts';
import type { Db } from '../../../platform/database/db.ts';
import { SEALED_AS } from '../../outbox/queue.ts';
import type { Message } from '../sending/store-outbox.ts';
import { loadCurve } from './curve.ts';
import { page } from './layout.ts';
import { plainMail } from './plain-mail.ts';
import { renderAlerts } from './render-alerts.ts';
import { alertCard, footerOf, plainCard } from './render-card.ts';
import { renderAssignedOrders } from './render-orders.ts';
import { renderReport } from './render-report.ts';
import { renderAlertSms } from './render-short.ts';
import { renderWeek } from './render-week.ts';
import { type MailBody, NotToBeSent, type RenderedMessage, type Site } from './rendered-message.ts';
import { fitSms } from './sms-text.ts';
import { alertsOf, type NotifiedAlert, type Recipient, recipientOf } from './store-content.ts';
import { dateTime, fill, plural, type Reader, textsFor } from './wording.ts';

/** Writes a message in its recipient's language, units and time zone, with the current facts. */
export async function renderMessage(
  db: Db,
  vault: Vault,
  site: Site,
  message: Message,
): Promise<RenderedMessage> {
  const recipient = await recipientOf(db, message.user_id);
  if (!recipient?.active) throw new NotToBeSent('notify_user_gone');
  const { form, most } = channelOf(message.channel);
  if (message.kind === 'alert' || message.kind === 'digest') {
    const alerts = await alertsOf(db, message, recipient.clientId);
    if (alerts.length === 0) throw new NotToBeSent('notify_nothing_left');
    const isAssigned = alerts.some(({ kinds }) => kinds.includes('assigned'));
    if (!isAssigned && !recipient.wants.has(message.channel)) throw new NotToBeSent('notify_opted_out');
    return FORMS[form].alerts({ db, site, recipient, most: most ?? 0 }, alerts);
  }
  if (message.kind === 'test') return FORMS[form].test({ db, site, recipient, most: most ?? 0 });
  if (message.kind === 'week_ahead')
    return framed(site, recipient, await renderWeek(db, site, recipient, message.user_id));
  if (message.kind === 'orders_given') return renderOrders(site, recipient, message, form);
  if (message.kind === 'report')
    return framed(site, recipient, await renderReport(db, site, recipient, message));
  return framed(site, recipient, renderOther(vault, site, recipient, message));
}

/** Orders by mail, or as a card where the channel shows cards. */
function renderOrders(
  site: Site,
  recipient: Recipient,
  message: Message,
  form: MessageForm,
): RenderedMessage {
  const { mail, card } = renderAssignedOrders(site, recipient, message);
  return form === 'card' ? { form, subject: card.title, card } : framed(site, recipient, mail);
}

interface Given {
  readonly db: Db;
  readonly site: Site;
  readonly recipient: Recipient;
  /** Maximum size of one message, as the channel counts. */
  readonly most: number;
}

/** Rendering of alerts, and of test messages, for each form. */
const FORMS: Readonly<
  Record<
    MessageForm,
    {
      alerts: (
        context: Given,
        alerts: readonly NotifiedAlert[],
      ) => RenderedMessage | Promise<RenderedMessage>;
      test: (context: Given) => RenderedMessage;
    }
  >
> = {
  mail: {
    alerts: async ({ db, site, recipient }, alerts) =>
      framed(site, recipient, await renderAlerts(site, recipient, alerts, (alert) => loadCurve(db, alert))),
    test: ({ site, recipient }) => {
      const { subject, lines } = testWords(site, recipient);
      return framed(site, recipient, plainMail(subject, lines));
    },
  },
  text: {
    alerts: ({ site, recipient, most }, alerts) => {
      const text = renderAlertSms(site, recipient, alerts, most);
      return { form: 'text', subject: text, text };
    },
    test: ({ site, recipient, most }) => {
      const text = fitSms(fill(textsFor(recipient.language).test.short, { title: site.title }), '', most);
      return { form: 'text', subject: text, text };
    },
  },
  card: {
    alerts: ({ site, recipient }, alerts) => {
      const card = alertCard(site, recipient, alerts);
      return { form: 'card', subject: card.title, card };
    },
    test: ({ site, recipient }) => {
      const { subject, lines } = testWords(site, recipient);
      return { form: 'card', subject, card: plainCard(site, recipient, subject, lines) };
    },
  },
};

function testWords({ title }: Site, reader: Reader): { subject: string; lines: string[] } {
  const { test } = textsFor(reader.language);
  const units = test[reader.unitSystem];
  return {
    subject: fill(test.subject, { title }),
    lines: [fill(test.body, { title }), fill(test.details, { units, zone: reader.timeZone })],
  };
}

function framed(site: Site, recipient: Recipient, rendered: MailBody): RenderedMessage {
  const texts = textsFor(recipient.language);
  const greeting = fill(texts.greeting, { name: recipient.name }).replace(' ,', ',');
  const footer = footerOf(site, recipient, rendered.isAlert);
  const frame = {
    language: recipient.language,
    title: site.title,
    preheader: rendered.preheader,
    greeting,
    footer,
  };
  return {
    form: 'mail',
    subject: rendered.subject,
    html: page(frame, rendered.html),
    text: `${greeting}\n\n${rendered.text}\n\n-- \n${footer}\n`,
    attachments: rendered.attachments,
    ...(rendered.thread === undefined ? {} : { thread: rendered.thread }),
  };
}

function renderOther(vault: Vault, site: Site, reader: Reader, message: Message): MailBody {
  const texts = textsFor(reader.language);
  const title = site.title;
  const link = () => site.publicUrl + pathOf(vault, message);
  if (message.kind === 'reset' || message.kind === 'email_link') {
    const { subject, body, details, action } = texts[message.kind];
    return plainMail(fill(subject, { title }), [fill(body, { title }), details], {
      label: action,
      link: link(),
    });
  }
  if (message.kind === 'invitation') {
    const { subject, body, details, action } = texts.invitation;
    const values = { title, ...(message.payload as { by: string }) };
    return plainMail(fill(subject, values), [fill(body, values), details], { label: action, link: link() });
  }
  if (message.kind === 'email_asked' || message.kind === 'email_changed') {
    const { subject, body, details } = texts[message.kind];
    const { email } = message.payload as { email: string };
    return plainMail(fill(subject, { title }), [fill(body, { title, email }), details]);
  }
  if (message.kind === 'factors_removed') {
    const { subject, body, by_operator, details } = texts.factors_removed;
    const { email, by } = message.payload as { email: string; by: string };
    const said = fill(by === '' ? by_operator : body, { title, email, by });
    return plainMail(fill(subject, { title, email }), [said, details]);
  }
  if (message.kind === 'codes_guessed') {
    const { subject, body, details } = texts.codes_guessed;
    const { address, at } = message.payload as { address: string; at: string };
    const values = { title, address, time: dateTime(new Date(at), reader) };
    return plainMail(fill(subject, values), [fill(body, values), details]);
  }
  if (message.kind === 'key_ending' || message.kind === 'key_left') {
    const { subject, body, details, action } = texts[message.kind];
    const { name, prefix, at } = message.payload as { name: string; prefix: string; at: string };
    const values = { title, name, prefix, time: dateTime(new Date(at), reader) };
    return plainMail(fill(subject, values), [fill(body, values), details], {
      label: action,
      link: `${site.publicUrl}/settings?tab=keys`,
    });
  }
  if (message.kind === 'webhook_off') {
    const { subject, body, details, action } = texts.webhook_off;
    const values = { title, ...(message.payload as { url: string; hours: number }) };
    return plainMail(fill(subject, values), [fill(body, values), fill(details, values)], {
      label: action,
      link: `${site.publicUrl}/settings?tab=webhooks`,
    });
  }
  if (message.kind === 'export') {
    const { name, rows } = message.payload as { name: string; rows: number | null };
    const lines = [fill(texts.export.body, { name })];
    if (rows !== null) lines.push(plural(texts.export, 'rows', rows, reader));
    const action = { label: texts.export.action, link: link() };
    return plainMail(fill(texts.export.subject, { name }), lines, action);
  }
  throw new Error(`no text for a message of kind ${message.kind}`);
}

/** The secret path of a link. Exports queued before version 2.5 store it in clear. */
function pathOf(vault: Vault, { payload }: Message): string {
  const { sealed, path } = payload;
  if (typeof sealed === 'string') return vault.open(sealed, SEALED_AS);
  if (typeof path === 'string') return path;
  throw new NotToBeSent('notify_link_gone');
}
