/** Real servers as recipients: SMTP by smtp-server, an SMS gateway by HTTP. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

export interface ReceivedMail extends Email {
  readonly envelopeTo: string[];
  readonly raw: Buffer;
}
export interface TestSmtp {
  readonly url: string;
  readonly mails: ReceivedMail[];
  /** Answers of RCPT TO by address, as SMTP codes; absent means accepted. */
  readonly refusals: Map<string, number>;
  stop(): Promise<void>;
}

/**
 * Listens on `port` (0: any); a stopped one can be restarted on the same port. With a certificate it accepts
 * only TLS.
 */
export async function startSmtp(
  port = 0,
  mails: ReceivedMail[] = [],
  tls?: { readonly cert: Buffer; readonly key: Buffer },
): Promise<TestSmtp> {
  const refusals = new Map<string, number>();
  const server = new SMTPServer({
    authOptional: true,
    ...(tls && { secure: true, ...tls }),
    disabledCommands: ['STARTTLS'],
    onRcptTo(address, _session, done) {
      const code = refusals.get(address.address);
      done(
        code === undefined
          ? undefined
          : Object.assign(new Error('refused by the test'), { responseCode: code }),
      );
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const raw = Buffer.concat(chunks);
        PostalMime.parse(raw).then((mail) => {
          mails.push({ ...mail, envelopeTo: session.envelope.rcptTo.map((one) => one.address), raw });
          done();
        }, done);
      });
    },
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const { port: actual } = server.server.address() as AddressInfo;
  return {
    url: `smtp${tls ? 's' : ''}://127.0.0.1:${actual}`,
    mails,
    refusals,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

export interface SmsRequest {
  readonly path: string;
  readonly headers: Record<string, string | string[] | undefined>;
  readonly body: string;
}

/** Accepts POSTs; `answers` are the statuses of the next ones, then 200. */
export async function startGateway(): Promise<{
  url: string;
  requests: SmsRequest[];
  answers: number[];
  stop(): Promise<void>;
}> {
  const requests: SmsRequest[] = [];
  const answers: number[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      requests.push({
        path: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(chunks).toString(),
      });
      response.statusCode = answers.shift() ?? 200;
      response.end(JSON.stringify({ sid: `SM${requests.length}` }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/send`,
    requests,
    answers,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
