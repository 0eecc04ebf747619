import { spawn, spawnSync } from 'node:child_process';
import { createHash, createPrivateKey, sign } from 'node:crypto';
import { once } from 'node:events';
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
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeArchive } from '../../server/features/measures/archive/archive-file.ts';
import { ingestModule } from '../../server/features/measures/index.ts';
import { tagsModule } from '../../server/features/tags/index.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';
import { DOCUMENTED, PLACES, RUN, RUN_EMBEDDED } from './documented-commands.ts';

// A documented command that is not listed, or does not work, fails the build.

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const DOCUMENTS = ['README.md', 'CONTRIBUTING.md', ...globSync('docs/*.md', { cwd: ROOT }).sort()];

/** An indented block after a line that names its file: `mosquitto.conf`: */
const FILE_OF_ANOTHER = /^`([\w/.-]+\.conf|acl)`.*:\n\n(?: {4}.*\n|\n(?= {4}))+/gm;
/**
 * Lines of indented blocks without comments; settings, HTTP requests and JSON are no commands, nor is a file
 * of another program.
 */
function commandsIn(text: string): string[] {
  return text
    .replaceAll(/ \\\n\s+/g, ' ')
    .replaceAll(FILE_OF_ANOTHER, '')
    .split('\n')
    .filter((line) => /^ {4}\S/.test(line))
    .map((line) => line.replace(/\s+# .*$|;\s+-- .*$/, (cut) => (cut.startsWith(';') ? ';' : '')).trim())
    .filter(
      (line) => !/^(#.*|(GET|PATCH) \/.*|["{}].*|Authorization:.*|([A-Z_]+=("[^"]*"|\S+)\s*)+|)$/.test(line),
    );
}

it('every documented command is run, or has its reason', () => {
  const found = new Set(DOCUMENTS.flatMap((path) => commandsIn(readFileSync(join(ROOT, path), 'utf8'))));
  expect([...found].filter((line) => DOCUMENTED[line] === undefined)).toEqual([]);
  expect(Object.keys(DOCUMENTED).filter((line) => !found.has(line))).toEqual([]);
  for (const reason of Object.values(DOCUMENTED))
    for (const [path] of reason.matchAll(/\b[\w/-]+\.test\.ts\b/g))
      expect(existsSync(join(ROOT, path)), path).toBe(true);
  const some =
    'text\n    npm run x -- y   # why\n\n    create role a;   -- why\n`npm run z`\n    A=b \\\n    c -d\n    {\n';
  expect(commandsIn(some)).toEqual(['npm run x -- y', 'create role a;', 'A=b c -d']);
});

/** The options used in the documents. The port is that of this test's server. */
const PUBLISHER = `#!/usr/bin/env node
const { parseArgs } = require('node:util');
const { connectAsync } = require('${ROOT}node_modules/mqtt');
const options = Object.fromEntries([...'hiuPqtm'].map((one) => [one, { type: 'string', short: one }]));
const { h, i, u, P, q, t, m } = parseArgs({ options }).values;
const settings = { clientId: i, username: u, password: P, reconnectPeriod: 0 };
connectAsync('mqtt://' + h + ':' + process.env.MQTT_PORT, settings).then(async (client) => {
  await client.publishAsync(t, m, { qos: Number(q) });
  await client.endAsync();
});
`;

describe('run as documented', () => {
  let server: TestServer;
  let password: string;
  const folder = mkdtempSync(join(tmpdir(), 'aerowatch-documented-'));
  chmodSync(folder, 0o755);
  beforeAll(async () => {
    server = await startTestServer({ modules: [tagsModule, ingestModule] });
    password = (await server.createBox({ serial_number: 'AW-1' })).secret;
    for (const name of ['backup', 'etc', 'systemd', 'opt', 'bin', 'tmp']) mkdirSync(join(folder, name));
    // Runs the scripts of package.json as npm does, without the second that npm takes to start.
    writeFileSync(
      join(folder, 'bin/npm'),
      `#!/bin/sh\nshift; name=$1; shift; [ "\${1:-}" != -- ] || shift\nexec node ${ROOT}scripts/$(echo $name | tr : -).ts "$@"\n`,
      { mode: 0o755 },
    );
    writeFileSync(join(folder, 'bin/mosquitto_pub'), PUBLISHER, { mode: 0o755 });
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
  const run = async (line: string, embedded: boolean) => {
    const here = /aerowatch-\*|release-key|log\.jsonl|support/.test(line) ? folder : ROOT;
    const { PATH = '' } = process.env;
    // Asynchronous, because the server that the command talks to runs in this process.
    const child = spawn('sh', ['-ec', inPlace(line)], {
      cwd: here,
      stdio: ['ignore', 'ignore', 'pipe'],
      env: {
        PATH: [join(folder, 'bin'), dirname(process.execPath), PATH].join(delimiter),
        TMPDIR: join(folder, 'tmp'),
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
        ...(embedded ? {} : { DATABASE_URL: server.databaseUrl, DATA_DIR: server.dataDir }),
        PORT: new URL(server.url).port,
        MQTT_PORT: new URL(server.mqttUrl).port,
        PASSWORD: password,
      },
    });
    let stderr = '';
    child.stderr.on('data', (piece) => {
      stderr += piece;
    });
    const [status] = await once(child, 'close');
    return { status, stderr };
  };
  /** Files that a command needs, in addition to those made by the commands before it. */
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
    'DATA_DIR=$(mktemp -d) npm run restore -- /backup/latest.backup --key-file /etc/aerowatch-backup.key':
      () => {
        const [file = ''] = globSync('*.backup', { cwd: join(folder, 'backup') });
        renameSync(join(folder, 'backup', file), join(folder, 'backup/latest.backup'));
      },
  };

  for (const [line, how] of Object.entries(DOCUMENTED).filter(
    ([, one]) => one === RUN || one === RUN_EMBEDDED,
  ))
    it(line, async () => {
      before[line]?.();
      const { status, stderr } = await run(line, how === RUN_EMBEDDED);
      expect([status, stderr.replace(/^(read EC key|writing .*)\n/gm, '')]).toEqual([0, expect.any(String)]);
    });
  it('and what they say happens: the measure of a box is there', async () => {
    const measures = await server.db.selectFrom('measures').select('stroke').execute();
    expect(measures).toEqual([{ stroke: 512 }]);
  });
  it('and a command that does not work is seen', async () => {
    expect((await run('npm run backup -- verify /backup/nothing.backup', false)).status).toBe(1);
  });
});
