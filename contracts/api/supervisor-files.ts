import { MAX_CONDITIONS } from '@aerowatch/domain/alerting/condition';
import { TEXT_LENGTHS } from '@aerowatch/domain/text-lengths';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id, idList, integer, oneOf, text, whole } from '../fields.ts';
import { ESCALATION_MINUTES } from './duty.ts';
import { conditionInput, SUPERVISOR_SCOPES, supervisor } from './supervisors.ts';

/** Format marker, so that another file is not mistaken for one. */
export const SUPERVISORS_FORMAT = 'aerowatch-supervisors';
export const SUPERVISORS_VERSION = 1;
export const MAX_IN_FILE = 1000;

/**
 * AEROs are identified by the serial number of their box and their position, because ids have no meaning
 * elsewhere.
 */
const aeroInFile = z.strictObject({ box: text(100), position: whole(1, 2) });
/** One supervisor in a file. */
export const supervisorInFile = z.strictObject({
  name: text(TEXT_LENGTHS.supervisor.name),
  enabled: z.boolean('not_boolean').default(true),
  joined: z.boolean('not_boolean').default(false),
  scope: oneOf(SUPERVISOR_SCOPES).default('aeros'),
  /** Required with the scope `aeros`. */
  tag: text(TEXT_LENGTHS.tag.name).nullable().default(null),
  /** With the scope `aeros`. */
  aeros: z.array(aeroInFile).max(20_000, 'max_items|20000').default([]),
  /** Persons belong to one client and are not exported. */
  tell: z
    .strictObject({
      all: z.boolean('not_boolean'),
      groups: z.array(id).max(20, 'max_items|20').default([]),
      in_charge: z.boolean('not_boolean').default(false),
      on_duty: z.boolean('not_boolean').default(false),
      escalate_after: ESCALATION_MINUTES.nullable().default(null),
    })
    .default({ all: true, groups: [], in_charge: false, on_duty: false, escalate_after: null }),
  conditions: z
    .array(conditionInput.omit({ id: true }))
    .min(1, 'required')
    .max(MAX_CONDITIONS, `max_items|${MAX_CONDITIONS}`),
});
export type SupervisorInFile = z.output<typeof supervisorInFile>;

/** How an import handles an AERO that the client does not have, and a name that already exists. */
export const UNKNOWN_AEROS = ['refuse', 'leave_out'] as const;
export const SAME_NAME = ['skip', 'add'] as const;

const base = { tag: 'Supervisors' } as const;

export const supervisorsDuplicate = endpoint({
  ...base,
  name: 'supervisors.duplicate',
  confirm: 'daily',
  method: 'POST',
  path: '/supervisors/{id}/duplicate/',
  level: 'privileged',
  resource: 'supervisor',
  status: 201,
  summary:
    'Copy a supervisor with its AEROs and conditions; the copy is disabled, so that nobody is told twice',
  body: z.strictObject({ name: text(TEXT_LENGTHS.supervisor.name) }).partial(),
  response: supervisor,
});
export const supervisorsExport = endpoint({
  ...base,
  name: 'supervisors.export',
  recorded: 'export',
  method: 'GET',
  path: '/supervisors/export/',
  level: 'member',
  answers: 'stream',
  summary: 'Supervisors as a JSON file: those of `ids`, or all of a client',
  query: z.strictObject({ client: idList.optional(), ids: idList.optional() }),
});
export const supervisorsImport = endpoint({
  ...base,
  name: 'supervisors.import',
  confirm: 'daily',
  method: 'POST',
  path: '/supervisors/import/',
  level: 'privileged',
  summary:
    'Make the supervisors of a file, all or none; with `dry_run` nothing is made and every error is told by supervisor and field',
  // As many AEROs as one supervisor may have, with their box and position.
  mostValues: 60_000,
  body: z.strictObject({
    client: id.optional(),
    dry_run: z.boolean('not_boolean').default(false),
    unknown_aeros: oneOf(UNKNOWN_AEROS).default('refuse'),
    same_name: oneOf(SAME_NAME).default('skip'),
    file: z.strictObject({
      format: z.literal(SUPERVISORS_FORMAT, { error: 'supervisors_format' }),
      version: z.literal(SUPERVISORS_VERSION, { error: `supervisors_version|${SUPERVISORS_VERSION}` }),
      exported_at: z.unknown().optional(),
      client: z.unknown().optional(),
      supervisors: z.array(z.unknown()).min(1, 'required').max(MAX_IN_FILE, `max_items|${MAX_IN_FILE}`),
    }),
  }),
  response: z.object({
    dry_run: z.boolean(),
    /** Number created, or to be created. */
    created: integer,
    supervisors: z.array(
      z.object({
        index: integer,
        name: z.string(),
        /** `exists`: the client has one with that name, and it is skipped. */
        state: z.enum(['new', 'exists', 'wrong']),
        scope: z.enum(SUPERVISOR_SCOPES),
        /** With the scope `tag`: the client's tag of that name. */
        tag: z.string().nullable(),
        /** Number of AEROs it would watch now. */
        aeros: integer,
        /** AEROs that the client does not have, as `serial/position`. */
        left_out: z.array(z.string()),
        /** Id of the created one. */
        id: integer.nullable(),
      }),
    ),
    /** By supervisor (its index in the file) and field, in the caller's language. */
    errors: z.array(z.object({ index: integer, name: z.string(), field: z.string(), message: z.string() })),
  }),
});
