import type { Mended } from '@aerowatch/contracts/api/table-imports';
import { usersCreate } from '@aerowatch/contracts/api/users';
import type { usersImport } from '@aerowatch/contracts/api/users-import';
import { MOST_IMPORTED_USERS } from '@aerowatch/contracts/api/users-import';
import type { BodyOf, ResponseOf } from '@aerowatch/contracts/endpoint';
import { levelOf } from '@aerowatch/domain/access';
import { foldEmail } from '@aerowatch/domain/validation';
import type { Parts } from '../../../parts.ts';
import { newSecret } from '../../../platform/crypto/secrets.ts';
import { type Db, transaction } from '../../../platform/database/db.ts';
import { BadRequest, Forbidden } from '../../../platform/errors.ts';
import { parse } from '../../../platform/http/requests/parse.ts';
import { type RowErrors, translateErrors } from '../../../platform/http/requests/translate-errors.ts';
import { mapInTurns } from '../../../platform/load/turns.ts';
import { readTable, type TableRow } from '../../../platform/tables/read-table.ts';
import { clientScope, type Language, system, type UserViewer } from '../../../platform/viewer.ts';
import { clientIdsByName } from '../../clients/store.ts';
import { hashPassword } from '../../credentials/passwords.ts';
import { permittedNew } from '../rules.ts';
import { type Created, createUserIn } from '../service.ts';
import { takenEmails } from '../store.ts';
import { columnOf, LEVEL_CHOICES, rightsOf } from './columns.ts';

export interface ImportOptions {
  readonly dryRun: boolean;
  /** Create the users of the valid rows of a file that also has invalid ones. */
  readonly partial: boolean;
  /** Client of the rows that name none. */
  readonly client: number | undefined;
  /** Cells mended on the screen. */
  readonly mended?: Mended | undefined;
  readonly language: Language;
}
type NewUser = BodyOf<typeof usersCreate> & { client: number | null };
type Answer = ResponseOf<typeof usersImport>;
interface Planned {
  readonly row: number;
  readonly user: NewUser;
}

/**
 * Creates and invites the users of a CSV: each row with the rights that a new user has in the form, checked
 * row by row, all or none (or the valid ones), in one transaction.
 */
export async function importUsers(
  tools: Parts,
  viewer: UserViewer,
  path: string,
  options: ImportOptions,
): Promise<Answer> {
  const { rows, unknown } = await readTable(path, {
    columnOf,
    needed: 'email',
    mended: options.mended,
    lenient: true,
  });
  if (rows.length > MOST_IMPORTED_USERS) throw new BadRequest({ file: [`max_items|${MOST_IMPORTED_USERS}`] });
  // Nobody knows this password, and it is the same for all: everybody chooses their own by the invitation.
  const unusable = options.dryRun ? '' : await hashPassword(newSecret());
  return transaction(tools.db, async (trx) => {
    const { plans, errors } = await planRows(trx, viewer, rows, options);
    const writes = !options.dryRun && (errors.length === 0 || options.partial);
    const created: Created[] = [];
    if (writes)
      for (const { user } of plans) created.push(await createUserIn(trx, tools, viewer, user, unusable));
    return {
      dry_run: options.dryRun,
      rows: rows.length,
      valid: plans.length,
      created: created.length,
      unknown_columns: unknown,
      without_client: plans.filter(({ user }) => user.client === null && !user.is_staff).length,
      errors: errors.map(({ row, errors: found, cells }) => ({
        row,
        cells,
        errors: translateErrors(found, options.language),
      })),
      preview: plans.map(shown),
      links: created.flatMap(linkOf),
    };
  });
}

const shown = ({ row, user }: Planned): Answer['preview'][number] => ({
  row,
  email: user.email,
  first_name: user.first_name,
  last_name: user.last_name,
  level: levelOf({ is_staff: user.is_staff === true, is_superuser: false, groups: user.groups ?? [] }),
  client: user.client,
  language: user.language ?? 'en',
});

const linkOf = ({ row, invitation }: Created): Answer['links'] =>
  invitation === undefined || invitation.link === null
    ? []
    : [{ email: row.email, link: invitation.link, expires_at: invitation.expires_at }];

/** The users of the valid rows, and the problems of the others. */
async function planRows(db: Db, viewer: UserViewer, rows: readonly TableRow[], options: ImportOptions) {
  const clients = await clientIdsByName(db, viewer);
  if (options.client !== undefined && ![...clients.values()].includes(options.client))
    throw new BadRequest({ client: ['unknown'] });
  const read = await mapInTurns(rows, (row) => readRow(row, viewer, clients, options));
  const taken = await takenEmails(
    db,
    system,
    read.flatMap(({ user }) => user?.email ?? []),
  );
  const seen = new Set<string>();
  const plans: Planned[] = [];
  const errors: { row: number; errors: RowErrors; cells: TableRow['texts'] }[] = [];
  for (const [index, { row, user, errors: found }] of read.entries()) {
    if (user !== undefined) {
      const email = foldEmail(user.email);
      if (taken.has(email)) found.email = ['email_taken'];
      else if (seen.has(email)) found.email = ['duplicate'];
      seen.add(email);
    }
    if (Object.keys(found).length > 0) errors.push({ row, errors: found, cells: rows[index]!.texts });
    else if (user !== undefined) plans.push({ row, user });
  }
  return { plans, errors };
}

interface ReadRow {
  readonly row: number;
  readonly user?: NewUser;
  readonly errors: RowErrors;
}

/** A row as the body of a creation that this viewer may ask for, or the problems of its cells. */
function readRow(
  { row, values, ragged }: TableRow,
  viewer: UserViewer,
  clients: ReadonlyMap<string, number>,
  options: ImportOptions,
): ReadRow {
  const errors: RowErrors = ragged ? { non_field_errors: ['columns'] } : {};
  const { level, client: named, ...cells } = values as Record<string, string>;
  const rights = rightsOf(level);
  if (rights === undefined) errors.level = [`one_of|${LEVEL_CHOICES}`];
  const scope = clientScope(viewer);
  const client =
    named === undefined ? (options.client ?? (typeof scope === 'number' ? scope : null)) : idOf(named);
  if (client === undefined) errors.client = ['unknown'];
  const { groups, is_staff } = rights ?? {};
  const body = {
    first_name: '',
    last_name: '',
    language: options.language,
    ...cells,
    ...(groups && { groups }),
    ...(is_staff === true && { is_staff }),
    client: client ?? null,
  };
  try {
    const user = parse(usersCreate.body!, body) as BodyOf<typeof usersCreate>;
    return { row, user: permitted(viewer, user, errors), errors };
  } catch (error) {
    if (!(error instanceof BadRequest)) throw error;
    return { row, errors: { ...errors, ...(error.fields as RowErrors) } };
  }

  function idOf(text: string): number | undefined {
    const id = clients.get(text.toLowerCase());
    if (id !== undefined || !/^\d{1,9}$/.test(text)) return id;
    return [...clients.values()].find((one) => one === Number(text));
  }
}

/** What goes beyond the viewer's rights is a problem of its row, and no refusal of the file. */
function permitted(viewer: UserViewer, user: BodyOf<typeof usersCreate>, errors: RowErrors): NewUser {
  try {
    return permittedNew(viewer, user);
  } catch (error) {
    if (!(error instanceof Forbidden)) throw error;
    errors[user.is_staff === true ? 'level' : 'client'] ??= ['beyond_rights'];
    return { ...user, client: null };
  }
}
