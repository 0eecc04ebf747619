import { SEALED_AS } from '../../outbox/queue.ts';
import type { Vault } from '../../platform/crypto/vault.ts';
import type { Db } from '../../platform/database/db.ts';
import type { Message } from '../sending/store-outbox.ts';
import { loadCurve } from './curve.ts';
import { button, page, paragraph } from './layout.ts';
import { renderAlertSms, renderAlerts } from './render-alerts.ts';
import { NotToBeSent, type Ready, type Rendered, type Site } from './rendered.ts';
import { fitSms } from './sms-text.ts';
import { alertsOf, type Recipient, recipientOf } from './store-content.ts';
import { fill, plural, type Reader, textsFor } from './wording.ts';

/** Says a message in its recipient's language, units and time zone, as things stand now. */
export async function renderMessage(db: Db, vault: Vault, site: Site, message: Message): Promise<Ready> {
  const recipient = await recipientOf(db, message.user_id);
  if (!recipient?.active) throw new NotToBeSent('notify_user_gone');
  if (message.kind === 'alert' || message.kind === 'digest') {
    const alerts = await alertsOf(db, message, recipient.clientId);
    if (alerts.length === 0) throw new NotToBeSent('notify_nothing_left');
    if (!recipient.wants[message.channel]) throw new NotToBeSent('notify_opted_out');
    if (message.channel === 'sms') {
      const text = renderAlertSms(site, recipient, alerts);
      return { channel: 'sms', subject: text, text };
    }
    return framed(
      site,
      recipient,
      await renderAlerts(site, recipient, alerts, (alert) => loadCurve(db, alert)),
    );
  }
  if (message.channel === 'sms') {
    const text = fitSms(fill(textsFor(recipient.language).test.sms, { title: site.title }), '');
    return { channel: 'sms', subject: text, text };
  }
  return framed(site, recipient, renderOther(vault, site, recipient, message));
}

function framed(site: Site, recipient: Recipient, rendered: Rendered): Ready {
  const texts = textsFor(recipient.language);
  const greeting = fill(texts.greeting, { name: recipient.name }).replace(' ,', ',');
  const footer = rendered.isAlert
    ? fill(texts.footer_alert, { title: site.title, link: `${site.publicUrl}/preferences` })
    : fill(texts.footer, { title: site.title, link: site.publicUrl });
  const frame = {
    language: recipient.language,
    title: site.title,
    preheader: rendered.preheader,
    greeting,
    footer,
  };
  return {
    channel: 'email',
    subject: rendered.subject,
    html: page(frame, rendered.html),
    text: `${greeting}\n\n${rendered.text}\n\n-- \n${footer}\n`,
    attachments: rendered.attachments,
  };
}

function renderOther(vault: Vault, site: Site, reader: Reader, message: Message): Rendered {
  const texts = textsFor(reader.language);
  const title = site.title;
  const plain = (subject: string, lines: string[], action?: { label: string; link: string }): Rendered => ({
    subject,
    preheader: lines[0] ?? '',
    html:
      lines
        .slice(0, 1)
        .map((line) => paragraph(line))
        .join('') +
      (action ? button(action.label, action.link) : '') +
      lines
        .slice(1)
        .map((line) => paragraph(line))
        .join(''),
    text: [lines[0], ...(action ? ['', action.link, ''] : []), ...lines.slice(1)].join('\n'),
    attachments: [],
    isAlert: false,
  });
  if (message.kind === 'reset') {
    const { sealed } = message.payload;
    if (typeof sealed !== 'string') throw new NotToBeSent('notify_link_gone');
    const link = site.publicUrl + vault.open(sealed, SEALED_AS);
    const { subject, body, details, action } = texts.reset;
    return plain(fill(subject, { title }), [fill(body, { title }), details], { label: action, link });
  }
  if (message.kind === 'export') {
    const { path, name, rows } = message.payload as { path: string; name: string; rows: number | null };
    const lines = [fill(texts.export.body, { name })];
    if (rows !== null) lines.push(plural(texts.export, 'rows', rows, reader));
    return plain(fill(texts.export.subject, { name }), lines, {
      label: texts.export.action,
      link: site.publicUrl + path,
    });
  }
  const { subject, body, details } = texts.test;
  const units = texts.test[reader.unitSystem];
  return plain(fill(subject, { title }), [
    fill(body, { title }),
    fill(details, { units, zone: reader.timeZone }),
  ]);
}
