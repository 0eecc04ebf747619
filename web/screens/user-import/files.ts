import { USERS_IMPORT_COLUMNS, type UsersImportColumn } from '@aerowatch/contracts/api/users-import';
import type { Answer } from '../../lib/api/contract.ts';
import { csvFile, csvText } from '../../lib/csv.ts';

export type ColumnName = (key: UsersImportColumn) => string;

/** A file with every column and one line as an example. */
export const template = (header: ColumnName, level: string, language: string, separator: string): Blob =>
  csvFile(
    csvText(
      [
        USERS_IMPORT_COLUMNS.map(header),
        [
          'claire.martin@example.org',
          'Claire',
          'Martin',
          level,
          '',
          language,
          '+33612345678',
          'Europe/Paris',
        ],
      ],
      separator,
    ),
  );

/** The links to hand over, one line each. */
export const linkFile = (
  links: Answer<'usersImport'>['links'],
  headers: readonly string[],
  separator: string,
): Blob =>
  csvFile(
    csvText([headers, ...links.map(({ email, link, expires_at }) => [email, link, expires_at])], separator),
  );
