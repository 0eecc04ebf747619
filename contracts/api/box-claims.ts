import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id, instant, integer } from '../fields.ts';
import { boxFields } from './boxes.ts';
import { rowProblem } from './table-imports.ts';

/** A code on the label of a box: long enough that it cannot be guessed. */
export const claimCode = z
  .string({ error: 'not_text' })
  .trim()
  .regex(/^[A-Za-z0-9-]{16,64}$/, 'claim_code');

export const boxesClaimsImport = endpoint({
  tag: 'Boxes',
  name: 'boxes.claims_import',
  confirm: true,
  method: 'POST',
  path: '/boxes/claims/',
  level: 'admin',
  errors: [413],
  summary:
    'Import what the manufacturer printed on its boxes, serial_number and claim_code a row, from a CSV or an Excel workbook; codes are kept as hashes',
  upload: { field: 'file', maxBytes: 4 * 1024 * 1024 },
  response: z.object({
    rows: integer,
    /** New claims, and unused ones with another code. */
    stored: integer,
    /** Rows whose claim was used: they change nothing. */
    used: integer,
    errors: z.array(rowProblem),
  }),
});
export const boxesWaiting = endpoint({
  tag: 'Boxes',
  name: 'boxes.waiting',
  method: 'GET',
  path: '/boxes/waiting/',
  level: 'admin',
  summary: 'Boxes that came with a claim of their manufacturer and have no client yet',
  response: z.object({
    results: z.array(
      z.object({
        box: integer,
        serial_number: z.string(),
        /** From where it came; empty where many boxes share an address. */
        address: z.string(),
        since: instant,
        aeros: z.array(
          z.object({
            position: integer,
            /** Time of its newest measure; null: it has none. */
            measured_at: instant.nullable(),
            stroke: z.number().nullable(),
            pressure: z.number().nullable(),
            temperature: z.number().nullable(),
          }),
        ),
        measures: integer,
        /** Whether it has sent all that is kept of a box that waits: it keeps the rest itself. */
        full: z.boolean(),
      }),
    ),
  }),
});
export const boxesClaim = endpoint({
  tag: 'Boxes',
  name: 'boxes.claim',
  confirm: true,
  method: 'POST',
  path: '/boxes/claim/',
  level: 'privileged',
  status: 201,
  summary:
    'Take a box with the code on its label, once: one that waits comes with its measures, one that has not come yet is expected; client may be left out by those who have one',
  body: z.strictObject({
    serial_number: boxFields.serial_number,
    claim_code: claimCode,
    client: id.optional(),
  }),
  response: z.object({
    box: integer,
    serial_number: z.string(),
    client: integer,
    /** Measures it sent while it waited. */
    measures: integer,
  }),
});
