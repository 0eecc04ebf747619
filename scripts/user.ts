import { parseArgs } from 'node:util';
import { openDataFolder } from '../server/config/data-folder.ts';
import { readConfig } from '../server/config.ts';
import { removeFactorsOf } from '../server/features/second-factor/operator.ts';
import {
  createAdministrator,
  OperatorError,
  resetPasswordOf,
} from '../server/features/users/operator/operator.ts';
import { openDatabase } from '../server/open-database.ts';
import type { Db } from '../server/platform/database/db.ts';
import { makeLog } from '../server/platform/log/log.ts';
import { command } from './command.ts';

const USAGE = `npm run user -- create-admin EMAIL [--password PASSWORD]
npm run user -- reset-password EMAIL [--password PASSWORD]
npm run user -- remove-second-factor EMAIL

For when nobody can sign in. Works beside the running console or without it, on the database of
DATABASE_URL or DATA_DIR. Without --password one is made and printed once, to be changed at the first sign-in.`;
const COMMANDS = ['create-admin', 'reset-password', 'remove-second-factor'] as const;

/** Access to the console for the operator of the server. */
async function main(): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { password: { type: 'string' } },
  });
  const [command, email, ...more] = positionals;
  const known = COMMANDS.find((one) => one === command);
  if (known === undefined || email === undefined || more.length > 0) throw new OperatorError(USAGE);
  const config = readConfig(process.env);
  openDataFolder(config.dataDir);
  const database = await openDatabase(config, makeLog('error'));
  try {
    const { db } = database;
    process.stdout.write(
      known === 'remove-second-factor'
        ? await removal(db, email)
        : await access(db, known, email, values.password),
    );
  } finally {
    await database.close();
    await database.stopServer();
  }
}

async function access(
  db: Db,
  known: 'create-admin' | 'reset-password',
  email: string,
  password: string | undefined,
): Promise<string> {
  const made =
    known === 'create-admin'
      ? await createAdministrator(db, email, password)
      : await resetPasswordOf(db, new Date(), email, password);
  const said = `${known === 'create-admin' ? 'Administrator' : 'New password for'}: ${made.email}\n`;
  return made.generated === undefined ? said : `${said}Password (shown once): ${made.generated}\n`;
}

async function removal(db: Db, email: string): Promise<string> {
  const done = await removeFactorsOf(db, email);
  if (done === 'nobody') throw new OperatorError(`There is no user ${email}.`);
  return done === 'none' ? `${email} has no second factor.\n` : `Second factors removed: ${email}\n`;
}

command(main);
