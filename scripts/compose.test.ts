import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

// deploy/compose.yaml, held by the schema of the Compose specification, and by what its services need of each other.

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const read = (path: string) => readFileSync(ROOT + path, 'utf8');
const TEXT = read('deploy/compose.yaml');

interface Service {
  readonly image: string;
  readonly profiles?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly volumes?: readonly string[];
  readonly depends_on?: Readonly<Record<string, unknown>>;
  readonly entrypoint?: readonly string[];
  readonly command?: readonly string[];
}
interface Compose {
  readonly services: Readonly<Record<string, Service>>;
  readonly volumes: Readonly<Record<string, unknown>>;
}
/** As a reader of Compose sees it, with the part that services share. */
const readCompose = (text: string) => parse(text, { merge: true }) as Compose;
const COMPOSE = readCompose(TEXT);
const services = Object.entries(COMPOSE.services);

/** The schema names itself and its parts in the way of an older draft; its references go without those names. */
const unnamed = (key: string, value: unknown) =>
  (key === 'id' || key === '$schema') && typeof value === 'string' ? undefined : value;
const isValid = new Ajv2019({ strict: false, validateFormats: false }).compile(
  JSON.parse(read('testing/schemas/compose-spec.json'), unnamed),
);
const problemsOf = (text: string) => (isValid(readCompose(text)) ? [] : (isValid.errors ?? []));

describe('the compose file', () => {
  it('is one by the Compose specification', () => {
    expect(problemsOf(TEXT)).toEqual([]);
    expect(Object.keys(COMPOSE.services)).toEqual(['database', 'console', 'backup', 'prometheus', 'grafana']);
  });

  it.each([
    ['a misspelt key', (text: string) => text.replace('restart:', 'restarts:')],
    ['a port that is none', (text: string) => text.replace('- 1883:1883', '- { from: 1883 }')],
    ['a condition that is none', (text: string) => text.replace('service_healthy', 'service_fine')],
  ])('%s would be refused', (_what, spoil) => {
    expect(problemsOf(spoil(TEXT))).not.toEqual([]);
  });

  it('asks for monitoring only by its profile', () => {
    const asked = services.filter(([, { profiles }]) => profiles !== undefined);
    expect(asked.map(([name, { profiles }]) => [name, profiles])).toEqual([
      ['prometheus', ['monitoring']],
      ['grafana', ['monitoring']],
    ]);
  });

  it('names files and volumes that are there, and services that start before', () => {
    const mounts = services.flatMap(([, { volumes = [] }]) => volumes.map((one) => one.split(':')[0] ?? ''));
    const files = mounts.filter((one) => one.startsWith('./'));
    expect(files.length).toBeGreaterThan(3);
    for (const file of files) expect(existsSync(`${ROOT}deploy/${file}`), file).toBe(true);
    const named = mounts.filter((one) => !one.startsWith('./'));
    expect(new Set(named)).toEqual(new Set(Object.keys(COMPOSE.volumes)));
    for (const [, { depends_on = {} }] of services)
      for (const other of Object.keys(depends_on)) expect(COMPOSE.services).toHaveProperty(other);
  });

  it('gets every variable from the example of its settings, and the console only settings it knows', () => {
    const example = new Set(
      [...read('deploy/compose.env.example').matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name),
    );
    const wanted = [...TEXT.matchAll(/(?<!\$)\$\{([A-Z_]+)/g)].map(([, name]) => name ?? '');
    expect(wanted.filter((name) => !example.has(name) && name !== 'AEROWATCH_IMAGE')).toEqual([]);
    const known = read('docs/configuration.md');
    for (const name of Object.keys(COMPOSE.services.console?.environment ?? {}))
      expect(known, name).toContain(`| \`${name}\` |`);
  });

  it('has commands that a shell reads, and says the same address everywhere', () => {
    for (const [name, { entrypoint, command = [] }] of services)
      if (entrypoint?.[0] === 'sh')
        expect([name, spawnSync('sh', ['-n', '-c', command[0]!.replaceAll('$$', '$')]).status]).toEqual([
          name,
          0,
        ]);
    expect(spawnSync('sh', ['-n', `${ROOT}deploy/compose-account.sh`]).status).toBe(0);
    const [job] = (
      parse(read('deploy/compose-prometheus.yml')) as { scrape_configs: { static_configs: object[] }[] }
    ).scrape_configs;
    expect(job?.static_configs).toEqual([{ targets: ['console:8080'] }]);
    expect(read('deploy/compose-grafana.yml')).toContain('http://prometheus:9090');
  });
});
