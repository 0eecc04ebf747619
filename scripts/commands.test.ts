import { execFile, spawnSync } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tagsModule } from '../server/features/tags/index.ts';
import { startTestServer, type TestServer } from '../testing/start-test-server.ts';

// The commands that the documents tell an operator to type exist and run.

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const SCRIPTS = (JSON.parse(read('package.json')) as { scripts: Record<string, string> }).scripts;
const DOCUMENTS = ['README.md', 'CONTRIBUTING.md', ...globSync('docs/*.md', { cwd: ROOT })];
/** Commands of operators: each lists its words and options in a usage text. */
const OPERATORS = ['archive', 'audit', 'backup', 'bundle', 'restore', 'keys', 'database', 'support', 'user'];

interface Documented {
  readonly script: string;
  readonly words: readonly string[];
}

function documented(text: string): Documented[] {
  return [...text.matchAll(/npm run ([a-z:]+)(?: -- ([^`\n#]*))?/g)].map(([, script = '', rest = '']) => ({
    script,
    words: rest.split(/\s+/).filter((word) => /^(--)?[a-z][a-z-]+$/.test(word)),
  }));
}

function unknown({ script, words }: Documented): string[] {
  if (SCRIPTS[script] === undefined) return [`npm run ${script}`];
  if (!OPERATORS.includes(script)) return [];
  const usage = /const USAGE = `([^`]*)`/.exec(read(`scripts/${script}.ts`))?.[1] ?? '';
  return words.filter((word) => !usage.includes(word)).map((word) => `npm run ${script} -- ${word}`);
}

describe('documented commands', () => {
  it('are those of package.json, with words and options that they know', () => {
    const all = DOCUMENTS.flatMap((path) => documented(read(path)));
    expect(all.length).toBeGreaterThan(30);
    expect(all.flatMap(unknown)).toEqual([]);
    expect(documented('npm run keys -- turn --hard x').flatMap(unknown)).toEqual([
      'npm run keys -- turn',
      'npm run keys -- --hard',
    ]);
    expect(documented('npm run nothing').flatMap(unknown)).toEqual(['npm run nothing']);
  });
  it('name files of deploy/ that are there', () => {
    const named = [...read('docs/operations.md').matchAll(/deploy\/([\w.-]+\w)/g)].map(
      (match) => match[1] ?? '',
    );
    expect(named.length).toBeGreaterThan(6);
    const there = globSync('*', { cwd: join(ROOT, 'deploy') });
    expect(named.filter((name) => !there.some((one) => one.startsWith(name)))).toEqual([]);
  });
});

describe('what an operator types, run', () => {
  let server: TestServer;
  const folder = mkdtempSync(join(tmpdir(), 'aerowatch-commands-'));
  const KEY = join(folder, 'key');
  beforeAll(async () => {
    server = await startTestServer({ modules: [tagsModule] });
  });
  afterAll(async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  const run = (script: string, ...args: string[]) => runWith({}, script, ...args);
  const runWith = (more: Record<string, string>, script: string, ...args: string[]) =>
    new Promise<{ code: number; out: string; error: string }>((resolve) =>
      execFile(
        process.execPath,
        [`scripts/${script}.ts`, ...args],
        {
          cwd: ROOT,
          env: {
            PATH: `${join(folder, 'bin')}:${process.env.PATH}`,
            NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
            DATABASE_URL: server.databaseUrl,
            DATA_DIR: server.dataDir,
            PORT: new URL(server.url).port,
            SMTP_URL: 'smtp://me:hidden-word@mail.example',
            ...more,
          },
        },
        (error, out, said) => resolve({ code: error === null ? 0 : Number(error.code), out, error: said }),
      ),
    );

  it('a rotated, encrypted backup, verified; what is wrong is one line', async () => {
    writeFileSync(KEY, 'a key of enough characters\n');
    const into = join(folder, 'nightly');
    const made = await run('backup', '--into', into, '--keep', '1', '--key-file', KEY);
    expect([made.code, made.error, made.out]).toEqual([0, '', expect.stringMatching(/^Read back: whole\./)]);
    const [name = ''] = globSync('*.backup', { cwd: into });
    const verified = await run('backup', 'verify', join(into, name), '--key-file', KEY);
    expect([verified.code, verified.out]).toEqual([0, expect.stringContaining('is whole')]);
    const closed = await run('backup', 'verify', join(into, name));
    expect([closed.code, closed.error]).toEqual([
      1,
      expect.stringMatching(/^the file is encrypted[^\n]*\n$/),
    ]);
    const noted = await server.db.selectFrom('settings').select('key').execute();
    expect(noted.map(({ key }) => key)).toContain('last_backup');
  });
  it.each([
    ['backup', 'FILE'],
    ['backup', '--into', 'FILE'],
  ])('a folder that is not there is named as it was typed: %s %s', async (script, ...words) => {
    const away = join(folder, 'away');
    const args = words.map((word) => (word === 'FILE' ? join(away, 'one.backup') : word));
    expect(await run(script, ...args)).toMatchObject({ code: 1, error: `${away} is not there.\n` });
  });
  it('a folder without a backup is a rehearsal that failed, and is noted as one', async () => {
    const empty = join(folder, 'empty');
    mkdirSync(empty);
    const { code, error } = await run('backup', 'rehearse', empty, '--in', folder);
    expect([code, error]).toEqual([
      1,
      expect.stringMatching(/^The rehearsal of .*empty failed: it holds no backup/),
    ]);
    const [note] = await server.db
      .selectFrom('settings')
      .select('value')
      .where('key', '=', 'last_rehearsal')
      .execute();
    expect(note?.value).toMatchObject({ outcome: 'failed', name: empty });
  });
  it('only what is encrypted goes to BACKUP_TARGET; where it cannot go the night has failed', async () => {
    const env = { BACKUP_TARGET: 'ssh://backup@there/backup', PATH: join(folder, 'nothing') };
    const into = join(folder, 'sent');
    const bare = await runWith(env, 'backup', '--into', into);
    expect([bare.code, bare.error]).toEqual([
      1,
      expect.stringMatching(/^BACKUP_TARGET names ssh:\/\/\S+: what goes there is encrypted[^\n]*\n$/),
    ]);
    // The file is there, but it counts as no backup.
    const noted = async () =>
      (await server.db.selectFrom('settings').select('value').where('key', '=', 'last_backup').execute())[0];
    const before = await noted();
    const away = await runWith(env, 'backup', '--into', into, '--key-file', KEY);
    expect([away.code, away.error]).toEqual([1, 'rsync is not there: install it first\n']);
    expect(globSync('*', { cwd: into })).toHaveLength(1);
    expect(await noted()).toEqual(before);
  });
  // Elsewhere the test above must do: not every machine has rsync.
  it.runIf(spawnSync('rsync', ['--version'], { stdio: 'ignore' }).status === 0)(
    'what is written into a folder goes to BACKUP_TARGET too, and comes back from there',
    async () => {
      const [into, back, there, bin] = ['kept', 'back', 'there', 'ways'].map((name) => join(folder, name));
      for (const one of [back, there, bin]) mkdirSync(one!);
      // Another machine is this one: what ssh would run there is run here.
      writeFileSync(
        join(bin!, 'ssh'),
        '#!/bin/sh\nwhile [ "$1" != there ]; do shift; done\nshift\nexec sh -c "$*"\n',
        { mode: 0o755 },
      );
      const env = { BACKUP_TARGET: `ssh://backup@there${there}`, PATH: `${bin}:${process.env.PATH}` };
      const sent = await runWith(env, 'backup', '--into', into!, '--keep', '1', '--key-file', KEY);
      expect([sent.code, sent.error]).toEqual([0, '']);
      expect(sent.out).toMatch(/^Sent to ssh:\/\/\S+, and equal there\.$/m);
      expect(globSync('*', { cwd: there! })).toEqual(globSync('*', { cwd: into! }));
      const fetched = await runWith(env, 'backup', 'fetch', back!, '--key-file', KEY);
      expect([fetched.code, fetched.error]).toEqual([0, '']);
      expect(fetched.out).toMatch(/is whole: version/);
      expect(globSync('*', { cwd: back! })).toEqual(globSync('*', { cwd: into! }));
    },
  );
  it('an exported audit log is held against a key that is known from elsewhere', async () => {
    const file = join(folder, 'log.jsonl');
    const made = await run('audit', 'export', file);
    const [, key = ''] = /^Signed by the key ([0-9a-f]{64})/m.exec(made.out) ?? [];
    expect([made.code, made.error, key.length]).toEqual([0, '', 64]);
    const another = await run(
      'audit',
      'verify',
      file,
      '--key',
      key.replace(/^./, (c) => (c === '0' ? '1' : '0')),
    );
    expect([another.code, another.out]).toEqual([1, expect.stringContaining('✗ It is not signed by')]);
  });
  it('an audit log that does not follow from its kept head is accepted with a reason', async () => {
    mkdirSync(join(server.dataDir, 'audit'));
    const head = { seq: 900, hash: '00', at: '2026-05-03T00:00:00.000Z', signature: '' };
    writeFileSync(join(server.dataDir, 'audit', 'head.json'), JSON.stringify(head));
    const held = await run('audit', 'verify');
    expect([held.code, held.out]).toEqual([1, expect.stringContaining('not signed by this console')]);
    const { code, out } = await run('audit', 'accept', 'restored after a broken disk');
    expect([code, out]).toEqual([0, expect.stringContaining('put aside')]);
    expect((await run('audit', 'verify')).code).toBe(0);
  });
  it('support says where the log of the service is, when the journal holds none of it', async () => {
    const bin = join(folder, 'bin');
    mkdirSync(bin);
    for (const [index, [prints, says]] of [
      ['', /^The journal of the unit aerowatch holds nothing that this account may read/],
      ['-- No entries --', /^The journal of the unit aerowatch holds nothing that this account may read/],
      ['a line of the service', /^a line of the service$/],
    ].entries()) {
      writeFileSync(join(bin, 'journalctl'), `#!/bin/sh\necho '${prints}'\n`, { mode: 0o755 });
      const file = join(folder, `journal-${index}.txt`);
      expect(await run('support', file)).toMatchObject({ code: 0 });
      const [, section = ''] = readFileSync(file, 'utf8').split('== log of the service\n');
      expect(section.trim().split('\n')[0]).toMatch(says as RegExp);
    }
    rmSync(bin, { recursive: true });
  });
  it('support gathers, and tells no secret', async () => {
    const file = join(folder, 'support.txt');
    const { code, error } = await run('support', file);
    expect([code, error]).toEqual([0, '']);
    const text = readFileSync(file, 'utf8');
    expect(text).not.toContain('hidden-word');
    expect(text).not.toContain(new URL(server.databaseUrl).password);
    for (const found of ['"SMTP_URL": "(set, not shown)"', '== health\n200', '0001-initial', 'process_cpu'])
      expect(text).toContain(found);
  });
});
