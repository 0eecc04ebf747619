import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { openDataFolder } from '../server/config/data-folder.ts';
import { type Config, readConfig } from '../server/config.ts';
import { startCluster } from '../server/platform/database/embedded/cluster.ts';
import {
  forgetOld,
  moveDatabase,
  rowsOf,
  upgradeCluster,
} from '../server/platform/database/embedded/upgrade.ts';
import { readMigrations } from '../server/platform/database/migrate.ts';
import { makeLog } from '../server/platform/log/log.ts';
import { releaseIn } from '../server/platform/release.ts';
import { CommandError, command, say } from './command.ts';

const USAGE = `npm run database -- upgrade [--programs FOLDER]   the embedded database of an older PostgreSQL to this version's
npm run database -- forget-old                      removes the old one that the upgrade kept
npm run database -- move --to postgres://…          from the embedded database (or DATABASE_URL) into an empty one of yours
npm run database -- move --to embedded              from DATABASE_URL into the embedded database of an empty DATA_DIR

Stop every server first. Counts and checksums of every table are compared; the source stays as it is.
--programs names the folder with bin/postgres of the old version; without it npm brings it.`;

const root = fileURLToPath(new URL('..', import.meta.url));
const { version } = releaseIn(root);
const readAll = () => readMigrations(`${root}server/migrations`);

async function main(): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { to: { type: 'string' }, programs: { type: 'string' } },
  });
  const config = readConfig(process.env);
  const act = positionals.join(' ');
  if (act === 'upgrade' && values.to === undefined)
    await upgradeCluster({
      dataDir: config.dataDir,
      version,
      migrations: await readAll(),
      programs: values.programs,
      own: config.postgres.programs,
      say,
    });
  else if (act === 'forget-old') {
    const gone = forgetOld(config.dataDir);
    say(gone.length === 0 ? 'There is no old database.' : `Removed ${gone.join(', ')}.`);
  } else if (act === 'move' && values.to === 'embedded') await moveIn(config);
  else if (act === 'move' && /^postgres(ql)?:\/\//.test(values.to ?? ''))
    await moveOut(config, values.to ?? '');
  else throw new CommandError(USAGE);
}

async function moveIn({ dataDir, databaseUrl, postgres }: Config): Promise<void> {
  if (databaseUrl === null)
    throw new CommandError('DATABASE_URL holds nothing: it names the database to move from.');
  openDataFolder(dataDir);
  const { programs } = postgres;
  const cluster = await startCluster({ dataDir, log: makeLog('error'), programs });
  try {
    await move(databaseUrl, cluster.url);
  } finally {
    await cluster.stop();
  }
  say('Take DATABASE_URL out of the settings and start.');
}

async function moveOut(config: Config, to: string): Promise<void> {
  const { dataDir, databaseUrl, backupContinuous: archive, postgres } = config;
  if (databaseUrl !== null) await move(databaseUrl, to);
  else {
    const { programs } = postgres;
    const cluster = await startCluster({ dataDir, log: makeLog('error'), archive, programs });
    try {
      await move(cluster.url, to);
    } finally {
      await cluster.stop();
    }
  }
  say('Set DATABASE_URL to the new address and start; DATA_DIR stays, its files and keys are needed.');
}

async function move(from: string, to: string): Promise<void> {
  const written = await moveDatabase({ from, to, version, migrations: await readAll() });
  say(`${written.tables.length} tables, ${rowsOf(written)} rows: counts and checksums are equal.`);
}

command(main);
