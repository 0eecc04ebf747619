import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ENDPOINTS } from '@aerowatch/contracts/api/index';
import { FILE_FORMAT_KEYS, type FileFormat } from '@aerowatch/domain/file-formats';
import { METRIC_KEYS } from '@aerowatch/domain/metrics';
import { afterAll, describe, expect, it } from 'vitest';
import { writeArchive } from '../../server/features/measures/archive/archive-file.ts';
import { makeSampleBox } from '../../server/features/measures/testing.ts';
import { curvePng, HEIGHT, WIDTH } from '../../server/features/notifications/messages/curve.ts';
import { writeBackup } from '../../server/platform/database/backup/write-backup.ts';
import { outputOf, type Program, python } from '../foreign/programs.ts';
import { checkPdf, PDF_READERS, type ReadRows, readPng, TABLE_READERS } from '../foreign/readers.ts';
import { testServer } from '../test-server.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Read below by third-party programs, read by another test, or not read, with the reason. */
type Proof = 'below' | { readonly test: string } | { readonly not: string };
const EXPORTS = 'server/platform/tables/foreign-readers.test.ts';
const OWN_BYTES = { not: 'gives back the bytes that somebody uploaded' } as const;
const PAGE = { test: 'e2e/api-docs.test.ts' } as const;

/** Every endpoint that returns a file. */
const ENDPOINT_FILES: Readonly<Record<string, Proof>> = {
  'measures.export': 'below',
  'alerts.export': 'below',
  'boxes.export': 'below',
  'supervisors.export': 'below',
  'reports.monthly': 'below',
  // The file of an export that ran in the background.
  'jobs.file': 'below',
  'jobs.download': { test: 'server/features/measures/export/export.test.ts' },
  'users.avatar': { test: 'server/features/users/me/me.test.ts' },
  'work_order_photos.get': OWN_BYTES,
  'firmwares.file': OWN_BYTES,
  'docs.page': PAGE,
  'docs.script': PAGE,
  'docs.style': PAGE,
};

/** Every part of the console that saves a file in the browser. */
const SAVED_BY_THE_BROWSER: Readonly<Record<string, Proof>> = {
  'web/screens/boxes/export-boxes.ts': { test: 'web/screens/boxes/join-csv.test.ts' },
  'web/entities/session/factors/recovery-codes.tsx': { not: 'lines of plain text' },
  'web/entities/imports/csv-import.tsx': { not: 'the header line of an import' },
  'web/screens/measures-import/import-outcome.tsx': {
    not: 'rows of the file that was imported, with their problem',
  },
  'web/screens/measures-import/measures-import-screen.tsx': { not: 'the header line of an import' },
  'web/screens/offline/queue-entry.tsx': { not: 'the picture that was taken, as it was taken' },
  'web/screens/profile/profile-screen.tsx': { not: 'an answer of the API as JSON' },
  'web/screens/user-import/user-import-screen.tsx': { test: 'web/screens/user-import/files.test.ts' },
  'web/screens/visualization/export-menu.tsx': { test: 'e2e/exported-picture.test.ts' },
};

/** Every other module that writes a file format. */
const MAKERS: Readonly<Record<string, Proof>> = {
  'server/platform/tables/writers.ts': { test: EXPORTS },
  'server/platform/tables/zip.ts': { test: EXPORTS },
  'server/features/reports/draw/pen.ts': 'below',
  'server/platform/http/serve-route.ts': { not: 'compresses answers on their way, as browsers ask' },
  'server/platform/database/backup/write-backup.ts': 'below',
  'server/features/notifications/messages/curve.ts': 'below',
  'server/features/measures/archive/archive-file.ts': 'below',
  'server/platform/database/embedded/continuous.ts': { not: 'written by tar(1) itself' },
  'scripts/bundle.ts': { not: 'written by tar(1) itself; scripts/bundle.test.ts runs what it holds' },
};

const server = await testServer();
const client = await server.createClient('Réseau d’essai');
const user = await server.createUser({ level: 'privileged', client: client.id, time_zone: 'Europe/Paris' });
const box = await makeSampleBox(server, client.id, 'FILES-1');
const rule = await user.api.post('/supervisors/', {
  name: 'Été "chaud"; 1,5',
  client: client.id,
  aeros: box.aeroIds,
  conditions: [
    {
      metric: 'temperature',
      comparator: 'gt',
      value: 30,
      percent: 100,
      average: false,
      period: { value: 10, unit: 'minutes' },
      actions: [{ type: 'email' }],
    },
  ],
});
expect(rule.status).toBe(201);
const folder = mkdtempSync(join(tmpdir(), 'aerowatch-files-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let count = 0;
/** The file that an endpoint returns, under the name in the answer. */
async function fetched(path: string): Promise<{ path: string; name: string }> {
  const answer = await fetch(`${server.url}/api${path}`, {
    headers: { Authorization: `Token ${user.token}` },
  });
  expect([path, answer.status]).toEqual([path, 200]);
  const disposition = answer.headers.get('content-disposition') ?? '';
  const name = decodeURIComponent(/filename\*=UTF-8''([^;]+)/.exec(disposition)?.[1] ?? '');
  count += 1;
  const file = join(folder, `${count}${extname(name)}`);
  writeFileSync(file, Buffer.from(await answer.arrayBuffer()));
  return { path: file, name };
}
const missing = (needs: Program | undefined) =>
  needs !== undefined && 'missing' in needs ? needs.missing : null;

/** Every available reader must return the same table; returns it. */
async function readByAll(format: FileFormat, path: string, separator: string): Promise<ReadRows> {
  const seen: ReadRows[] = [];
  for (const [name, reader] of Object.entries(TABLE_READERS[format])) {
    const why = missing(reader.needs);
    if (why !== null) console.warn(`${name} is skipped: ${why}`);
    else
      seen.push((await reader.read(path, { separator })).map((row) => Array.from(row, (cell) => cell ?? '')));
  }
  const width = seen[0]?.[0]?.length ?? 0;
  const [first, ...others] = seen.map((rows) =>
    rows.map((row) => [...row, ...Array(width - row.length).fill('')]),
  );
  for (const other of others) expect(other).toEqual(first);
  return first ?? [];
}

it('the tables hold every file that the product writes', () => {
  const answering = ENDPOINTS.filter(({ answers }) => answers === 'file' || answers === 'stream');
  expect(Object.keys(ENDPOINT_FILES).sort()).toEqual(answering.map(({ name }) => name).sort());
  const sources = (pattern: string, sign: RegExp) =>
    globSync(pattern, {
      cwd: ROOT,
      exclude: ['**/node_modules/**', '**/*.test.*', '**/testing*', '**/testing/**', 'web/dist/**'],
    })
      .filter((path) => sign.test(readFileSync(join(ROOT, path), 'utf8')))
      .sort();
  const saving = sources('web/{entities,screens,app}/**/*.{ts,tsx}', /\bsaveBlob\(/);
  expect(saving).toEqual(Object.keys(SAVED_BY_THE_BROWSER).sort());
  const making = sources(
    '{server,scripts}/**/*.ts',
    /new Zip\(|createGzip\(|new PDFDocument\(|\.png\(\{|\bBOM\b|'-czf'|'-z',/,
  );
  expect(making).toEqual(Object.keys(MAKERS).sort());
  for (const proof of Object.values({ ...ENDPOINT_FILES, ...SAVED_BY_THE_BROWSER, ...MAKERS }))
    if (typeof proof === 'object' && 'test' in proof)
      expect(existsSync(join(ROOT, proof.test)), proof.test).toBe(true);
});

describe.each(FILE_FORMAT_KEYS)('exports as %s', (format) => {
  it('of measures: every reader sees every value', async () => {
    const path = `/measures/export/?box=${box.id}&format=${format}&metrics=temperature,stroke&language=fr&time_zone=UTC`;
    const file = await fetched(path);
    expect(extname(file.name)).toBe(`.${format}`);
    const [header, ...rows] = await readByAll(format, file.path, ';');
    expect(header).toContain('Température (°C)');
    const values = rows.map((row) => row.slice(2).map((cell) => String(cell).replace(',', '.')));
    expect(values).toEqual([
      ['FILES-1', '1', '-3.4', '512'],
      ['FILES-1', '1', '21.6', '514'],
      ['FILES-1', '2', '0.1', '33'],
    ]);
  });

  it('of alerts', async () => {
    const file = await fetched(`/alerts/export/?format=${format}&state=all&language=fr`);
    const [header] = await readByAll(format, file.path, ';');
    expect(header).toHaveLength(29);
  });

  it('in the background', async () => {
    const { body } = await user.api.post('/measures/export/', {
      box: [box.id],
      format,
      metrics: ['stroke'],
      language: 'en',
    });
    const state = () => user.api.get(`/jobs/${body.id}/`).then((answer) => answer.body.state);
    await expect.poll(state).toBe('done');
    const file = await fetched(`/jobs/${body.id}/file/`);
    expect(extname(file.name)).toBe(`.${format}`);
    expect(await readByAll(format, file.path, ',')).toHaveLength(4);
  });
});

it('the list of boxes is read alike by every reader of CSV', async () => {
  const [header, ...rows] = await readByAll('csv', (await fetched('/boxes/export/')).path, ',');
  expect(rows.map((row) => row[header?.findIndex((name) => /serial/i.test(String(name))) ?? 0])).toEqual([
    'FILES-1',
  ]);
});

it.skipIf(missing(python) !== null)('supervisors are JSON to Python too', async () => {
  const { path } = await fetched('/supervisors/export/');
  expect(outputOf(python, 'read.py', 'json', path)).toContain('chaud');
});

it('the monthly report is read by PDF.js, poppler and qpdf, and keeps the letters of its name', async () => {
  const now = new Date();
  const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 1)).toISOString().slice(0, 7);
  const { path, name } = await fetched(`/reports/monthly/?client=${client.id}&month=${month}&language=fr`);
  expect(name).toContain('Réseau d’essai');
  const pages: (readonly string[])[] = [];
  for (const [reader, { needs, read }] of Object.entries(PDF_READERS)) {
    const why = missing(needs);
    if (why !== null) console.warn(`${reader} is skipped: ${why}`);
    else pages.push(await read(path, { separator: '' }));
  }
  expect(pages[0]?.[0]?.length).toBeGreaterThan(50);
  for (const other of pages.slice(1)) expect(other).toEqual(pages[0]);
  const why = missing(checkPdf.needs);
  if (why === null)
    expect(await checkPdf.read(path, { separator: '' })).toContain('No syntax or stream encoding errors');
  else console.warn(`qpdf is skipped: ${why}`);
});

it('the curve of a mail is a PNG to another decoder', async () => {
  const points = Array.from({ length: 50 }, (_, n) => ({ time: n * 1000, value: n % 7 }));
  const png = await curvePng({
    metric: 'stroke',
    points,
    from: 0,
    to: 49_000,
    low: 0,
    high: 6,
    limit: 5,
    event: 20_000,
  });
  const { width, height, colours } = readPng(png);
  expect([width, height]).toEqual([WIDTH * 2, HEIGHT * 2]);
  expect(colours).toBeGreaterThan(5);
});

it.skipIf(missing(python) !== null)(
  'an archived month is gzip and CSV to Python, with the checksum beside it',
  async () => {
    const row = [
      'FILES-1',
      '1',
      '2024-03-01T00:00:00.000001Z',
      '2024-03-01T00:00:01Z',
      ...METRIC_KEYS.map((_, n) => String(n / 2)),
    ];
    const lines = (async function* () {
      yield Buffer.from(`${row.join(',')}\n`);
    })();
    const { path } = await writeArchive(folder, new Date('2024-03-01'), lines);
    expect(JSON.parse(outputOf(python, 'read.py', 'gzip', path))).toEqual([
      ['serial_number', 'position', 'time', 'received_at', ...METRIC_KEYS],
      row,
    ]);
    const sum = createHash('sha256').update(readFileSync(path)).digest('hex');
    expect(readFileSync(`${path}.sha256`, 'utf8')).toContain(sum);
  },
);

it.skipIf(missing(python) !== null)(
  'a backup is to Python what its description says, sum by sum',
  async () => {
    const file = join(folder, 'all.backup');
    const { databaseUrl, dataDir } = server.parts.config;
    const about = { version: '0', secrets: false, now: new Date() };
    const { tables } = await writeBackup({ databaseUrl: databaseUrl ?? '', dataDir, file, ...about });
    const seen: Record<string, number> = JSON.parse(outputOf(python, 'read.py', 'backup', file));
    expect(Object.keys(seen)).toEqual(expect.arrayContaining(tables.map(({ name }) => name)));
    expect(seen.boxes).toBe(1);
  },
);
