import { spawnSync } from 'node:child_process';
import { createHash, createPrivateKey, sign } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeArchive } from '../server/measures/archive/archive-file.ts';
import { tagsModule } from '../server/modules/tags/index.ts';
import { startTestServer, type TestServer } from '../server/testing.ts';
import { DOCUMENTED, PLACES, RUN, RUN_EMBEDDED } from './documented-commands.ts';

// A command in a document that nobody listed, or that does not work, fails the build.

const ROOT = new URL('..', import.meta.url).pathname;
const DOCUMENTS = ['README.md', 'CONTRIBUTING.md', 'docs/operations.md', 'docs/what-grows.md'];

/** Lines of indented and fenced blocks, without what stands there to explain; blocks of files are no commands. */
function commandsIn(text: string): string[] {
  return text
    .split('\n')
    .filter((line) => /^ {4}\S/.test(line))
    .map((line) => line.replace(/\s+# .*$|;\s+-- .*$/, (cut) => (cut.startsWith(';') ? ';' : '')).trim())
    .filter((line) => !/^(#.*|GET .*|Authorization:.*|([A-Z_]+=("[^"]*"|\S+)\s*)+|)$/.test(line));
}

it('every documented command is run, or has its reason', () => {
  const found = new Set(DOCUMENTS.flatMap((path) => commandsIn(readFileSync(join(ROOT, path), 'utf8'))));
  expect([...found].filter((line) => DOCUMENTED[line] === undefined)).toEqual([]);
  expect(Object.keys(DOCUMENTED).filter((line) => !found.has(line))).toEqual([]);
  for (const reason of Object.values(DOCUMENTED))
    for (const [path] of reason.matchAll(/\b[\w/-]+\.test\.ts\b/g))
      expect(existsSync(join(ROOT, path)), path).toBe(true);
  expect(commandsIn('text\n    npm run x -- y   # why\n\n    create role a;   -- why\n`npm run z`')).toEqual([
    'npm run x -- y',
    'create role a;',
  ]);
});

describe('run as documented', { timeout: 180_000 }, () => {
  let server: TestServer;
  const folder = mkdtempSync(join(tmpdir(), 'aerowatch-documented-'));
  chmodSync(folder, 0o755);
  beforeAll(async () => {
    server = await startTestServer({ modules: [tagsModule] });
    for (const name of ['backup', 'etc', 'systemd', 'opt', 'bin', 'tmp']) mkdirSync(join(folder, name));
    // What npm does with the scripts of package.json, without its second of start each.
    writeFileSync(
      join(folder, 'bin/npm'),
      `#!/bin/sh\nshift; name=$1; shift; [ "\${1:-}" != -- ] || shift\nexec node ${ROOT}scripts/$name.ts "$@"\n`,
      { mode: 0o755 },
    );
    const name = 'aerowatch-9-linux-x64';
    mkdirSync(join(folder, name, 'bin'), { recursive: true });
    writeFileSync(join(folder, name, 'bin/aerowatch'), '#!/bin/sh\n');
    spawnSync('tar', ['-czf', `${name}.tar.gz`, name], { cwd: folder });
    await writeArchive(join(folder, 'archive'), new Date('2023-03-01T00:00:00Z'), (async function* () {})());
  });
  afterAll(async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const inPlace = (line: string) =>
    PLACES.reduce((text, [from, to]) => text.replaceAll(from, to), line)
      .replaceAll('{w}', folder)
      .replaceAll('{data}', server.dataDir);
  const run = (line: string, embedded: boolean) => {
    const here = /aerowatch-\*|release-key|log\.jsonl|support/.test(line) ? folder : ROOT;
    const { PATH = '' } = process.env;
    return spawnSync('sh', ['-ec', inPlace(line)], {
      cwd: here,
      encoding: 'utf8',
      env: {
        PATH: [join(folder, 'bin'), dirname(process.execPath), PATH].join(delimiter),
        TMPDIR: join(folder, 'tmp'),
        ...(embedded ? {} : { DATABASE_URL: server.databaseUrl, DATA_DIR: server.dataDir }),
        PORT: new URL(server.url).port,
      },
    });
  };
  /** What lies there before a line, beside what the lines before it made. */
  const before: Record<string, () => void> = {
    'sha256sum -c aerowatch-*.tar.gz.sha256': () => {
      const [file = ''] = globSync('aerowatch-*.tar.gz', { cwd: folder });
      const line = `${createHash('sha256')
        .update(readFileSync(join(folder, file)))
        .digest('hex')}  ${file}\n`;
      writeFileSync(join(folder, `${file}.sha256`), line);
      const key = createPrivateKey(readFileSync(join(folder, 'release-key.pem')));
      writeFileSync(join(folder, `${file}.sha256.sig`), sign(null, Buffer.from(line), key));
    },
    'DATA_DIR=$(mktemp -d) npm run restore -- /backup/latest.backup': () => {
      const [file = ''] = globSync('*.backup', { cwd: join(folder, 'backup') });
      renameSync(join(folder, 'backup', file), join(folder, 'backup/latest.backup'));
    },
  };

  for (const [line, how] of Object.entries(DOCUMENTED).filter(
    ([, one]) => one === RUN || one === RUN_EMBEDDED,
  ))
    it(line, () => {
      before[line]?.();
      const { status, stderr } = run(line, how === RUN_EMBEDDED);
      expect([status, stderr.replace(/^(read EC key|writing .*)\n/gm, '')]).toEqual([0, expect.any(String)]);
    });
  it('and a command that does not work is seen', () => {
    expect(run('npm run backup -- verify /backup/nothing.backup', false).status).toBe(1);
  });
});
