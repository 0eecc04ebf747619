import { readConfig, StartError } from '../server/config.ts';
import { connect } from '../server/platform/database/connection/connect.ts';
import { findArranged, findExtensions } from '../server/platform/database/extensions/arrange.ts';
import { outdatedFunctions } from '../server/platform/database/extensions/arrange-functions.ts';
import { createText, measureFunctions } from '../server/platform/database/extensions/functions.ts';
import { planExtensions } from '../server/platform/database/extensions/plan.ts';
import { makeLog } from '../server/platform/log/log.ts';

// Prints the changes that Citus or TimescaleDB would make to the tables of measures at a start, without
// making them.
const NOTHING = { distributed: [], hypertables: [] };

async function main(): Promise<void> {
  const config = readConfig(process.env);
  if (config.databaseUrl === null) {
    say(
      'The embedded database has neither Citus nor TimescaleDB. With DATABASE_URL of a server that has one:',
    );
    say('\n-- Citus');
    print({ citus: 'any', timescaledb: null, timescaleCompresses: false });
    say('\n-- TimescaleDB, community licence');
    print({ citus: null, timescaledb: 'any', timescaleCompresses: true });
    return;
  }
  const connection = connect(config.databaseUrl, makeLog('error'), { max: 1 });
  try {
    const found = await findExtensions(connection.db);
    say(`-- citus: ${found.citus ?? 'not there'}, timescaledb: ${found.timescaledb ?? 'not there'}`);
    const functions = await outdatedFunctions(connection.db);
    const steps = planExtensions(found, await findArranged(connection.db, found));
    for (const one of functions) say(`${createText(one)};`);
    for (const step of steps) say(`${step.sql};`);
    if (functions.length + steps.length === 0) say('-- nothing to do');
  } catch (error) {
    throw new StartError(`DATABASE_URL holds an address that does not answer (${(error as Error).message}).`);
  } finally {
    await connection.close();
  }
}

function print(found: Parameters<typeof planExtensions>[0]): void {
  if (found.citus !== null) for (const one of measureFunctions('shard')) say(`${createText(one)};`);
  for (const step of planExtensions(found, NOTHING)) say(`${step.sql};`);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof StartError ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
