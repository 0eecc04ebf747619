/**
 * `npm run dev`: the whole product, offline. The demonstration's server (restarted when a source changes)
 * with its boxes, the console with hot reload, and a mailbox that shows the mails and SMS.
 */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { startMailbox } from './mailbox.ts';

const mailbox = await startMailbox(Number(process.env.MAILBOX_PORT ?? 8025));
const environment = {
  PORT: '8080',
  DATA_DIR: './data/dev',
  DEMO_BOXES: '20',
  DEMO_DAYS: '14',
  SMTP_URL: mailbox.smtpUrl,
  SMS_URL: mailbox.smsUrl,
  MAIL_FROM: 'AeroWatch <console@aerowatch.example>',
  SERVER_WATCH: '1',
  ...process.env,
};
const children = [
  spawn(process.execPath, [fileURLToPath(new URL('./demo.ts', import.meta.url))], {
    stdio: 'inherit',
    env: environment,
  }),
  spawn('vite', ['web', '--clearScreen', 'false'], {
    stdio: 'inherit',
    shell: process.platform === 'win32',
    env: { ...environment, AEROWATCH_URL: `http://127.0.0.1:${environment.PORT}` },
  }),
];
process.stdout.write(`Mails and SMS: ${mailbox.url}\n`);
const stop = () => {
  for (const child of children) child.kill('SIGTERM');
  void mailbox.stop();
};
process.on('SIGINT', stop).on('SIGTERM', stop);
for (const child of children) child.on('exit', stop);
