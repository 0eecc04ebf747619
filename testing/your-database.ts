import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { bringForward } from '../server/platform/database/bring-forward.ts';
import { connect } from '../server/platform/database/connection/connect.ts';
import { arrangeExtensions } from '../server/platform/database/extensions/arrange.ts';
import { readMigrations } from '../server/platform/database/migrate.ts';
import { makeLog } from '../server/platform/log/log.ts';
import { ask, within } from './plain-query.ts';

const EXTENSIONS = ['citus', 'timescaledb'];

/**
 * A PostgreSQL to run the tests on instead of the embedded one: the URL of its superuser, of a database with
 * its extensions.
 */
export const yourDatabase = (): string | undefined => process.env.TEST_DATABASE_URL;

/**
 * A migrated database in your PostgreSQL, with the extensions of the database in its URL, distributed over
 * the same workers. Not copied from a template: the workers of both extensions keep it open.
 */
export async function databaseOfYours(url: string): Promise<{ url: string; drop: () => Promise<void> }> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  const extensions = await ask<{ extname: string }>(
    url,
    `select extname from pg_extension where extname in (${EXTENSIONS.map((one) => `'${one}'`).join(', ')})`,
  );
  const workers = extensions.some((one) => one.extname === 'citus') ? await workersOf(url) : [];
  const servers = [url, ...workers.map((worker) => at(url, worker))];
  for (const server of servers) {
    await ask(server, `create database ${name}`);
    for (const { extname } of extensions) await ask(within(server, name), `create extension ${extname}`);
  }
  const own = within(url, name);
  if (workers.length > 0) await joinWorkers(own, workers);
  const connection = connect(own, makeLog('error'), { max: 1 });
  await bringForward(
    connection.db,
    await readMigrations(fileURLToPath(new URL('../server/migrations', import.meta.url))),
  );
  await arrangeExtensions(connection.db);
  await connection.close();
  return {
    url: own,
    drop: async () => {
      for (const server of servers) await ask(server, `drop database if exists ${name} with (force)`);
    },
  };
}

interface Worker {
  readonly nodename: string;
  readonly nodeport: number;
}

async function joinWorkers(url: string, workers: readonly Worker[]): Promise<void> {
  const { hostname, port } = new URL(url);
  await ask(url, `select citus_set_coordinator_host('${hostname}', ${port})`);
  for (const { nodename, nodeport } of workers)
    await ask(url, `select citus_add_node('${nodename}', ${nodeport})`);
}

const workersOf = (url: string): Promise<Worker[]> =>
  ask<Worker>(url, `select nodename, nodeport from pg_dist_node where groupid <> 0 and noderole = 'primary'`);

function at(url: string, { nodename, nodeport }: Worker): string {
  const parsed = new URL(url);
  parsed.hostname = nodename;
  parsed.port = String(nodeport);
  return parsed.href;
}
