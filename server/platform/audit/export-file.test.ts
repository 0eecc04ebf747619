import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AuditProblem } from '@aerowatch/domain/audit-problems';
import { afterAll, expect, it } from 'vitest';
import { loadSigner } from '../crypto/signer.ts';
import { type ChainEntry, chainHash, FIRST_HASH } from './chain.ts';
import { checkExport, endOf, fingerprintOf, lineOf, linesOf } from './export-file.ts';
import { personalHash } from './personal.ts';
import type { Link } from './store-chain.ts';

const folder = mkdtempSync(join(tmpdir(), 'aerowatch-exported-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const keyOf = (name: string) => {
  mkdirSync(join(folder, name), { recursive: true });
  return loadSigner(join(folder, name));
};
const own = keyOf('own');

const SALT = Buffer.alloc(16, 7);
function exported(names: readonly string[], signer = own): string[] {
  let hash: Buffer = FIRST_HASH;
  const lines = names.map((entity_name, index) => {
    const entry: ChainEntry = {
      id: index + 1,
      at: '2026-11-22T08:00:00.000001Z',
      user: 1,
      client: null,
      action: 'update',
      entity: 'boxes',
      entity_id: 4,
      entity_name,
      changes: '{}',
      personal: { address: personalHash(SALT, '10.0.0.1') },
    };
    hash = chainHash(hash, entry);
    const personal: Link['personal'] =
      index === 0 ? {} : { address: { salt: SALT.toString('hex'), content: '10.0.0.1' } };
    return lineOf({ seq: index + 1, hash, entry, personal });
  });
  const from = { seq: 0, hash: FIRST_HASH.toString('hex') };
  const head = { seq: names.length, hash: hash.toString('hex') };
  const end = endOf({ entries: names.length, erased: 0, waiting: 0, from, head, problems: [] }, signer);
  return [...lines, end].map((line) => line.trimEnd());
}

it('an exported log is followed line by line, and says whose key signed it', async () => {
  expect(await checkExport(exported(['a', 'b', 'c']))).toMatchObject({
    entries: 3,
    erased: 1,
    problems: [],
    signedBy: fingerprintOf(own.publicKeyPem),
  });
  expect(await checkExport(exported([]))).toMatchObject({ entries: 0, problems: [] });
});

it('a name that holds other ends of lines stays in its line, wherever the pieces of the file end', async () => {
  const text = `${exported(['a\u2028b', 'c\r\u0085d']).join('\n')}\n`;
  const pieces = async function* () {
    for (let start = 0; start < text.length; start += 97) yield text.slice(start, start + 97);
  };
  expect(await checkExport(linesOf(pieces()))).toMatchObject({ entries: 2, problems: [] });
});

it('a changed file that is signed again shows another key', async () => {
  const forged = exported(['a', 'B', 'c'], keyOf('forger'));
  const { problems, signedBy } = await checkExport(forged);
  expect(problems).toEqual([]);
  expect(signedBy).not.toBe(fingerprintOf(own.publicKeyPem));
});

it.each<[string, (lines: string[]) => string[], AuditProblem]>([
  [
    'an entry changed',
    (lines) => lines.map((line) => line.replace('"b"', '"x"')),
    { code: 'changed', entry: 2, at: '2026-11-22T08:00:00.000001Z', action: 'update' },
  ],
  ['the first taken out', (lines) => lines.slice(1), { code: 'missing', entry: 1, until: 1 }],
  ['one taken out', ([a = '', , c = '', end = '']) => [a, c, end], { code: 'missing', entry: 2, until: 2 }],
  ['the last taken out', ([a = '', b = '', , end = '']) => [a, b, end], { code: 'other_end' }],
  [
    'a name of a person',
    (lines) => lines.map((line) => line.replaceAll('10.0.0.1', '10.0.0.2')),
    { code: 'subject_changed', entry: 2 },
  ],
  ['the signed end', (lines) => lines.slice(0, -1), { code: 'unsigned' }],
  [
    'an entry put out',
    (lines) => lines.map((line) => line.replace(/"entry":\{.*"entity_name":"b".*?\}\}/, '"entry":null')),
    { code: 'removed', entry: 2 },
  ],
  [
    'a line that is none',
    ([a = '', b = '', ...rest]) => [a, b.slice(9), ...rest],
    { code: 'unreadable', entry: 2 },
  ],
  ['an end that is none', (lines) => [...lines.slice(0, -1), '{"proof":'], { code: 'unsigned' }],
  [
    'a key that is none',
    (lines) => lines.map((line) => line.replace('BEGIN PUBLIC', 'BEGIN')),
    { code: 'unsigned' },
  ],
  ['an empty file', () => [], { code: 'unsigned' }],
  ['an end without its parts', (lines) => [...lines.slice(0, -1), '{"proof":{}}'], { code: 'unsigned' }],
  [
    'an end of other parts',
    (lines) => [...lines.slice(0, -1), '{"proof":{"from":5,"head":{"seq":"3","hash":1}},"signature":{}}'],
    { code: 'other_end' },
  ],
  [
    'a first link without entry',
    (lines) => ['{"seq":1,"hash":"aa"}', ...lines.slice(1)],
    { code: 'unreadable', entry: 1 },
  ],
  [
    'a first entry that cannot be hashed',
    (lines) => [lines[0]!.replace('"entity_id":4', '"entity_id":1e999'), ...lines.slice(1)],
    { code: 'unreadable', entry: 1 },
  ],
  [
    'the second line, where the first is none',
    ([, b = '', ...lines]) => ['no link', b.replace('"entity_id":4', '"entity_id":1e999'), ...lines],
    { code: 'unreadable', entry: 2 },
  ],
  [
    'an entry that is none',
    ([a = '', ...lines]) => [a, '{"seq":2,"hash":"aa","entry":{"at":{},"action":1}}', ...lines.slice(1)],
    { code: 'unreadable', entry: 2 },
  ],
])('tells %s', async (_what, change, told) => {
  const { problems } = await checkExport(change(exported(['a', 'b', 'c'])));
  expect(problems).toContainEqual(told);
});

it('a file that is no log is told of in a hundred lines, and its end besides', async () => {
  const { problems } = await checkExport(Array.from({ length: 5000 }, () => 'x'));
  expect(problems).toHaveLength(102);
  expect(problems.slice(100)).toEqual([{ code: 'unsigned' }, { code: 'other_end' }]);
});
