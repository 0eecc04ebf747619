import { LEVELS } from '@aerowatch/domain/access';
import { LANGUAGE_KEYS } from '@aerowatch/domain/languages';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { flag, idText, instant, integer } from '../fields.ts';
import { mendedForm, rowProblem } from './table-imports.ts';

/** Rows of a file of users, at most. */
export const MOST_IMPORTED_USERS = 500;

/** The columns of a file of users, in the order of the template; `email` alone is required. */
export const USERS_IMPORT_COLUMNS = [
  'email',
  'first_name',
  'last_name',
  'level',
  'client',
  'language',
  'phone',
  'time_zone',
] as const;
export type UsersImportColumn = (typeof USERS_IMPORT_COLUMNS)[number];

export const usersImport = endpoint({
  name: 'users.import',
  confirm: true,
  method: 'POST',
  path: '/users/import/',
  level: 'privileged',
  tag: 'Users',
  errors: [413],
  summary:
    'Create and invite users from a CSV or an Excel workbook; dry_run checks only; partial creates the good rows of a file with bad ones',
  query: z.strictObject({
    dry_run: flag.optional(),
    partial: flag.optional(),
    client: idText.optional(),
  }),
  upload: { field: 'file', maxBytes: 1024 * 1024 },
  body: mendedForm,
  response: z.object({
    dry_run: z.boolean(),
    rows: integer,
    valid: integer,
    created: integer,
    /** Headers that match no column; they are not read. */
    unknown_columns: z.array(z.string()),
    /** Valid rows whose user would have no client, and see nothing unless an administrator. */
    without_client: integer,
    errors: z.array(rowProblem),
    /** The users as they would be made, or were. */
    preview: z.array(
      z.object({
        row: integer,
        email: z.string(),
        first_name: z.string(),
        last_name: z.string(),
        level: z.enum(LEVELS),
        client: integer.nullable(),
        language: z.enum(LANGUAGE_KEYS),
      }),
    ),
    /** Links to choose a password, by address, returned once and only where none can be sent by e-mail. */
    links: z.array(z.object({ email: z.string(), link: z.string(), expires_at: instant })),
  }),
});
