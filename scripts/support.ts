import { execFile } from 'node:child_process';
import { existsSync, readFileSync, statfsSync, writeFileSync } from 'node:fs';
import { cpus, freemem, hostname, release as kernel, totalmem, uptime } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { type Config, readConfig, settingsOf, VARIABLES } from '../server/config.ts';
import { operationState } from '../server/features/operation/state.ts';
import { connect } from '../server/platform/database/connection/connect.ts';
import { startCluster } from '../server/platform/database/embedded/cluster.ts';
import { placeFor } from '../server/platform/database/embedded/place.ts';
import { runningPostmaster } from '../server/platform/database/embedded/postmaster.ts';
import { databaseFacts } from '../server/platform/database/store-facts.ts';
import { makeLog } from '../server/platform/log/log.ts';
import { releaseIn } from '../server/platform/release.ts';
import { CommandError, command, say } from './command.ts';

const USAGE = `npm run support [-- FILE]
Gathers versions, settings without secrets, health, metrics, sizes and the ends of the logs into one text file
that can be sent to who helps. It holds names of hosts and clients' numbers; read it before you send it.`;

const LINES = 400;
const run = promisify(execFile);

/** A heading and its contents; contents that cannot be read are replaced by the reason. */
async function section(title: string, read: () => unknown): Promise<string> {
  const found = await Promise.resolve()
    .then(read)
    .catch((error: Error) => `not to be had: ${error.message.split('\n')[0]}`);
  const text = typeof found === 'string' ? found : JSON.stringify(found, null, 2);
  return `== ${title}\n${text}\n`;
}

/** Every setting: its value, or only that it has one where it is a secret. */
function settings(environment: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    Object.entries(VARIABLES).map(([name, spec]) => {
      const value = environment[name];
      const isSet = value !== undefined && value !== '';
      return [
        name,
        !isSet ? '(default)' : 'secret' in spec && spec.secret === true ? '(set, not shown)' : value,
      ];
    }),
  );
}

function machine(): Record<string, unknown> {
  return {
    host: hostname(),
    platform: `${process.platform} ${process.arch} ${kernel()}`,
    node: process.version,
    cores: cpus().length,
    memory_mb: [Math.round(freemem() / 1e6), Math.round(totalmem() / 1e6)],
    up_hours: Math.round(uptime() / 3600),
    time: new Date().toISOString(),
  };
}

function room({ dataDir }: Config): Record<string, number> {
  const { bavail, blocks, bsize } = statfsSync(dataDir);
  return { free_mb: Math.round((bavail * bsize) / 1e6), size_mb: Math.round((blocks * bsize) / 1e6) };
}

async function answer({ host, port }: Config, path: string): Promise<string> {
  const there = /^(0\.0\.0\.0|::)$/.test(host) ? '127.0.0.1' : host;
  const answered = await fetch(`http://${there.includes(':') ? `[${there}]` : there}:${port}${path}`, {
    signal: AbortSignal.timeout(5000),
  });
  return `${answered.status}\n${await answered.text()}`;
}

async function database(config: Config): Promise<unknown> {
  const log = makeLog('silent');
  const { dataDir, databaseUrl, postgres } = config;
  if (databaseUrl === null && runningPostmaster(placeFor(dataDir).data) === undefined)
    return 'it does not run';
  const cluster =
    databaseUrl === null ? await startCluster({ dataDir, log, programs: postgres.programs }) : undefined;
  const { db, close } = connect(databaseUrl ?? cluster?.url ?? '', log, { max: 1 });
  try {
    const release = releaseIn(fileURLToPath(new URL('..', import.meta.url)));
    const state = await operationState(db, release, databaseUrl === null, Date.now()).catch(
      ({ message }: Error) => `not to be had: ${message}`,
    );
    return { machine: state, ...(await databaseFacts(db)) };
  } finally {
    await close();
    await cluster?.stop();
  }
}

const tail = (text: string) => text.trimEnd().split('\n').slice(-LINES).join('\n');

function databaseLog({ dataDir, databaseUrl }: Config): string {
  if (databaseUrl !== null) return 'a database of yours keeps its own';
  const path = join(placeFor(dataDir).folder, 'postgres.log');
  return existsSync(path) ? tail(readFileSync(path, 'utf8')) : 'there is none';
}

/** States that the journal is empty: support would otherwise take the section for a silent service. */
async function serviceLog(): Promise<string> {
  const { stdout, stderr } = await run('journalctl', [
    '-u',
    'aerowatch',
    '-n',
    String(LINES),
    '--no-pager',
    '-o',
    'cat',
  ]).catch(({ message }: Error) => ({ stdout: '', stderr: message.split('\n')[0] ?? '' }));
  const said = tail(stdout);
  if (said !== '' && said !== '-- No entries --') return said;
  return [
    'The journal of the unit aerowatch holds nothing that this account may read. Add by hand what the server printed:',
    'of a unit of another name (journalctl -u NAME), of a container (podman logs NAME), of a terminal; or run this',
    'command as an account that may read the journal (root, or of the group systemd-journal).',
    ...(stderr.trim() === '' ? [] : [stderr.trim()]),
  ].join('\n');
}

command(async () => {
  const { positionals } = parseArgs({ allowPositionals: true, options: {} });
  if (positionals.length > 1) throw new CommandError(USAGE);
  const config = readConfig(process.env);
  const file = resolve(
    positionals[0] ?? `aerowatch-support-${new Date().toISOString().slice(0, 19).replaceAll(':', '')}Z.txt`,
  );
  const parts = [
    await section('release', () => releaseIn(fileURLToPath(new URL('..', import.meta.url)))),
    await section('machine', machine),
    await section('settings', () => settings(settingsOf(process.env))),
    await section('room of DATA_DIR', () => room(config)),
    await section('health', () => answer(config, '/health/ready')),
    await section('database', () => database(config)),
    await section('metrics', () => answer(config, '/metrics')),
    await section('log of the database', () => databaseLog(config)),
    await section('log of the service', serviceLog),
  ];
  writeFileSync(file, parts.join('\n'), { mode: 0o600, flag: 'wx' });
  say(`${file}: read it before you send it.`);
});
