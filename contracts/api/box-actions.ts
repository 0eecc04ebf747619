import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id, instant, integer, listQuery, page, whole } from '../fields.ts';
import { box, refresh } from './boxes.ts';
import { configuration, configurationChange, LINK_FIELDS } from './configuration.ts';

const base = { tag: 'Boxes' } as const;
const one = { ...base, resource: 'box' } as const;

export const boxesRefresh = endpoint({
  ...one,
  name: 'boxes.refresh',
  confirm: 'daily',
  method: 'POST',
  path: '/boxes/{id}/refresh/',
  level: 'member',
  status: 202,
  summary: 'Ask the box to report at its next connection',
  body: z.strictObject({}).optional(),
  response: refresh,
});
export const credentials = z.object({
  serial_number: z.string(),
  client_id: z.string(),
  username: z.string(),
  password: z.string(),
  /** Until when the old password is valid too; null: it no longer is. */
  previous_until: instant.nullable(),
  /** Boxes connect to a broker of the operator, where this password has no effect until it is set there. */
  external_broker: z.boolean(),
});
export const boxesCredentials = endpoint({
  ...one,
  name: 'boxes.credentials',
  confirm: true,
  method: 'POST',
  path: '/boxes/{id}/credentials/',
  level: 'privileged',
  status: 201,
  summary:
    'Make a new device password; shown in this answer only; the old one stops working, or counts for some more hours',
  body: z
    .strictObject({
      /** Hours during which the old password stays valid. */
      overlap_hours: whole(0, 720).default(0),
    })
    .optional(),
  response: credentials,
});
export const boxesLedger = endpoint({
  ...one,
  name: 'boxes.ledger',
  method: 'GET',
  path: '/boxes/{id}/ledger/',
  level: 'member',
  summary: 'What was received of a box: received = stored + merged + duplicates + set aside',
  response: z.object({
    box: integer,
    messages: integer,
    received: integer,
    stored: integer,
    /** Measures that added a value to a stored one. */
    merged: integer,
    duplicates: integer,
    set_aside: integer,
    conflicts: integer,
    nulled: integer,
    /** Of set aside and conflicts, those beyond the day's quota: counted, not kept. */
    not_kept: integer,
  }),
});
export const boxesConfigurations = endpoint({
  ...one,
  name: 'boxes.configurations',
  method: 'GET',
  path: '/boxes/{id}/configurations/',
  level: 'member',
  summary: 'History of desired configurations, newest first; secrets masked',
  query: listQuery(['configuration_version'], {}),
  response: page(
    z.object({
      configuration_version: integer,
      at: instant,
      user: integer.nullable(),
      user_name: z.string().nullable(),
      desired: configuration,
    }),
  ),
});
export const boxesConfigurationRestore = endpoint({
  ...one,
  name: 'boxes.configuration_restore',
  confirm: { changing: LINK_FIELDS },
  method: 'POST',
  path: '/boxes/{id}/configurations/restore/',
  level: 'member',
  errors: [409],
  summary: 'Go back to an earlier desired configuration (it becomes a new version)',
  body: z.strictObject({ configuration_version: whole(0, 2_147_483_647) }),
  response: box,
});
export const boxesBulkConfiguration = endpoint({
  ...base,
  name: 'boxes.bulk_configuration',
  confirm: { changing: ['desired.firmware_version', ...LINK_FIELDS] },
  errors: [409],
  method: 'POST',
  path: '/boxes/configuration/',
  level: 'member',
  summary:
    'Change chosen desired fields of many boxes, or copy them from another box; dry_run shows what differs',
  body: z.strictObject({
    boxes: z.array(id).min(1, 'required').max(10_000, 'max_items|10000'),
    changes: configurationChange.optional(),
    copy_from: id.optional(),
    fields: z.array(z.string()).max(50).optional(),
    dry_run: z.boolean().default(false),
  }),
  response: z.object({
    dry_run: z.boolean(),
    /** The id for following it; null in a dry run, and if no box differs. */
    change: integer.nullable(),
    boxes: z.array(
      z.object({
        box: integer,
        serial_number: z.string(),
        changes: z.record(z.string(), z.object({ from: z.unknown(), to: z.unknown() })),
        errors: z.record(z.string(), z.array(z.string())),
        warnings: z.array(z.string()),
        expected_at: instant.nullable(),
      }),
    ),
  }),
});
export const CHANGE_STATES = ['pending', 'applied', 'refused', 'replaced', 'held'] as const;
const configurationChangeOf = z.object({
  id: integer,
  created_at: instant,
  user: integer.nullable(),
  user_name: z.string().nullable(),
  /** The changed values, secrets masked. */
  changes: z.record(z.string(), z.unknown()),
  counts: z.object({
    total: integer,
    pending: integer,
    applied: integer,
    refused: integer,
    /** Superseded by another change before the box had applied it. */
    replaced: integer,
    /** Boxes whose connection settings wait until the boxes of earlier waves report with theirs. */
    held: integer,
  }),
  /** Whether a box reverted to its former connection settings: held boxes then stay held. */
  stopped: z.boolean(),
});
export const configurationChangesList = endpoint({
  ...base,
  name: 'configuration_changes.list',
  method: 'GET',
  path: '/boxes/changes/',
  level: 'member',
  summary: 'Changes of the configuration of many boxes, and how many have taken them',
  query: listQuery(['created_at'], {}),
  response: page(configurationChangeOf),
});
export const configurationChangesGet = endpoint({
  ...base,
  name: 'configuration_changes.get',
  method: 'GET',
  path: '/boxes/changes/{id}/',
  level: 'member',
  resource: 'configuration_change',
  summary: 'One change of many boxes, with where it stands on each',
  response: configurationChangeOf.extend({
    boxes: z.array(
      z.object({
        box: integer,
        serial_number: z.string(),
        state: z.enum(CHANGE_STATES),
        /** The box's reasons, by field. */
        refused: z.record(z.string(), z.string()),
        /** When it should connect next, while the change is pending. */
        expected_at: instant.nullable(),
        reported_at: instant.nullable(),
      }),
    ),
  }),
});
export const boxesBulkTags = endpoint({
  ...base,
  name: 'boxes.bulk_tags',
  confirm: 'daily',
  method: 'POST',
  path: '/boxes/tags/',
  level: 'privileged',
  summary: 'Add tags to many boxes or remove them',
  body: z.strictObject({
    boxes: z.array(id).min(1, 'required').max(10_000, 'max_items|10000'),
    add: z.array(id).max(100).default([]),
    remove: z.array(id).max(100).default([]),
  }),
  response: z.object({ changed: integer }),
});
export const boxesBulkRefresh = endpoint({
  ...base,
  name: 'boxes.bulk_refresh',
  confirm: 'daily',
  method: 'POST',
  path: '/boxes/refresh/',
  level: 'member',
  status: 202,
  summary: 'Ask many boxes to report',
  body: z.strictObject({ boxes: z.array(id).min(1, 'required').max(10_000, 'max_items|10000') }),
  response: z.object({ asked: integer }),
});
