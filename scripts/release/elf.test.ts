import { spawnSync } from 'node:child_process';
import { globSync, linkSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { nativeFolder } from '../../server/platform/database/embedded/binaries.ts';
import { rewrite, withoutIcuData, withoutSymbols } from './elf.ts';

// That a whole bundle of these programs starts: scripts/bundle.test.ts.
const folder = mkdtempSync(join(tmpdir(), 'aerowatch-elf-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.runIf(process.platform === 'linux')('programs without what nobody reads', () => {
  it('Node without its symbols runs, is smaller, and its other names are as they were', () => {
    const [whole, node] = [join(folder, 'whole'), join(folder, 'node')];
    writeFileSync(whole, readFileSync(process.execPath), { mode: 0o755 });
    const before = statSync(whole);
    linkSync(whole, node);
    rewrite(node, withoutSymbols);
    const { size, mode } = statSync(node);
    expect(size).toBeLessThan(before.size * 0.95);
    expect([mode, statSync(whole).size]).toEqual([before.mode, before.size]);
    const run = spawnSync(
      node,
      ['-e', 'console.log(new Intl.Collator("fr").compare("é", "f"), process.version)'],
      {
        encoding: 'utf8',
      },
    );
    expect([run.stdout, run.stderr]).toEqual([`-1 ${process.version}\n`, '']);
  });
  it('the data of ICU keep the root collation, in a thirtieth of the size', () => {
    const [name = ''] = globSync('lib/libicudata.so.*.*', { cwd: nativeFolder() });
    const library = readFileSync(join(nativeFolder(), name));
    const cut = withoutIcuData(library);
    expect(cut.length).toBeLessThan(library.length / 25);
    expect(cut.includes('/coll/ucadata.icu')).toBe(true);
    expect([library.includes('/coll/fr.res'), cut.includes('/coll/fr.res')]).toEqual([true, false]);
  });
  it('what is no program, or holds its data elsewhere, is refused and not written', () => {
    expect(() => withoutSymbols(Buffer.alloc(100))).toThrow('not a program of Linux');
    expect(() => withoutIcuData(readFileSync(join(nativeFolder(), 'bin/pg_ctl')))).toThrow('lie elsewhere');
  });
});
