import { readFileSync, writeFileSync } from 'node:fs';
import { openApiDocument } from '../server/features/openapi/document.ts';

// Writes docs/openapi.json from the contract. Its test fails when the two differ.
const root = new URL('../', import.meta.url);
const { version } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8')) as { version: string };
writeFileSync(new URL('docs/openapi.json', root), `${JSON.stringify(openApiDocument(version), null, 2)}\n`);
