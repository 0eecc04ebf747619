import { execFile } from 'node:child_process';
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeArchive } from '../../server/features/measures/archive/archive-file.ts';
import { tagsModule } from '../../server/features/tags/index.ts';
import { makeFolder, placeFor } from '../../server/platform/database/embedded/place.ts';
import { untilDead } from '../../server/platform/database/embedded/postmaster.ts';
import { finish, start } from '../../server/platform/database/embedded/programs.ts';
import { freePort } from '../../server/platform/machine/free-port.ts';
import { ask, within } from '../../testing/plain-query.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';

// Every act and every option of every operator command, with a valid and with an invalid value: the valid one
// works, the invalid one is refused in one line.

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const COMMANDS = ['archive', 'audit', 'backup', 'restore', 'keys', 'database', 'support', 'user'];
/** Binaries of another complete PostgreSQL version; Debian's, where it is installed. */
const OLD = '/usr/lib/postgresql/15';

interface Case {
  /** As typed after `npm run`; `{w}` is the scratch folder. */
  readonly line: string;
  /** Matches standard output, or the single line on standard error. */
  readonly says: RegExp;
  readonly good: boolean;
  /** Without DATABASE_URL, with the embedded database in this folder. */
  readonly dataDir?: string;
  readonly databaseUrl?: () => string;
}
const good = (line: string, says: RegExp, more: Partial<Case> = {}): Case => ({
  line,
  says,
  good: true,
  ...more,
});
const bad = (line: string, says: RegExp, more: Partial<Case> = {}): Case => ({
  line,
  says,
  good: false,
  ...more,
});

/**
 * Tested in another file, which makes a full continuous backup or a head of the audit log that does not
 * match.
 */
const ELSEWHERE: readonly Case[] = [
  good('backup continuous --keep 2', /'continuous', '--keep', '2'/),
  good('backup fetch {w}/back --key-file {w}/key', /'fetch', back!, '--key-file', KEY/),
  good('backup rehearse continuous --in {w}/room', /'rehearse', 'continuous', '--in'/),
  good('restore --continuous {w}/kept --until 2026-11-21T08:30:00Z', /'--continuous', kept, '--until'/),
  good('audit accept restored', /'audit', 'accept', 'restored/),
  bad('restore --continuous {w}/kept --until tomorrow', /'tomorrow', \/\^--until holds/),
];

let moved = '';
/** Id of the key that signed the exported log. */
let key = '';
const EMBEDDED = '{w}/embedded';
/** In this order: a later case may use the result of an earlier one. */
const CASES: readonly Case[] = [
  good('backup {w}/one.backup', /tables, \d+ rows/),
  bad('backup {w}/one.backup', /is there already: name another file/),
  bad('backup', /^npm run backup -- FILE/),
  bad('backup {w}/nowhere/one.backup', /nowhere.* is not there/),
  good('backup {w}/bare.backup --without-secrets', /keys are NOT in the file/),
  bad('backup {w}/x.backup --without-secrets=yes', /does not take an argument/),
  good('backup --into {w}/nightly --keep 1 --key-file {w}/key', /^Read back: whole/),
  bad('backup --into {w}/nightly --keep none', /^--keep names how many are kept/),
  bad('backup --into {w}/nightly --key-file {w}/short', /holds 5 characters; a key has 16 or more/),
  bad('backup --into {w}/one.backup/folder', /is no folder|is not there/),
  good('backup verify {w}/one.backup', /is whole/),
  bad('backup verify {w}/another.backup', /^the file cannot be read \(ENOENT\)/),
  bad('backup verify {w}/cut.backup', /^the file is damaged/),
  bad('backup verify {w}/sealed.backup --key-file {w}/wrong', /^the key is not the one/),
  bad('backup verify {w}/sealed-and-cut.backup --key-file {w}/key', /^the file is damaged/),
  bad('backup fetch {w}/nightly --key-file {w}/key', /^BACKUP_TARGET holds nothing/),
  bad('backup continuous', /^DATABASE_URL holds a database of yours/),
  // What it compares ended a quarter of an hour ago, when this installation was not there yet.
  good(
    'backup rehearse {w}/nightly --key-file {w}/key --in {w}/room',
    /was restored as of .*\n.* nothing was compared/,
  ),
  bad('backup rehearse {w}/nightly --key-file {w}/wrong', /the key is not the one/),
  bad('backup rehearse {w}/nothing', /nothing is not there/),
  bad('backup rehearse {w}/nightly --key-file {w}/key --in {w}/key', /key (is there already|is no folder)/),
  good('restore {w}/one.backup', /counts and checksums are equal/, { dataDir: EMBEDDED }),
  bad('restore {w}/one.backup', /DATA_DIR is not empty|database is not empty/, { dataDir: EMBEDDED }),
  bad('backup continuous', /^BACKUP_CONTINUOUS holds nothing/, { dataDir: EMBEDDED }),
  bad('restore', /^npm run restore -- FILE/),
  good('restore {w}/sealed.backup --key-file {w}/key', /counts and checksums/, { dataDir: '{w}/sealed' }),
  bad('restore {w}/sealed.backup', /encrypted: name the file of its key/, { dataDir: '{w}/refused' }),
  bad('restore {w}/sealed.backup --key-file {w}/none', /none is not there/, { dataDir: '{w}/refused' }),
  bad('restore --continuous {w}/nightly', /holds no copy/, { dataDir: '{w}/refused' }),
  bad('restore --continuous {w}/nightly', /^DATABASE_URL holds a database of yours/),
  good('user create-admin a@rail.example --password Winter-storm-9-rails', /^Administrator: a@rail/, {
    dataDir: EMBEDDED,
  }),
  bad('user create-admin a@rail.example', /a@rail.example/, { dataDir: EMBEDDED }),
  bad('user create-admin b@rail.example --password short', /./, { dataDir: EMBEDDED }),
  good('user reset-password a@rail.example', /^New password for: a@rail/, { dataDir: EMBEDDED }),
  bad('user reset-password z@rail.example', /z@rail.example/, { dataDir: EMBEDDED }),
  good('user remove-second-factor a@rail.example', /has no second factor/, { dataDir: EMBEDDED }),
  bad('user remove-second-factor z@rail.example', /^There is no user/, { dataDir: EMBEDDED }),
  bad('user', /^npm run user -- create-admin/),
  good('keys status', /./, { dataDir: EMBEDDED }),
  bad('keys status more', /^npm run keys -- status/, { dataDir: EMBEDDED }),
  good('keys add', /./, { dataDir: EMBEDDED }),
  good('keys rotate', /./, { dataDir: EMBEDDED }),
  good('keys retire', /./, { dataDir: EMBEDDED }),
  bad('keys add --hard', /Unknown option/, { dataDir: EMBEDDED }),
  bad('keys rotate all', /^npm run keys/, { dataDir: EMBEDDED }),
  bad('keys retire all', /^npm run keys/, { dataDir: EMBEDDED }),
  good('audit verify', /nothing was changed, removed or put in/),
  bad('audit verify {w}/no.jsonl', /is not there/),
  good('audit export {w}/log.jsonl', /^Signed by the key/),
  bad('audit export {w}/log.jsonl', /is there already: name another/),
  good('audit verify {w}/log.jsonl', /^Signed by the key/),
  good('audit verify {w}/log.jsonl --key {key}', /nothing was changed/),
  bad('audit verify {w}/log.jsonl --key 00', /does not hold/),
  bad('audit accept', /^npm run audit/),
  good('archive restore {w}/archive/measures-2023-03-0001.csv.gz', /0 measures/),
  bad('archive restore {w}/one.backup', /is not named as an archive/),
  bad('archive restore', /^npm run archive/),
  good('support {w}/support.txt', /read it before you send it/),
  bad('support {w}/support.txt', /is there already: name another/),
  bad('support one two', /^npm run support/),
  good('database forget-old', /^There is no old database/, { dataDir: EMBEDDED }),
  bad('database forget-old now', /^npm run database/),
  good('database upgrade', /nothing to do/, { dataDir: EMBEDDED }),
  bad('database upgrade', /^there is no embedded database/, { dataDir: '{w}/refused' }),
  good('database move --to {moved}', /counts and checksums are equal/, { dataDir: EMBEDDED }),
  bad('database move --to {moved}', /is not empty/, { dataDir: EMBEDDED }),
  bad('database move --to mysql://x', /^npm run database/, { dataDir: EMBEDDED }),
  good('database move --to embedded', /counts and checksums are equal/, {
    dataDir: '{w}/back',
    databaseUrl: () => moved,
  }),
  bad('database move --to embedded', /^DATABASE_URL holds nothing/, { dataDir: EMBEDDED }),
];
const UPGRADE: readonly Case[] = [
  bad('database upgrade --programs {w}', /./, { dataDir: '{w}/old' }),
  good('database upgrade --programs /usr/lib/postgresql/15', /counts and checksums are equal/, {
    dataDir: '{w}/old',
  }),
  good('database forget-old', /^Removed/, { dataDir: '{w}/old' }),
];

/** Acts and options in a usage text: its lines that start with the command. */
function typed(command: string): string[] {
  const usage =
    /const USAGE = `([^`]*)`/.exec(readFileSync(join(ROOT, `scripts/${command}.ts`), 'utf8'))?.[1] ?? '';
  const head = usage.split('\n\n')[0] ?? '';
  const words = [...head.matchAll(/npm run [a-z]+ (?:\[)?-- ([a-z][a-z-]+)|(--[a-z][a-z-]+)/g)];
  return [...new Set(words.map(([, act, option]) => act ?? option ?? ''))];
}

describe('what an operator may type', () => {
  it.each(COMMANDS)('%s: each act and option is tried with something good and something bad', (command) => {
    const all = [...CASES, ...UPGRADE, ...ELSEWHERE].filter(({ line }) => line.split(' ')[0] === command);
    for (const word of typed(command)) {
      const ofWord = all.filter(({ line }) => line.split(/[ =]/).includes(word));
      expect([word, ofWord.some((one) => one.good), ofWord.some((one) => !one.good)]).toEqual([
        word,
        true,
        true,
      ]);
    }
    expect(typed('backup')).toEqual(
      expect.arrayContaining(['verify', 'rehearse', '--key-file', '--keep', '--in']),
    );
  });
  it('the cases tested in another file are there', () => {
    const text = ['server/continuous-backup.test.ts', 'scripts/commands.test.ts']
      .map((path) => readFileSync(join(ROOT, path), 'utf8'))
      .join('\n');
    for (const { says } of ELSEWHERE) expect(text).toMatch(says);
  });
});

describe('run', () => {
  let server: TestServer;
  const folder = mkdtempSync(join(tmpdir(), 'aerowatch-options-'));
  const put = (text: string) =>
    text.replaceAll('{w}', folder).replaceAll('{moved}', moved).replaceAll('{key}', key);
  const run = ({ line, dataDir, databaseUrl }: Pick<Case, 'line' | 'dataDir' | 'databaseUrl'>) => {
    const [script = '', ...args] = line.split(' ').map(put);
    const url = databaseUrl?.() ?? (dataDir === undefined ? server.databaseUrl : undefined);
    return new Promise<{ code: number; out: string; error: string }>((resolve) =>
      execFile(
        process.execPath,
        [join(ROOT, `scripts/${script}.ts`), ...args],
        {
          cwd: folder,
          env: {
            PATH: process.env.PATH,
            NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
            DATA_DIR: dataDir === undefined ? server.dataDir : put(dataDir),
            ...(url === undefined ? {} : { DATABASE_URL: url }),
          },
        },
        (failure, out, error) => resolve({ code: failure === null ? 0 : Number(failure.code), out, error }),
      ),
    );
  };
  /** Prepares the state that a case needs. */
  const before: Record<string, () => void> = {
    'backup verify {w}/cut.backup': () => {
      const whole = readFileSync(join(folder, 'one.backup'));
      writeFileSync(join(folder, 'cut.backup'), whole.subarray(0, whole.length - 100));
      const [name = ''] = globSync('*.backup', { cwd: join(folder, 'nightly') });
      const sealed = readFileSync(join(folder, 'nightly', name));
      writeFileSync(join(folder, 'sealed.backup'), sealed);
      writeFileSync(join(folder, 'sealed-and-cut.backup'), sealed.subarray(0, sealed.length - 100));
    },
  };
  const check = async (one: Case) => {
    before[one.line]?.();
    const { code, out, error } = await run(one);
    expect([one.line, code, error]).toEqual([one.line, one.good ? 0 : 1, one.good ? '' : expect.any(String)]);
    expect(one.good ? out : `${error}${out}`).toMatch(one.says);
    key = /^Signed by the key ([0-9a-f]{64})/m.exec(out)?.[1] ?? key;
    // A usage text may have any length; a refusal is one line, without a stack.
    if (!one.good && !/^npm run/.test(error)) expect(error.trim().split('\n')).toHaveLength(1);
  };
  beforeAll(async () => {
    server = await startTestServer({ modules: [tagsModule] });
    moved = within(server.databaseUrl, `options_${process.pid}`);
    await ask(server.databaseUrl, `create database options_${process.pid}`);
    for (const [name, text] of [
      ['key', 'the key of the backups'],
      ['wrong', 'a key of something else'],
      ['short', 'short'],
    ] as const)
      writeFileSync(join(folder, name), `${text}\n`);
    await writeArchive(join(folder, 'archive'), new Date('2023-03-01T00:00:00Z'), (async function* () {})());
  });
  afterAll(async () => {
    await ask(server.databaseUrl, `drop database if exists options_${process.pid} with (force)`);
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  for (const one of CASES)
    it(`${one.good ? '✓' : '✗'} ${one.line}${one.dataDir === undefined ? '' : ` (${one.dataDir})`}`, () =>
      check(one));

  // Elsewhere the manual steps must be enough: few systems offer a complete older PostgreSQL.
  it.runIf(existsSync(join(OLD, 'bin/postgres')))(
    'an older PostgreSQL, with programs of its own',
    async () => {
      const dataDir = join(folder, 'old');
      mkdirSync(dataDir, { mode: 0o755 });
      const place = placeFor(dataDir);
      makeFolder(place.data, place.account, 0o700);
      writeFileSync(join(place.folder, 'password'), 'secret', { mode: 0o644 });
      await finish(OLD, place, 'initdb', [
        '-D',
        place.data,
        '-U',
        'aerowatch',
        '-A',
        'scram-sha-256',
        '--pwfile',
        join(place.folder, 'password'),
        '-E',
        'UTF8',
        '--no-locale',
      ]);
      const port = await freePort();
      const postgres = start(OLD, place, undefined, port, {});
      const databaseUrl = () => `postgres://aerowatch:secret@127.0.0.1:${port}/postgres`;
      await expect.poll(() => ask(databaseUrl(), 'select 1 as one').catch(() => [])).toEqual([{ one: 1 }]);
      expect(await run({ line: 'user create-admin old@rail.example', dataDir, databaseUrl })).toMatchObject({
        code: 0,
      });
      process.kill(postgres.pid ?? 0, 'SIGINT');
      await untilDead(postgres.pid ?? 0, 10_000);
      for (const one of UPGRADE) await check(one);
      expect(await run({ line: 'user remove-second-factor old@rail.example', dataDir })).toMatchObject({
        code: 0,
      });
    },
  );
});
