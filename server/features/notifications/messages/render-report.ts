import { LANGUAGES } from '@aerowatch/domain/languages';
import type { Db } from '../../../platform/database/db.ts';
import { system } from '../../../platform/viewer.ts';
import { clientById } from '../../clients/store.ts';
import type { Message } from '../sending/store-outbox.ts';
import { plainMail } from './plain-mail.ts';
import { type MailBody, NotToBeSent, type Site } from './rendered-message.ts';
import { mayRead, type Recipient } from './store-content.ts';
import { fill, number, textsFor } from './wording.ts';

/** Limit of mail servers: 20 MB including the third that base64 adds. */
const MAX_BYTES = 15_000_000;

/** Last month's report, created now in the recipient's language, units and zone, as an attachment. */
export async function renderReport(
  db: Db,
  site: Site,
  recipient: Recipient,
  message: Message,
): Promise<MailBody> {
  const { client, month } = message.payload as { client: number; month: string };
  if (!(await mayRead(db, message.user_id, client))) throw new NotToBeSent('notify_user_gone');
  const { name } = await clientById(db, system, client);
  if (site.report === undefined) throw new Error('no module writes reports');
  const { filename, content } = await site.report(recipient, client, month);
  const { report } = textsFor(recipient.language);
  const format = new Intl.DateTimeFormat(LANGUAGES[recipient.language].locale, {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
  const isLarge = content.length > MAX_BYTES;
  const values = {
    title: site.title,
    client: name,
    month: format.format(Date.parse(`${month}-01`)),
    size: number(content.length / 1e6, recipient, 0),
  };
  const lines = [fill(isLarge ? report.too_large : report.body, values), report.details];
  const mail = plainMail(fill(report.subject, values), lines, {
    label: report.action,
    link: `${site.publicUrl}/?report=${month}&client=${client}`,
  });
  const file = { filename, cid: '', content, contentType: 'application/pdf', isFile: true } as const;
  return { ...mail, attachments: isLarge ? [] : [file] };
}
