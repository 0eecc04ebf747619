import { flushCompileCache } from 'node:module';
import { createInterface } from 'node:readline/promises';
import { start } from './compose.ts';
import { readConfig, StartError } from './config.ts';
import { weaknessOf } from './features/credentials/passwords.ts';
import { type Log, makeLog } from './platform/log/log.ts';
import { ownRelease } from './platform/release.ts';

/** Longest time from SIGTERM to the end. */
const DRAIN_MS = 9500;

async function main(): Promise<void> {
  const config = readConfig(process.env);
  const log = makeLog(config.logLevel);
  log.info(ownRelease(), 'starting');
  let stopping = false;
  let stop: (() => Promise<void>) | undefined;
  const end = (signal: string) => {
    if (stopping) return;
    stopping = true;
    log.info({ signal }, 'stopping');
    setTimeout(() => process.exit(stop === undefined ? 1 : 0), DRAIN_MS).unref();
    // A signal during the start stops it once it has started.
    if (stop !== undefined) void stop().then(() => process.exit(0));
  };
  process.on('SIGTERM', () => end('SIGTERM'));
  process.on('SIGINT', () => end('SIGINT'));
  // Closing a terminal ends it; a service re-reads its certificate.
  process.on('SIGHUP', () => process.stdout.isTTY === true && end('SIGHUP'));
  // The reader of its output is gone: it stops as by a signal. On a full disk only the line is lost.
  process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => code === 'EPIPE' && end('EPIPE'));
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'a failure was not handled'));

  const running = await start(config, { log, askEmail });
  stop = running.stop;
  // If NODE_COMPILE_CACHE names a folder: saved now, so that a start after a crash is fast too.
  flushCompileCache();
  if (stopping) {
    await stop();
    process.exit(0);
  }
  if (running.administrator !== undefined) {
    const { email, password } = running.administrator;
    process.stdout.write(`First administrator: ${email}\n`);
    if (password !== undefined) process.stdout.write(`Password (shown once): ${password}\n`);
    else if (config.adminPassword !== null) void warnOfWeak(log, config.adminPassword, email);
  }
  if (running.unused !== undefined && config.roles.includes('web'))
    process.stdout.write(
      `Nobody has signed in yet. The administrator is ${running.unused}; for a new password: npm run user -- reset-password ${running.unused}\n`,
    );
  if (config.roles.includes('web')) process.stdout.write(`${config.title} is ready at ${running.url}\n`);
  if (running.mqttUrl !== null) process.stdout.write(`Boxes connect to ${running.mqttUrl}\n`);
}

/** Does not prevent the start: a working installation continues to work, with a warning. */
async function warnOfWeak(log: Log, password: string, email: string): Promise<void> {
  const holder = { own: [email.split('@')[0] ?? ''], around: [email, 'admin'] };
  if ((await weaknessOf(password, holder)) !== undefined)
    log.warn('ADMIN_PASSWORD is easy to guess: change it under Profile');
}

/** On a terminal, asks for the e-mail of the first administrator. */
async function askEmail(): Promise<string | null> {
  if (process.stdin.isTTY !== true || process.stdout.isTTY !== true) return null;
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  try {
    for (;;) {
      const email = (await lines.question('E-mail of the first administrator: ')).trim();
      if (/^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(email)) return email;
    }
  } finally {
    lines.close();
  }
}

main().catch((error) => {
  if (error instanceof StartError) process.stderr.write(`${error.message}\n`);
  else
    process.stderr.write(
      `The start failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
    );
  process.exit(1);
});
