import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { openApiDocument } from '../../server/features/openapi/document.ts';

// Writes dist/openapi.json from the contract: the same document as a console's /api/openapi.json.
const root = new URL('../../', import.meta.url);
const { version } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8')) as { version: string };
mkdirSync(new URL('dist', root), { recursive: true });
writeFileSync(new URL('dist/openapi.json', root), `${JSON.stringify(openApiDocument(version), null, 2)}\n`);
process.stdout.write('dist/openapi.json\n');
