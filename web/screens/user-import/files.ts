import type { Answer } from '../../lib/api/contract.ts';

/** A cell is quoted where needed, and never a formula for a spreadsheet; the import takes the mark away again. */
const cell = (text: string) => {
  const safe = /^[=+\-@]/.test(text) ? `'${text}` : text;
  return /[",;]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};
const csv = (rows: readonly (readonly string[])[], separator: string) =>
  new Blob([`\uFEFF${rows.map((row) => `${row.map(cell).join(separator)}\r\n`).join('')}`], {
    type: 'text/csv;charset=utf-8',
  });

export const COLUMNS = [
  'email',
  'first_name',
  'last_name',
  'level',
  'client',
  'language',
  'phone',
  'time_zone',
] as const;
export type ColumnName = (key: (typeof COLUMNS)[number]) => string;

/** A file with every column and one line as an example. */
export const template = (header: ColumnName, level: string, language: string, separator: string): Blob =>
  csv(
    [
      COLUMNS.map(header),
      ['claire.martin@example.org', 'Claire', 'Martin', level, '', language, '+33612345678', 'Europe/Paris'],
    ],
    separator,
  );

/** The links to hand over, one line each. */
export const linkFile = (
  links: Answer<'usersImport'>['links'],
  headers: readonly string[],
  separator: string,
): Blob =>
  csv([headers, ...links.map(({ email, link, expires_at }) => [email, link, expires_at])], separator);
