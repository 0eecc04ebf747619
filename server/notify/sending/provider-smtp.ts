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

/** E-mail by SMTP. `from` is an address or `Name <address>`; `host` ends the Message-ID. */
export function smtpProvider(url: string, from: string, host: string): Provider {
  const parsed = new URL(url);
  const transport = createTransport({
    url,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    // Certificates are checked for real hosts; a relay on this machine has none that could be.
    tls: { rejectUnauthorized: !['localhost', '127.0.0.1', '[::1]'].includes(parsed.hostname) },
  });
  return {
    async deliver({ reference, to, message }: Delivery) {
      if (message.form !== 'mail') throw new DeliveryError('final', 'not an e-mail');
      try {
        const info = await transport.sendMail({
          from,
          to: { name: '', address: to },
          messageId: `<${reference}@${host}>`,
          subject: message.subject,
          text: message.text,
          html: message.html,
          attachments: message.attachments.map((one) => ({ ...one, contentDisposition: 'inline' as const })),
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

/** Before the message was named nothing of it has been seen; 5xx about it is the last word. */
function refused(error: SmtpError): DeliveryError {
  const message = (error.response ?? error.message).replace(/\s+/g, ' ').trim();
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
