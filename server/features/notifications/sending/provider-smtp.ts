import { isIP } from 'node:net';
import { createTransport } from 'nodemailer';
import { type Delivery, DeliveryError, type MakeProvider, type Provider } from './providers.ts';

interface SmtpError extends Error {
  code?: string;
  responseCode?: number;
  response?: string;
  command?: string;
}

export const makeSmtpProvider: MakeProvider = ({ config: { smtpUrl, mailFrom, title, publicUrl } }) => {
  if (smtpUrl === null) return undefined;
  const { hostname } = new URL(publicUrl);
  // An address may not end in a bare IP number.
  const host = isIP(hostname.replace(/^\[|\]$/g, '')) === 0 ? hostname : 'localhost';
  const from = mailFrom ?? `"${title.replace(/["\\\r\n]/g, '')}" <no-reply@${host}>`;
  return smtpProvider(smtpUrl, from, host);
};

const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/**
 * E-mail by SMTP. Unencrypted only to this machine, or where `?starttls=optional` allows it, because mails
 * contain links that open accounts. `from` is an address or `Name <address>`; `host` ends the Message-ID.
 */
export function smtpProvider(url: string, from: string, host: string): Provider {
  const parsed = new URL(url);
  const { hostname, searchParams } = parsed;
  const isHere = LOOPBACK.test(hostname);
  const mayBeClear = isHere || searchParams.get('starttls') === 'optional';
  // This option is ours, not the library's.
  searchParams.delete('starttls');
  const transport = createTransport({
    url: parsed.href,
    requireTLS: parsed.protocol === 'smtp:' && !mayBeClear,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    // Certificates are checked for real hosts; a relay on this machine cannot have a valid one.
    tls: { rejectUnauthorized: !isHere },
  });
  return {
    async deliver({ reference, to, message }: Delivery) {
      if (message.form !== 'mail') throw new DeliveryError('final', 'not an e-mail');
      try {
        const info = await transport.sendMail({
          from,
          to: { name: '', address: to },
          messageId: `<${reference}@${host}>`,
          ...(message.thread === undefined
            ? {}
            : { references: `<${message.thread}@${host}>`, inReplyTo: `<${message.thread}@${host}>` }),
          subject: message.subject,
          text: message.text,
          html: message.html,
          attachments: message.attachments.map(({ isFile, cid, ...one }) => ({
            ...one,
            ...(isFile === true
              ? { contentDisposition: 'attachment' as const }
              : { cid, contentDisposition: 'inline' as const }),
          })),
          headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
          disableFileAccess: true,
          disableUrlAccess: true,
        });
        return info.messageId;
      } catch (error) {
        throw refused(error as SmtpError);
      }
    },
    close: () => transport.close(),
  };
}

/** Before the message is transmitted the server has seen nothing of it; a 5xx about it is final. */
function refused(error: SmtpError): DeliveryError {
  const answer = (error.response ?? error.message).replace(/\s+/g, ' ').trim();
  const message = error.command === 'STARTTLS' ? `no STARTTLS: ${answer}` : answer;
  const early =
    ['CONN', 'EHLO', 'HELO', 'LHLO', 'STARTTLS', 'API'].includes(error.command ?? '') ||
    error.code === 'EAUTH' ||
    error.command?.startsWith('AUTH') === true;
  if (early || ['EDNS', 'ECONNECTION', 'ETLS', 'ENOAUTH'].includes(error.code ?? ''))
    return new DeliveryError('unreachable', message);
  const final =
    (error.responseCode ?? 0) >= 500 || (error.code === 'EENVELOPE' && error.responseCode === undefined);
  return new DeliveryError(final ? 'final' : 'later', message);
}
