import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

const base = { method: 'GET', level: 'visitor', tag: 'Documentation' } as const;

export const openApi = endpoint({
  ...base,
  name: 'docs.openapi',
  path: '/openapi.json',
  summary: 'This interface as an OpenAPI 3.1 document',
  response: z.record(z.string(), z.unknown()),
});
export const docsPage = endpoint({
  ...base,
  name: 'docs.page',
  path: '/docs/',
  answers: 'file',
  summary: 'This interface as a page to read and try',
});
export const docsScript = endpoint({
  ...base,
  name: 'docs.script',
  path: '/docs/docs.js',
  answers: 'file',
  summary: 'Script of the documentation page',
});
export const docsStyle = endpoint({
  ...base,
  name: 'docs.style',
  path: '/docs/docs.css',
  answers: 'file',
  summary: 'Style of the documentation page',
});
