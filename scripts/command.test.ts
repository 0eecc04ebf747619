import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'aerowatch-command-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('a command', () => {
  it('whose output is cut (| head) says nothing of it, and does its work to the end', async () => {
    const done = join(folder, 'done');
    const script = join(folder, 'long.ts');
    writeFileSync(
      script,
      `import { writeFileSync } from 'node:fs';
      import { setTimeout as wait } from 'node:timers/promises';
      import { command, say } from '${ROOT}scripts/command.ts';
      command(async () => {
        for (let line = 0; line < 400; line += 1) {
          say('x'.repeat(1000));
          await wait(1);
        }
        writeFileSync(${JSON.stringify(done)}, 'whole');
      });`,
    );
    const child = spawn(process.execPath, [script], { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] });
    let said = '';
    child.stderr.on('data', (piece) => {
      said += piece;
    });
    // As head does: one piece is read, then the pipe is closed.
    child.stdout.once('data', () => child.stdout.destroy());
    const code = await new Promise((resolve) => child.once('exit', resolve));
    expect([code, said]).toEqual([0, '']);
    expect(spawnSync('cat', [done], { encoding: 'utf8' }).stdout).toBe('whole');
  });

  it.each([
    ['restore', 'some.backup'],
    ['database', 'move', '--to', 'embedded'],
  ])('that runs the embedded database does so by POSTGRES_PROGRAMS: %s %s %s', (name, ...words) => {
    const data = mkdtempSync(join(folder, 'data-'));
    const moves = words.includes('embedded') ? { DATABASE_URL: 'postgres://a:b@127.0.0.1:9/c' } : {};
    const { status, stderr } = spawnSync(process.execPath, [join(ROOT, `scripts/${name}.ts`), ...words], {
      cwd: folder,
      encoding: 'utf8',
      env: { PATH: process.env.PATH, DATA_DIR: data, POSTGRES_PROGRAMS: '/nowhere', ...moves },
    });
    expect([status, stderr]).toEqual([
      1,
      expect.stringMatching(/^POSTGRES_PROGRAMS holds “\/nowhere”, where there is no bin\/postgres[^\n]*\n$/),
    ]);
  });
});
