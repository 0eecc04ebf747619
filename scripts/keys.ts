import { parseArgs } from 'node:util';
import { readConfig } from '../server/config.ts';
import { KEY_COMMANDS } from '../server/features/secrets/keys.ts';
import { openDatabase } from '../server/open-database.ts';
import { makeLog } from '../server/platform/log/log.ts';
import { CommandError, command, say } from './command.ts';

const USAGE = `npm run keys -- status    which key has sealed how much
npm run keys -- add       a new key, for an installation whose key lies in DATA_DIR
npm run keys -- rotate    seals everything with the first key, beside the running servers
npm run keys -- retire    forgets the keys of DATA_DIR that nothing is sealed with any more

The key of secrets at rest is SECRET_KEY, else DATA_DIR/secret-key. docs/operations.md tells the steps.`;

command(async () => {
  const { positionals } = parseArgs({ allowPositionals: true, options: {} });
  const [name, ...more] = positionals;
  const run = Object.entries(KEY_COMMANDS).find(([key]) => key === name)?.[1];
  if (run === undefined || more.length > 0) throw new CommandError(USAGE);
  const config = readConfig(process.env);
  const database = await openDatabase(config, makeLog('error'));
  try {
    for (const line of await run(database.db, config)) say(line);
  } finally {
    await database.close();
    await database.stopServer();
  }
});
