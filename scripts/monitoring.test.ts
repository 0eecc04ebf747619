import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const read = (path: string) => readFileSync(ROOT + path, 'utf8');
const RULES = 'deploy/prometheus-rules.yml';
const DASHBOARD = 'deploy/grafana-dashboard.json';
const hasPromtool = spawnSync('promtool', ['--version']).error === undefined;

/**
 * Names of the metrics that the server registers; the library itself provides those of the process and of
 * Node.
 */
function registered(): Set<string> {
  const sources = globSync('server/**/*.ts', { cwd: ROOT, exclude: ['**/node_modules/**', '**/*.test.ts'] });
  const names = sources
    .map(read)
    .filter((text) => text.includes('prom-client'))
    .flatMap((text) => [...text.matchAll(/'([a-z]+(?:_[a-z0-9]+)+)'/g)].map((match) => match[1] ?? ''));
  return new Set(names);
}

/** Names of metrics in Prometheus expressions. */
const namesIn = (text: string) =>
  [...text.matchAll(/\b([a-z]+(?:_[a-z0-9]+)+)\{/g)].map((match) => (match[1] ?? '').replace(/_bucket$/, ''));
const unknownIn = (text: string) =>
  namesIn(text).filter(
    (name) => !/^(process|nodejs)_/.test(name) && !registered().has(name.replace(/_count$/, '')),
  );

describe('monitoring', () => {
  it('asks for metrics that are there', () => {
    const panels = (JSON.parse(read(DASHBOARD)) as { panels: { targets: { expr: string }[] }[] }).panels;
    const queries = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)).join('\n');
    expect(namesIn(queries).length).toBeGreaterThan(20);
    expect(unknownIn(queries)).toEqual([]);
    expect(namesIn(read(RULES)).length).toBeGreaterThan(12);
    expect(unknownIn(read(RULES))).toEqual([]);
    expect(unknownIn('sum(no_such_metric{job="x"})')).toEqual(['no_such_metric']);
  });
  it('is documented', () => {
    const text = read('docs/operations.md');
    const missing = [...new Set(namesIn(read(RULES)))].filter((name) => !text.includes(name));
    expect(missing).toEqual([]);
  });
  it('looks back only over what is known: a fresh Prometheus raises no alarm', () => {
    const looksBack = (expr: string) => /\[\d+[hd]\]/.test(expr) && !expr.includes(' offset ');
    const rules = [...read(RULES).matchAll(/expr: (.*)/g)].map((match) => match[1] ?? '');
    expect(rules.length).toBeGreaterThan(12);
    expect(rules.filter(looksBack)).toEqual([]);
    expect(looksBack('delta(set_aside_messages[1h]) > 100')).toBe(true);
  });
  it.skipIf(!hasPromtool)('passes promtool (skipped where it is not installed)', () => {
    for (const args of [
      ['check', 'rules', RULES],
      ['check', 'config', '--syntax-only', 'deploy/prometheus.yml'],
      ['test', 'rules', 'scripts/prometheus-rules.test.yml'],
    ]) {
      const { status, stdout, stderr } = spawnSync('promtool', args, { cwd: ROOT, encoding: 'utf8' });
      expect([status, stdout + stderr]).toEqual([0, expect.stringContaining('SUCCESS')]);
    }
  });
});
