import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { ENDPOINTS } from '@aerowatch/contracts/api/index';
import { apiSummaries } from '@aerowatch/i18n/fr/api-summaries';
import { describe, expect, it } from 'vitest';
import { testServer } from '../../../testing/test-server.ts';
import { openApiModule } from './index.ts';

const root = new URL('../../../', import.meta.url);
const server = await testServer({ modules: [openApiModule] });

describe('the OpenAPI document', () => {
  it('is served, names every endpoint and its version, and is what npm run openapi writes', async () => {
    const { status, body } = await server.api().get('/openapi.json');
    expect([status, body.openapi]).toEqual([200, '3.1.0']);
    const names = Object.values(
      body.paths as Record<string, Record<string, { operationId: string }>>,
    ).flatMap((methods) => Object.values(methods).map((one) => one.operationId));
    expect(names.sort()).toEqual(ENDPOINTS.map((endpoint) => endpoint.name).sort());
    const { version } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8'));
    expect(body.info.version).toBe(version);
    await promisify(execFile)(process.execPath, [
      fileURLToPath(new URL('scripts/documents/openapi.ts', root)),
    ]);
    expect(body).toEqual(JSON.parse(readFileSync(new URL('dist/openapi.json', root), 'utf8')));
  });
  it('passes an independent linter with its recommended rules, and a broken one does not', async () => {
    const lint = (file: string) =>
      promisify(execFile)(
        process.execPath,
        [fileURLToPath(new URL('node_modules/@redocly/cli/bin/cli.js', root)), 'lint', file, '--format=json'],
        {
          cwd: '/',
          env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
          maxBuffer: 1e8,
        },
      );
    const { text } = await server.api().get('/openapi.json');
    const sound = `${server.dataDir}/sound.json`;
    await writeFile(sound, text);
    const { stdout } = await lint(sound);
    expect(JSON.parse(stdout).totals).toMatchObject({ errors: 0 });
    const broken = `${server.dataDir}/broken.json`;
    await writeFile(broken, text.replace('#/components/schemas/User"', '#/components/schemas/Nobody"'));
    await expect(lint(broken)).rejects.toThrow();
  });
});

describe('the page', () => {
  it('shows every call in both languages and needs nothing from elsewhere', async () => {
    for (const [language, word] of [
      ['en', 'API documentation'],
      ['fr', 'Documentation de l’API'],
    ] as const) {
      const { text, headers, status } = await server.api().get(`/docs/?lang=${language}`);
      expect(status).toBe(200);
      expect(headers.get('content-type')).toContain('text/html');
      expect(text).toContain(`<html lang="${language}">`);
      expect(text).toContain(word);
      for (const endpoint of ENDPOINTS) expect(text).toContain(`<details id="${endpoint.name}">`);
      expect(text).not.toMatch(/(?:src|href)="(?:https?:)?\/\//);
      expect(text).not.toMatch(/<script>|<style>| on\w+=| style=/);
    }
    expect((await server.api().get('/docs', { 'Accept-Language': 'fr' })).text).toContain('<html lang="fr">');
    expect((await server.api().get('/docs/docs.js')).headers.get('content-type')).toContain('javascript');
    expect((await server.api().get('/docs/docs.css')).headers.get('content-type')).toContain('css');
  });
  it('says in French what each call does', () => {
    expect(Object.keys(apiSummaries).sort()).toEqual(ENDPOINTS.map((endpoint) => endpoint.name).sort());
  });
});
