import { type boxesClaimsImport, claimCode } from '@aerowatch/contracts/api/box-claims';
import { boxFields } from '@aerowatch/contracts/api/boxes';
import type { ResponseOf } from '@aerowatch/contracts/endpoint';
import { z } from 'zod';
import type { Parts } from '../../../parts.ts';
import { recordAudit } from '../../../platform/audit/store-audit.ts';
import { sha256 } from '../../../platform/crypto/secrets.ts';
import { transaction } from '../../../platform/database/db.ts';
import { BadRequest, type FieldErrors } from '../../../platform/errors.ts';
import { parse } from '../../../platform/http/requests/parse.ts';
import { translateErrors } from '../../../platform/http/requests/translate-errors.ts';
import { mapInTurns } from '../../../platform/load/turns.ts';
import { readTable, type TableRow } from '../../../platform/tables/read-table.ts';
import type { Language, Viewer } from '../../../platform/viewer.ts';
import { type NewClaim, storeClaims } from './store-claims.ts';

const claim = z.strictObject({ serial_number: boxFields.serial_number, claim_code: claimCode });
const HEADERS: Readonly<Record<string, 'serial_number' | 'claim_code'>> = {
  serial_number: 'serial_number',
  'serial number': 'serial_number',
  'numéro de série': 'serial_number',
  claim_code: 'claim_code',
  'claim code': 'claim_code',
  'code d’appropriation': 'claim_code',
};
const columnOf = (header: string) => {
  const key = HEADERS[header.trim().toLowerCase()];
  return key === undefined ? undefined : { key, read: (text: string) => text };
};

/** A claim, or what is wrong with its row. */
function readClaim({ values, ragged }: TableRow): NewClaim | FieldErrors {
  if (ragged) return { non_field_errors: ['columns'] };
  try {
    const { serial_number, claim_code } = parse(claim, values);
    return { serial: serial_number, hash: sha256(claim_code) };
  } catch (error) {
    if (error instanceof BadRequest) return error.fields;
    throw error;
  }
}
const isClaim = (read: NewClaim | FieldErrors): read is NewClaim => 'hash' in read;

/** Stores the claims of a manufacturer's file, all or none; of the codes only hashes. */
export async function importClaims(
  { db }: Pick<Parts, 'db'>,
  viewer: Viewer,
  { path, filename }: { readonly path: string; readonly filename: string },
  language: Language,
): Promise<ResponseOf<typeof boxesClaimsImport>> {
  const { rows } = await readTable(path, { columnOf, needed: 'serial_number', lenient: false });
  const claims = new Map<string, NewClaim>();
  const errors: ResponseOf<typeof boxesClaimsImport>['errors'] = [];
  await mapInTurns(rows, (row) => {
    const read = readClaim(row);
    const found = isClaim(read) && claims.has(read.serial) ? { serial_number: ['duplicate'] } : read;
    if (isClaim(found)) claims.set(found.serial, found);
    // A code is a secret: it does not come back in an answer.
    else
      errors.push({
        row: row.row,
        errors: translateErrors(found as Record<string, string[]>, language),
        cells: { serial_number: row.texts.serial_number ?? '' },
      });
  });
  if (errors.length > 0) return { rows: rows.length, stored: 0, used: 0, errors: errors.slice(0, 1000) };
  return transaction(db, async (trx) => {
    const stored = await storeClaims(trx, [...claims.values()]);
    await recordAudit(trx, viewer, {
      action: 'import',
      entity: 'box_claims',
      id: null,
      name: filename.slice(0, 200),
      clientId: null,
      after: { rows: rows.length, stored },
    });
    return { rows: rows.length, stored, used: claims.size - stored, errors };
  });
}
