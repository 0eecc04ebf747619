import { USERS_IMPORT_COLUMNS } from '@aerowatch/contracts/api/users-import';
import { expect, it } from 'vitest';
import { linkFile, template } from './files.ts';

const linesOf = async (file: Blob): Promise<string[]> => (await file.text()).split('\r\n');

it('writes a template with every column, and a line that the import takes', async () => {
  const file = template((key) => `<${key}>`, 'Operator', 'en', ';');
  expect(await linesOf(file)).toEqual([
    USERS_IMPORT_COLUMNS.map((key) => `<${key}>`).join(';'),
    "claire.martin@example.org;Claire;Martin;Operator;;en;'+33612345678;Europe/Paris",
    '',
  ]);
});

it('writes links as they are, and no formula', async () => {
  const link = 'https://console.example/reset-password/7/abc';
  const links = [
    { email: 'ada@rail.example', link, expires_at: '2026-03-01T00:00:00Z' },
    { email: '=1+1@rail.example', link, expires_at: '2026-03-01T00:00:00Z' },
  ];
  expect(await linesOf(linkFile(links, ['E-mail', 'Link, once', 'Until'], ','))).toEqual([
    'E-mail,"Link, once",Until',
    `ada@rail.example,${link},2026-03-01T00:00:00Z`,
    `'=1+1@rail.example,${link},2026-03-01T00:00:00Z`,
    '',
  ]);
});
