/** A page with the mails and SMS that a development server sends: nothing leaves the machine. */
import { createServer } from 'node:http';
import { type ReceivedMail, startGateway, startSmtp } from '../server/features/notifications/testing.ts';

const plain = (text: string) =>
  text.replace(
    /[&<>"]/g,
    (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] ?? sign,
  );

function mailRow(mail: ReceivedMail, index: number): string {
  return `<details><summary>${plain(mail.date ?? '')} · ${plain(mail.envelopeTo.join(', '))} · <b>${plain(mail.subject ?? '')}</b></summary><iframe sandbox src="/mail/${index}" title="${plain(mail.subject ?? '')}"></iframe></details>`;
}

/** The HTML of a mail with its inline images. */
function mailPage(mail: ReceivedMail): string {
  return (mail.html ?? `<pre>${plain(mail.text ?? '')}</pre>`).replace(
    /cid:([^"']+)/g,
    (whole, id: string) => {
      const picture = mail.attachments.find((one) => one.contentId === `<${id}>`);
      return picture
        ? `data:${picture.mimeType};base64,${Buffer.from(picture.content as ArrayBuffer).toString('base64')}`
        : whole;
    },
  );
}

export interface Mailbox {
  url: string;
  smtpUrl: string;
  smsUrl: string;
  stop(): Promise<void>;
}

export async function startMailbox(port: number): Promise<Mailbox> {
  const smtp = await startSmtp();
  const sms = await startGateway();
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    const mail = smtp.mails[Number(/^\/mail\/(\d+)$/.exec(request.url ?? '')?.[1] ?? -1)];
    if (mail) return void response.end(mailPage(mail));
    const mails = smtp.mails.map(mailRow).reverse().join('');
    const texts = sms.requests
      .map((one) => `<p>${plain(one.body)}</p>`)
      .reverse()
      .join('');
    response.end(
      `<!doctype html><html lang="en"><title>Mailbox</title><meta http-equiv="refresh" content="10"><style>body{font:15px sans-serif;margin:2rem}iframe{width:100%;height:640px;border:1px solid #ccc}summary{padding:.4rem}</style><h1>Mails (${smtp.mails.length})</h1>${mails}<h1>SMS (${sms.requests.length})</h1>${texts}</html>`,
    );
  });
  await new Promise<void>((resolve, reject) =>
    server.once('error', reject).listen(port, '127.0.0.1', resolve),
  );
  return {
    url: `http://127.0.0.1:${port}`,
    smtpUrl: smtp.url,
    smsUrl: sms.url,
    async stop() {
      server.close();
      await Promise.all([smtp.stop(), sms.stop()]);
    },
  };
}
