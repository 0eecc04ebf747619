import { parseArgs } from 'node:util';
import { readConfig } from '../server/config.ts';
import { openDataFolder } from '../server/data-folder.ts';
import { createAdministrator, OperatorError, resetPasswordOf } from '../server/modules/users/operator.ts';
import { openDatabase } from '../server/open-database.ts';
import { makeLog } from '../server/platform/log/log.ts';
import { command } from './command.ts';

const USAGE = `npm run user -- create-admin EMAIL [--password PASSWORD]
npm run user -- reset-password EMAIL [--password PASSWORD]

For when nobody can sign in. Works beside the running console or without it, on the database of
DATABASE_URL or DATA_DIR. Without --password one is made and printed once.`;

/** The way in for who runs the server. */
async function main(): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { password: { type: 'string' } },
  });
  const [command, email, ...more] = positionals;
  if ((command !== 'create-admin' && command !== 'reset-password') || email === undefined || more.length > 0)
    throw new OperatorError(USAGE);
  const config = readConfig(process.env);
  openDataFolder(config.dataDir);
  const database = await openDatabase(config, makeLog('error'));
  try {
    const { db } = database;
    const access =
      command === 'create-admin'
        ? await createAdministrator(db, email, values.password)
        : await resetPasswordOf(db, new Date(), email, values.password);
    process.stdout.write(
      `${command === 'create-admin' ? 'Administrator' : 'New password for'}: ${access.email}\n`,
    );
    if (access.generated !== undefined) process.stdout.write(`Password (shown once): ${access.generated}\n`);
  } finally {
    await database.close();
    await database.stopServer();
  }
}

command(main);
