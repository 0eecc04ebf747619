import {
  SUPERVISORS_FORMAT,
  SUPERVISORS_VERSION,
  type SupervisorInFile,
  supervisorInFile,
  type supervisorsExport,
  type supervisorsImport,
} from '@aerowatch/contracts/api/supervisor-files';
import type { BodyOf, QueryOf, ResponseOf } from '@aerowatch/contracts/endpoint';
import type { Language } from '@aerowatch/domain/languages';
import { supervisorName } from '@aerowatch/i18n/ready-made';
import { translateMessage } from '@aerowatch/i18n/translate-message';
import type { Db, Trx } from '../../../platform/database/db.ts';
import { BadRequest, type FieldErrors } from '../../../platform/errors.ts';
import { parse } from '../../../platform/http/requests/parse.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import { conditionErrors } from './condition-errors.ts';
import { createSupervisor } from './service.ts';
import { clientExists, listSupervisors, type SupervisorRow } from './store.ts';
import {
  aerosOfClient,
  clientNames,
  namedAeros,
  namesOf,
  type TagSize,
  tagNames,
  tagSizes,
} from './store-transfer.ts';

const LONGEST_NAME = 100;

/** A copy, disabled, because two equal supervisors would notify everybody twice. */
export async function duplicateSupervisor(
  trx: Trx,
  viewer: Viewer,
  row: SupervisorRow,
  name: string | undefined,
  at: Date,
  language: Language,
): Promise<SupervisorRow> {
  const said = supervisorName(row.name, language);
  const room = LONGEST_NAME - translateMessage('copy_of|', language).length;
  return createSupervisor(
    trx,
    viewer,
    {
      ...row,
      name: name ?? translateMessage(`copy_of|${said.slice(0, room).trim().replaceAll('|', '/')}`, language),
      client: row.client_id,
      tag: row.tag_id,
      enabled: false,
      conditions: row.conditions.map(({ id: _id, ...condition }) => condition),
    },
    at,
  );
}

/** Supervisors as a file that any installation can import. */
export async function exportSupervisors(
  db: Db,
  viewer: Viewer,
  { client, ids }: QueryOf<typeof supervisorsExport>,
  language: Language,
  now: Date,
): Promise<{ data: Buffer; name: string }> {
  const rows = await everySupervisor(db, viewer, client);
  const wanted = ids === undefined ? rows : rows.filter(({ id }) => ids.includes(id));
  if (ids?.some((id) => !wanted.some((row) => row.id === id))) throw new BadRequest({ ids: ['unknown'] });
  const aeros = new Map(
    (await namedAeros(db, viewer, [...new Set(wanted.flatMap((row) => row.aeros))])).map((one) => [
      one.id,
      { box: one.box, position: one.position },
    ]),
  );
  const tagIds = wanted.flatMap(({ tag_id: tag }) => tag ?? []);
  const tags = new Map((await tagNames(db, viewer, tagIds)).map((one) => [one.id, one.name]));
  const clients = await clientNames(db, viewer, [...new Set(wanted.map((row) => row.client_id))]);
  const file = {
    format: SUPERVISORS_FORMAT,
    version: SUPERVISORS_VERSION,
    exported_at: now.toISOString(),
    client: clients.join(', '),
    supervisors: wanted.map(({ name, enabled, joined, scope, tag_id: tag, ...row }) => ({
      name: supervisorName(name, language),
      enabled,
      joined,
      scope,
      tag: tag === null ? null : (tags.get(tag) ?? null),
      aeros: scope !== 'aeros' ? [] : row.aeros.flatMap((id) => aeros.get(id) ?? []),
      conditions: row.conditions.map(({ id: _id, ...condition }) => condition),
      tell: toldElsewhere(row.tell),
    })),
  };
  const name = `${translateMessage('supervisors_file', language)}-${now.toISOString().slice(0, 10)}.json`;
  return { data: Buffer.from(`${JSON.stringify(file, null, 2)}\n`), name };
}

/** Persons do not exist elsewhere, so the other recipients remain, or all. */
const toldElsewhere = ({ all, groups, in_charge, on_duty, escalate_after }: SupervisorRow['tell']) => ({
  all: all || (groups.length === 0 && !in_charge && !on_duty),
  groups,
  in_charge,
  on_duty,
  escalate_after,
});

const PAGE = 1000;
async function everySupervisor(
  db: Db,
  viewer: Viewer,
  client: number[] | undefined,
): Promise<SupervisorRow[]> {
  const all: SupervisorRow[] = [];
  for (let page = 1; ; page++) {
    const { rows } = await listSupervisors(db, viewer, {
      client,
      page,
      page_size: PAGE,
      ordering: 'name,id',
    });
    all.push(...rows);
    if (rows.length < PAGE) return all;
  }
}

type Answer = ResponseOf<typeof supervisorsImport>;
type Line = Answer['supervisors'][number];
/** A supervisor of a file, matched with the client's own AEROs and tag. */
type Found = Omit<SupervisorInFile, 'aeros' | 'tag'> & { aeros: number[]; tag: number | null };
interface Checked {
  line: Line;
  errors: FieldErrors;
  given: Found | undefined;
}

/** Imports all supervisors of a file, or none: errors are reported by supervisor and field. */
export async function importSupervisors(
  trx: Trx,
  viewer: Viewer,
  body: BodyOf<typeof supervisorsImport>,
  at: Date,
  language: Language,
): Promise<Answer> {
  const client = await clientOf(trx, viewer, body.client);
  const known = new Map(
    (await aerosOfClient(trx, viewer, client)).map((one) => [`${one.box}/${one.position}`, one.id]),
  );
  const tags = new Map((await tagSizes(trx, viewer, client)).map((one) => [one.name, one]));
  const said = (name: string) => supervisorName(name, language);
  const names = new Set((await namesOf(trx, viewer, client)).map(said));
  const lines = body.file.supervisors.map((sent, index) => {
    const one = checked(sent, index, { known, tags, leaveOut: body.unknown_aeros === 'leave_out' });
    const name = one.given && said(one.given.name);
    if (name !== undefined && body.same_name === 'skip') {
      // Of two with the same name in the file the first counts.
      if (names.has(name)) one.line.state = 'exists';
      names.add(name);
    }
    return one;
  });
  const wrong = lines.filter(({ errors, line }) => Object.keys(errors).length > 0 && line.state !== 'exists');
  if (!body.dry_run && wrong.length > 0)
    throw new BadRequest({
      supervisors: Object.fromEntries(wrong.map(({ line, errors }) => [line.index, errors])),
    });
  const news = lines.filter(({ line }) => line.state === 'new');
  if (!body.dry_run) for (const one of news) one.line.id = await made(trx, viewer, client, one, at);
  return {
    dry_run: body.dry_run,
    created: news.length,
    supervisors: lines.map(({ line }) => line),
    errors: wrong.flatMap(({ line, errors }) =>
      flat(errors).map(({ field, message }) => ({
        index: line.index,
        name: line.name,
        field,
        message: translateMessage(message, language),
      })),
    ),
  };
}

async function clientOf(trx: Trx, viewer: Viewer, given: number | undefined): Promise<number> {
  const client = given ?? (viewer.kind === 'user' ? viewer.clientId : null);
  if (client === null) throw new BadRequest({ client: ['required'] });
  if (!(await clientExists(trx, viewer, client))) throw new BadRequest({ client: ['unknown'] });
  return client;
}

async function made(trx: Trx, viewer: Viewer, client: number, { given }: Checked, at: Date): Promise<number> {
  const { name, tell, ...rest } = given!;
  const supervisor = { ...rest, tell: { ...tell, users: [] }, name: supervisorName(name, 'en'), client };
  const row = await createSupervisor(trx, viewer, supervisor, at);
  return row.id;
}

interface Place {
  known: ReadonlyMap<string, number>;
  tags: ReadonlyMap<string, TagSize>;
  leaveOut: boolean;
}

/** One supervisor of a file: whether it can be created, and its problems. */
function checked(sent: unknown, index: number, place: Place): Checked {
  const line: Line = { index, name: nameIn(sent), state: 'wrong', ...UNKNOWN_SCOPE, left_out: [], id: null };
  const wrong = (errors: FieldErrors): Checked => ({ line, errors, given: undefined });
  let given: SupervisorInFile;
  try {
    given = parse(supervisorInFile, sent);
  } catch (error) {
    if (error instanceof BadRequest) return wrong(error.fields);
    throw error;
  }
  line.name = given.name;
  const conditions = conditionErrors(given.conditions);
  const { ids, missing } = placed(given, place.known);
  const errors: FieldErrors = {
    ...(conditions ? { conditions } : {}),
    ...watchedErrors(given, ids, missing, place),
  };
  Object.assign(line, becomes(given, ids, place));
  line.left_out = place.leaveOut ? missing.map(({ code }) => code) : [];
  const tag = given.tag === null ? null : (place.tags.get(given.tag)?.id ?? null);
  const whole = { ...given, aeros: ids, tag };
  if (Object.keys(errors).length > 0) return { line, errors, given: whole };
  line.state = 'new';
  return { line, errors, given: whole };
}

const UNKNOWN_SCOPE = { scope: 'aeros', tag: null, aeros: 0 } as const;
/** What it would watch at this client, and the present number of AEROs. */
function becomes(
  { scope, tag }: SupervisorInFile,
  ids: readonly number[],
  { known, tags }: Place,
): Pick<Line, 'scope' | 'tag' | 'aeros'> {
  if (scope === 'aeros') return { scope, tag: null, aeros: ids.length };
  if (scope === 'client') return { scope, tag: null, aeros: known.size };
  return { scope, tag, aeros: tags.get(tag ?? '')?.aeros ?? 0 };
}

interface Missing {
  at: number;
  code: string;
  box: string;
  position: number;
}

/** The client's AEROs named in the file, and those that do not exist there. */
function placed(given: SupervisorInFile, known: ReadonlyMap<string, number>) {
  if (given.scope !== 'aeros') return { ids: [], missing: [] };
  const ids = new Set<number>();
  const missing: Missing[] = [];
  given.aeros.forEach(({ box, position }, at) => {
    const id = known.get(`${box}/${position}`);
    if (id === undefined) missing.push({ at, code: `${box}/${position}`, box, position });
    else ids.add(id);
  });
  return { ids: [...ids], missing };
}

function watchedErrors(
  given: SupervisorInFile,
  ids: readonly number[],
  missing: readonly Missing[],
  { leaveOut, tags }: Place,
): FieldErrors {
  if (given.scope === 'tag') {
    if (given.tag === null) return { tag: ['required'] };
    return tags.has(given.tag) ? {} : { tag: [`supervisors_tag|${given.tag.replaceAll('|', '/')}`] };
  }
  if (given.scope === 'client') return {};
  if (given.aeros.length === 0) return { aeros: ['required'] };
  if (leaveOut) return ids.length === 0 ? { aeros: ['supervisors_no_aero'] } : {};
  if (missing.length === 0) return {};
  return {
    aeros: Object.fromEntries(
      missing.map(({ at, box, position }) => [
        at,
        [`supervisors_aero|${box.replaceAll('|', '/')}|${position}`],
      ]),
    ),
  };
}

/** Its name, for reporting one that cannot be read. */
function nameIn(sent: unknown): string {
  const name = typeof sent === 'object' && sent !== null ? (sent as { name?: unknown }).name : undefined;
  return typeof name === 'string' ? name.slice(0, LONGEST_NAME) : '';
}

function flat(errors: FieldErrors, path = ''): { field: string; message: string }[] {
  return Object.entries(errors).flatMap(([key, value]) => {
    const field = path === '' ? key : `${path}.${key}`;
    return Array.isArray(value) ? value.map((message) => ({ field, message })) : flat(value, field);
  });
}
