import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { build, defineConfig, normalizePath, type Plugin } from 'vite';
import { contractEndpoints } from './contract-endpoints.ts';
import { textAreas } from './text-areas.ts';

/** Adds the texts to the page that are shown before any of its files have loaded, in every language. */
function startTexts(): Plugin {
  return {
    name: 'start-texts',
    async transformIndexHtml(html) {
      const { SERVED } = (await import(new URL('../i18n/languages.ts', import.meta.url).href)) as {
        SERVED: Record<string, { start: Record<string, string> }>;
      };
      const say = (key: string, tag: string, between: string) =>
        Object.entries(SERVED)
          .map(([language, { start }]) => `<${tag} lang="${language}">${start[key]}</${tag}>`)
          .join(between);
      return html
        .replace('<!-- start: late -->', say('late', 'p', ''))
        .replace('<!-- start: reload -->', say('reload', 'span', ' · '))
        .replace('<!-- start: no_script -->', say('no_script', 'span', ' '));
    },
  };
}

const WORKER = normalizePath(fileURLToPath(new URL('./app/service-worker.ts', import.meta.url)));

/** Builds the service worker as one file with the list of files that the shell needs offline. */
function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    async generateBundle(_options, bundle) {
      const files = Object.values(bundle)
        .filter((file) => file.fileName.startsWith('assets/') && !file.fileName.endsWith('.map'))
        .filter((file) => (file.type === 'chunk' ? file.code.length : file.source.length) < 1_500_000)
        // Dictionaries that few users need, and nobody offline.
        .filter((file) => !file.fileName.includes('strength-worker'))
        .filter((file) => !/woff2?$/.test(file.fileName) || /inter-latin/.test(file.fileName))
        .map((file) => `/${file.fileName}`);
      const output = await build({
        configFile: false,
        logLevel: 'warn',
        define: { __FILES__: JSON.stringify(files) },
        build: { write: false, rolldownOptions: { input: WORKER, output: { format: 'iife' } } },
      });
      const chunk = (Array.isArray(output) ? output[0] : output) as { output: { code?: string }[] };
      this.emitFile({ type: 'asset', fileName: 'sw.js', source: chunk.output[0]?.code ?? '' });
    },
  };
}

/** Writes .br and .gz files where that is worthwhile; the server chooses by Accept-Encoding. */
function precompressed(): Plugin {
  let folder = '';
  return {
    name: 'precompressed',
    apply: 'build',
    configResolved: (config) => {
      folder = resolve(config.root, config.build.outDir);
    },
    closeBundle() {
      for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
        if (!entry.isFile() || !/\.(js|css|html|svg|json|webmanifest|geojson)$/.test(entry.name)) continue;
        const path = join(entry.parentPath, entry.name);
        const bytes = readFileSync(path);
        if (bytes.length < 1024) continue;
        const params = { [constants.BROTLI_PARAM_QUALITY]: bytes.length > 1_000_000 ? 7 : 10 };
        writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params }));
        writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
      }
    },
  };
}

const componentsOf = (...names: string[]) =>
  new RegExp(`/@mantine/core/esm/components/(${names.join('|')})/`);
/**
 * Libraries shared by nearly every screen, in a few files instead of some eighty small ones: fewer requests,
 * and small files compress badly. Of the console itself only small, widely shared modules: any other is
 * loaded with its importer.
 */
const FILES = [
  { name: 'main', tags: ['$initial' as const], priority: 4 },
  { name: 'icons', test: /node_modules\/@tabler\//, minShareCount: 4, priority: 4 },
  {
    // Also used by the sign-in page.
    name: 'fields',
    test: new RegExp(
      componentsOf(
        'ActionIcon',
        'Alert',
        'Anchor',
        'Checkbox',
        'CloseButton',
        'InlineInput',
        'Input',
        'InputBase',
        'PasswordInput',
        'TextInput',
      ).source +
        /|\/@mantine\/hooks\/esm\/(use-id|use-uncontrolled)\//.source +
        /|\/web\/(lib\/hooks\/use-busy|ui\/(states\/problem|small-text|links\/text-link))\./.source,
    ),
    priority: 3,
  },
  {
    // Used by the shell.
    name: 'overlays',
    test: new RegExp(
      [
        componentsOf('AppShell', 'Avatar', 'Burger', 'Collapse', 'List', 'Menu', 'Modal', 'NavLink').source,
        componentsOf('Popover', 'ScrollArea', 'Tooltip').source,
        /\/@mantine\/modals\/|\/dayjs\//.source,
      ].join('|'),
    ),
    priority: 2,
  },
  {
    // All reading; the sign-in page needs only a small part, which is loaded with it.
    name: 'query',
    test: /\/web\/lib\/(query\/(?!write\.|fetch-once|use-mutation)|live\/(live|sse)\.)|\/@reduxjs\/toolkit\/dist\/query\//,
    priority: 3,
  },
  {
    // Used by nearly every screen.
    name: 'controls',
    test: componentsOf(
      'Badge',
      'CopyButton',
      'Grid',
      'Progress',
      'SegmentedControl',
      'SimpleGrid',
      'Table',
      'Tabs',
    ),
    priority: 1,
  },
  {
    // Used by forms and by dialogs with fields.
    name: 'inputs',
    test: new RegExp(
      [
        componentsOf('Checkbox', 'Combobox', 'FileButton', 'FileInput', 'InlineInput', 'NumberInput').source,
        componentsOf('Radio', 'Select', 'Switch', 'Textarea').source,
        /\/@mantine\/form\//.source,
      ].join('|'),
    ),
    priority: 1,
  },
  {
    // Small modules shared by several screens: a request for each would cost more than its bytes. Rooms that
    // import large libraries are excluded, because a group takes all that its modules import.
    name: 'shared',
    test: /\/(web\/lib(\/(hooks|live|session|words))?|web\/ui(\/[a-z]+)?|domain)\/[^/]+\.tsx?$/,
    minShareCount: 4,
    maxModuleSize: 4000,
    priority: 0,
  },
];

const { version } = JSON.parse(readFileSync(new URL('./package.json', import.meta.url), 'utf8')) as {
  version: string;
};
const server = process.env.AEROWATCH_URL ?? 'http://127.0.0.1:8080';
const proxy = Object.fromEntries(['/api', '/health'].map((path) => [path, { target: server }]));

export default defineConfig({
  root: normalizePath(fileURLToPath(new URL('.', import.meta.url))),
  plugins: [textAreas(), react(), contractEndpoints(), startTexts(), serviceWorker(), precompressed()],
  define: { __VERSION__: JSON.stringify(version) },
  server: { proxy },
  preview: { proxy },
  worker: { format: 'es' },
  // Files find each other wherever the console is served; the server writes the page itself (base-path.ts).
  experimental: {
    renderBuiltUrl: (_name, { hostType }) => (hostType === 'html' ? undefined : { relative: true }),
  },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2023',
    chunkSizeWarningLimit: 1200,
    rolldownOptions: {
      output: {
        entryFileNames: 'assets/main-[hash].js',
        codeSplitting: { groups: FILES },
      },
    },
  },
});
