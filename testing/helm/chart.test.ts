import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { renderChart, type Tree } from './render.ts';

// deploy/helm/aerowatch: its values by their schema, and what it makes by what its parts need of each other.

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const CHART = `${ROOT}deploy/helm/aerowatch`;
const read = (path: string) => readFileSync(ROOT + path, 'utf8');
const isValid = new Ajv({ strict: false }).compile(
  JSON.parse(read('deploy/helm/aerowatch/values.schema.json')),
);

/** The values of the chart, with others over them, as Helm lays them. */
function valuesWith(others: Tree): Tree {
  const over = (one: Tree, other: Tree): Tree => ({
    ...one,
    ...Object.fromEntries(
      Object.entries(other).map(([name, value]) => {
        const before = one[name];
        const isTree = [value, before].every((each) => typeof each === 'object' && !Array.isArray(each));
        return [name, isTree ? over((before ?? {}) as Tree, value as Tree) : value];
      }),
    ),
  });
  return over(parse(read('deploy/helm/aerowatch/values.yaml')) as Tree, others);
}
const SECRET = { SECRET_KEY: 'k', DATABASE_URL: 'postgres://a', DATABASE_OWNER_URL: 'postgres://b' };
const CASES = ['roles', 'embedded'].map(
  (name) => [name, parse(read(`testing/helm/${name}-values.yaml`)) as Tree] as const,
);

// biome-ignore lint/suspicious/noExplicitAny: objects of Kubernetes, looked at field by field
type Thing = any;
const thingsOf = (values: Tree): Thing[] =>
  parseAllDocuments(renderChart(CHART, valuesWith(values)).replaceAll(/^### .*$/gm, '---'))
    .map((document) => {
      expect(document.errors).toEqual([]);
      return document.toJS() as Thing;
    })
    .filter((thing) => thing !== null);
const ofKind = (things: Thing[], kind: string) => things.filter((thing) => thing.kind === kind);
const podOf = (deployment: Thing) => deployment.spec.template;
const containerOf = (deployment: Thing) => podOf(deployment).spec.containers[0];

describe('the chart', () => {
  it.each(CASES)('is rendered as by Go’s own engine and sprig: %s', (name, values) => {
    expect(renderChart(CHART, valuesWith(values))).toBe(read(`testing/helm/${name}.txt`));
  });

  it('has the version of the console', () => {
    const { version } = JSON.parse(read('package.json')) as { version: string };
    expect(parse(read('deploy/helm/aerowatch/Chart.yaml'))).toMatchObject({ version, appVersion: version });
  });

  it('has values that its schema takes', () => {
    for (const [, values] of [...CASES, ['as it is', {}] as const]) {
      expect(isValid(valuesWith(values))).toBe(true);
    }
  });
  it.each<[string, Tree]>([
    ['a misspelt value', { replica: {} }],
    ['a role that is none', { replicas: { broker: 1 } }],
    ['no process of a role', { replicas: { worker: 0 } }],
    ['a setting that the chart sets', { settings: { ROLES: 'web' } }],
    ['a setting that is secret', { settings: { SECRET_KEY: 'k' } }],
    ['a setting that is a number', { settings: { CALL_RATE: 5 } }],
    ['a volume of one node for several processes', { persistence: { accessMode: 'ReadWriteOnce' } }],
    ['an address without its scheme', { publicUrl: 'console.example.org' }],
    ['memory without a unit', { resources: { limits: { memory: '1024' } } }],
  ])('refuses %s', (_what, values) => {
    expect(isValid(valuesWith(values))).toBe(false);
  });

  it('says what is missing', () => {
    for (const name of Object.keys(SECRET))
      expect(() => thingsOf({ secret: { ...SECRET, [name]: '' } })).toThrow(`secret.${name}`);
    expect(ofKind(thingsOf({ embedded: true, secret: { SECRET_KEY: 'k' } }), 'Secret')).toHaveLength(1);
    expect(ofKind(thingsOf({ existingSecret: 'mine' }), 'Secret')).toEqual([]);
  });

  it('has a deployment for each role, or one process with the embedded database', () => {
    const roles = ofKind(thingsOf({ secret: SECRET }), 'Deployment').map((one) => [
      containerOf(one).env.find(({ name }: Thing) => name === 'ROLES')?.value,
      one.spec.replicas,
    ]);
    expect(roles).toEqual([
      ['ingest', 2],
      ['web', 2],
      ['worker', 2],
    ]);
    const [one, ...others] = ofKind(thingsOf({ embedded: true, existingSecret: 'mine' }), 'Deployment');
    expect(others).toEqual([]);
    expect(one.spec).toMatchObject({ replicas: 1, strategy: { type: 'Recreate' } });
    expect(JSON.stringify(containerOf(one).env)).not.toContain('ROLES');
  });

  it.each(CASES)('has parts that fit: services, ports, volumes, accounts, probes (%s)', (_name, values) => {
    const things = thingsOf(values);
    const deployments = ofKind(things, 'Deployment');
    for (const one of deployments) {
      expect(podOf(one).metadata.labels).toMatchObject(one.spec.selector.matchLabels);
      const container = containerOf(one);
      const volumes = podOf(one).spec.volumes.map(({ name }: Thing) => name);
      expect(container.volumeMounts.map(({ name }: Thing) => name)).toEqual(volumes);
      expect(container.readinessProbe.httpGet).toEqual({ path: '/health/ready', port: 'http' });
      expect(container.livenessProbe.httpGet).toEqual({ path: '/health/live', port: 'http' });
      expect(container.startupProbe.httpGet).toEqual({ path: '/health/live', port: 'http' });
      expect(container.securityContext).toMatchObject({ readOnlyRootFilesystem: true });
      // The account that the image makes: PostgreSQL wants one with a name.
      expect(read('deploy/Containerfile')).toContain(`--uid ${podOf(one).spec.securityContext.runAsUser} `);
      const known = read('docs/configuration.md');
      for (const { name } of container.env) expect(known, name).toContain(`| \`${name}\` |`);
      expect(container.envFrom[0].secretRef.name).toBe(ofKind(things, 'Secret')[0]?.metadata.name ?? 'mine');
    }
    for (const service of ofKind(things, 'Service')) {
      const served = deployments.filter((one) =>
        Object.entries(service.spec.selector).every(
          ([name, value]) => podOf(one).metadata.labels[name] === value,
        ),
      );
      expect(served, service.metadata.name).toHaveLength(1);
      for (const { targetPort } of service.spec.ports)
        expect(containerOf(served[0]).ports.map(({ name }: Thing) => name)).toContain(targetPort);
    }
    for (const ingress of ofKind(things, 'Ingress')) {
      const { service } = ingress.spec.rules[0].http.paths[0].backend;
      expect(ofKind(things, 'Service').map(({ metadata }) => metadata.name)).toContain(service.name);
    }
    const claim = podOf(deployments[0]).spec.volumes[0].persistentVolumeClaim.claimName;
    expect(claim).toBe(ofKind(things, 'PersistentVolumeClaim')[0]?.metadata.name ?? 'disk');
  });

  it('asks for the memory that a process needs', () => {
    const [one] = ofKind(thingsOf({ secret: SECRET }), 'Deployment');
    expect(containerOf(one).resources.limits.memory).toBe('1Gi');
    expect(read('docs/operations.md')).toContain('**At least 1 GB of memory:**');
  });
});
