import { boxesCreate } from '@aerowatch/contracts/api/boxes';
import { translateMessage } from '@aerowatch/i18n/translate-message';
import type { Parts } from '../../../parts.ts';
import { transaction } from '../../../platform/database/db.ts';
import { BadRequest, type FieldErrors } from '../../../platform/errors.ts';
import { parse } from '../../../platform/http/parse.ts';
import { clientScope, type Language, type Viewer } from '../../../platform/viewer.ts';
import { type BoxInput, createBoxes, loadReferences, type PlannedBox, planBox } from '../create.ts';
import { type NameIndex, namesOf } from '../store-names.ts';
import { knownClients } from '../store-write.ts';
import { type CsvRow, readBoxesCsv } from './import-read.ts';

const MAX_ERRORS = 1000;
const PREVIEW = 100;

export interface ImportOptions {
  readonly dryRun: boolean;
  /** Import the good rows of a file with bad ones. */
  readonly partial: boolean;
  /** Client of the rows that name none. */
  readonly client: number | undefined;
  readonly language: Language;
  readonly address: string;
}
type RowErrors = Record<string, string[]>;

/** Boxes of a CSV: checked row by row, written all or none (or the good ones), in one transaction. */
export async function importBoxes(parts: Parts, viewer: Viewer, path: string, options: ImportOptions) {
  const { client } = options;
  if (client !== undefined && !(await knownClients(parts.db, viewer, [client])).has(client))
    throw new BadRequest({ client: ['unknown'] });
  const rows = await readBoxesCsv(path);
  return transaction(parts.db, async (trx) => {
    const names = await namesOf(trx, viewer);
    const read = rows.map((row) => readRow(row, viewer, names, client));
    const inputs = read.flatMap(({ input }) => input ?? []);
    const references = await loadReferences(trx, viewer, inputs);
    const seen = new Set<string>();
    const plans: PlannedBox[] = [];
    const errors: { row: number; errors: RowErrors }[] = [];
    for (const [index, { input, errors: found }] of read.entries()) {
      if (input !== undefined) {
        const planned = planBox(viewer, input, references);
        Object.assign(
          found,
          flat(
            planned.errors,
            (input.aeros ?? []).map((aero) => aero.position),
          ),
        );
        if (seen.has(input.serial_number)) found.serial_number = ['duplicate'];
        seen.add(input.serial_number);
        if (Object.keys(found).length === 0) plans.push(planned.plan);
      }
      if (Object.keys(found).length > 0)
        errors.push({ row: rows[index]!.row, errors: said(found, options.language) });
    }
    const writes = !options.dryRun && (errors.length === 0 || options.partial) && plans.length > 0;
    if (writes) await createBoxes(trx, parts, viewer, plans, options.address);
    return {
      dry_run: options.dryRun,
      rows: rows.length,
      valid: plans.length,
      created: writes ? plans.length : 0,
      errors: errors.slice(0, MAX_ERRORS),
      preview: plans.slice(0, PREVIEW).map(({ input, clientId }) => ({ ...input, client: clientId })),
    };
  });
}

/** A row as the body of a creation, or what is wrong with its cells. */
function readRow(
  { values, ragged }: CsvRow,
  viewer: Viewer,
  names: NameIndex,
  client: number | undefined,
): { input?: BoxInput; errors: RowErrors } {
  const errors: RowErrors = ragged ? { non_field_errors: ['columns'] } : {};
  const body: Record<string, unknown> = {};
  const aeros = new Map<number, Record<string, unknown>>();
  for (const [key, value] of Object.entries(values)) {
    const match = /^aero([12])_(.+)$/.exec(key);
    if (match === null) body[key] = value;
    else {
      const position = Number(match[1]);
      const aero = aeros.get(position) ?? { position };
      aeros.set(position, { ...aero, [match[2]!]: value });
    }
  }
  if (aeros.size > 0) body.aeros = [...aeros.values()];
  const scope = clientScope(viewer);
  if (typeof body.client === 'string') {
    const named =
      names.clientIds.get(body.client.toLowerCase()) ??
      (/^\d{1,9}$/.test(body.client) ? Number(body.client) : undefined);
    if (named === undefined) errors.client = ['unknown'];
    body.client = named;
  }
  body.client ??= client ?? (typeof scope === 'number' ? scope : null);
  if (Array.isArray(body.tags)) {
    const ids = body.tags.map((name: string) => names.tagIds.get(`${body.client} ${name.toLowerCase()}`));
    if (ids.includes(undefined)) errors.tags = ['unknown'];
    body.tags = ids.filter((id) => id !== undefined);
  }
  try {
    return { input: parse(boxesCreate.body!, body) as BoxInput, errors };
  } catch (error) {
    if (!(error instanceof BadRequest)) throw error;
    const positions = [...aeros.keys()];
    // The form that people type is not the one the interface knows.
    if (String(error.fields.kilometer_point) === 'not_numeric')
      error.fields.kilometer_point = ['kilometer_point'];
    return { errors: { ...errors, ...flat(error.fields, positions) } };
  }
}

/** Nested errors under the names of columns: `aero2_pressure_min`. */
function flat(fields: FieldErrors, positions: readonly number[]): RowErrors {
  const result: RowErrors = {};
  const walk = (level: FieldErrors, prefix: string) => {
    for (const [key, value] of Object.entries(level)) {
      if (key === 'aeros' && !Array.isArray(value))
        for (const [index, inner] of Object.entries(value)) {
          if (Array.isArray(inner)) result.aeros = inner;
          else walk(inner, `aero${positions[Number(index)] ?? Number(index) + 1}_`);
        }
      else if (Array.isArray(value)) result[`${prefix}${key}`] = value;
      else walk(value, `${prefix}${key}_`);
    }
  };
  walk(fields, '');
  return result;
}

function said(errors: RowErrors, language: Language): RowErrors {
  return Object.fromEntries(
    Object.entries(errors).map(([key, messages]) => [
      key,
      messages.map((message) => translateMessage(message, language)),
    ]),
  );
}
