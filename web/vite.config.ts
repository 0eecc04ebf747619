import { readdirSync, readFileSync } from 'node:fs';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const CONTRACTS = new URL('../contracts/api/', import.meta.url);
const VIRTUAL = 'virtual:endpoints';

/**
 * The endpoints of the contract as plain data (no schemas), so that the shell calls the interface
 * without carrying zod. Types come from the contract itself (lib/api/contract.ts).
 */
function contractEndpoints(): Plugin {
  return {
    name: 'contract-endpoints',
    resolveId: (id) => (id === VIRTUAL ? `\0${VIRTUAL}` : undefined),
    async load(id) {
      if (id !== `\0${VIRTUAL}`) return undefined;
      const table: Record<string, object> = {};
      for (const file of readdirSync(CONTRACTS).filter((name) => /^[a-z-]+\.ts$/.test(name))) {
        const module: Record<string, unknown> = await import(new URL(file, CONTRACTS).href);
        for (const [key, value] of Object.entries(module)) {
          if (typeof value !== 'object' || value === null || !('method' in value && 'path' in value))
            continue;
          const { name, method, path, level, answers, upload } = value as Record<string, unknown>;
          table[key] = { name, method, path, level, answers, upload };
        }
      }
      return `export const ENDPOINTS = ${JSON.stringify(table)};`;
    },
  };
}

/** Gives the service worker the list of files that the shell needs without network. */
function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    buildStart() {
      this.emitFile({
        type: 'chunk',
        id: new URL('app/service-worker.ts', import.meta.url).pathname,
        fileName: 'sw.js',
      });
    },
    generateBundle(_options, bundle) {
      const worker = bundle['sw.js'];
      if (worker?.type !== 'chunk') throw new Error('the service worker was not built');
      const files = Object.values(bundle)
        .filter((file) => file.fileName.startsWith('assets/') && !file.fileName.endsWith('.map'))
        .filter((file) => (file.type === 'chunk' ? file.code.length : file.source.length) < 1_500_000)
        .filter((file) => !/woff2?$/.test(file.fileName) || /inter-latin/.test(file.fileName))
        .map((file) => `/${file.fileName}`);
      if (!worker.code.includes('"__ASSETS__"') && !worker.code.includes('`__ASSETS__`'))
        throw new Error('the service worker has no place for its list of files');
      worker.code = worker.code.replace(/["`]__ASSETS__["`]/, JSON.stringify(JSON.stringify(files)));
    },
  };
}

const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8')) as {
  version: string;
};
const server = process.env.AEROWATCH_URL ?? 'http://127.0.0.1:8080';
const proxy = Object.fromEntries(['/api', '/health'].map((path) => [path, { target: server }]));

export default defineConfig({
  root: new URL('.', import.meta.url).pathname,
  plugins: [react(), contractEndpoints(), serviceWorker()],
  define: { __VERSION__: JSON.stringify(version) },
  server: { proxy },
  preview: { proxy },
  worker: { format: 'es' },
  build: { outDir: 'dist', emptyOutDir: true, target: 'es2023', chunkSizeWarningLimit: 1200 },
});
