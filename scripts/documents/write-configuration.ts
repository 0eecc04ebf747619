import { writeFileSync } from 'node:fs';
import { configurationDocument } from '../../server/config/document.ts';

writeFileSync(new URL('../../docs/configuration.md', import.meta.url), configurationDocument());
