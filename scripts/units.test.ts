import { spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const deploy = (name: string) => readFileSync(join(ROOT, 'deploy', name), 'utf8');
const installed = spawnSync('systemd-analyze', ['--version'], { stdio: 'ignore' }).status === 0;

it('units start what is there: programs and scripts of this folder, by the paths they name', () => {
  for (const name of globSync('*.service', { cwd: join(ROOT, 'deploy') })) {
    const [, program = '', script = ''] =
      /^ExecStart=\/opt\/aerowatch\/(\S+)(?: --max\S+)? ((?:server|scripts)\/[\w-]+\.ts)/m.exec(
        deploy(name),
      ) ?? [];
    expect(program, name).toBe('node_modules/.bin/node');
    expect(readFileSync(join(ROOT, script), 'utf8').length, name).toBeGreaterThan(100);
  }
});

// Elsewhere the test above must be enough: only Linux with systemd has the program.
it.runIf(installed)('systemd takes the units without a word', () => {
  const folder = mkdtempSync(join(tmpdir(), 'aerowatch-units-'));
  try {
    for (const path of globSync('deploy/*.{service,timer}', { cwd: ROOT })) {
      const name = path.slice('deploy/'.length);
      // systemd-analyze requires the program and the account to exist; both exist only on the target machine.
      const text = deploy(name)
        .replaceAll('/opt/aerowatch/node_modules/.bin/node', process.execPath)
        .replaceAll(/^(User|Group)=.*$/gm, '');
      writeFileSync(join(folder, name), text);
    }
    const units = globSync('*', { cwd: folder }).map((name) => join(folder, name));
    const { status, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', ...units], {
      encoding: 'utf8',
    });
    expect([status, stderr.split('\n').filter((line) => line.includes('aerowatch'))]).toEqual([0, []]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

it('the image is made of the bundle, stops and is watched as the server wants it', () => {
  const file = deploy('Containerfile');
  const ignored = readFileSync(new URL('../.dockerignore', import.meta.url), 'utf8').split('\n');
  // The build context contains the added path: the last matching rule includes it.
  const added = /^ARG BUNDLE=(\S+)$/m.exec(file)?.[1];
  expect(file).toMatch(/^ADD \$BUNDLE \/opt\/$/m);
  expect(ignored.filter((line) => line === '**/dist' || line === `!${added}`)).toEqual([
    '**/dist',
    `!${added}`,
  ]);
  // Moved in a stage of its own: a layer of the image that moves it would hold it once more.
  const [, ...stages] = file.split(/^FROM /m);
  expect(stages.map((stage) => /^(ADD|RUN set|COPY --from=unpacked)/m.exec(stage)?.[1])).toEqual([
    'ADD',
    'COPY --from=unpacked',
  ]);
  expect(file).toMatch(/^CMD \["aerowatch", "start"\]$/m);
  const health = JSON.parse(/^HEALTHCHECK .*CMD (\[.*\])$/m.exec(file)?.[1] ?? '[]') as string[];
  const request = (port: string) =>
    spawnSync(process.execPath, health.slice(1), { env: { PORT: port }, timeout: 120_000 }).status;
  // No server listens there: unhealthy, which shows that PORT is used.
  expect(health[2]).toContain('process.env.PORT || 8080');
  expect(request('9')).toBe(1);
});
