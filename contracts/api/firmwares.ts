import { MAX_WITHDRAWN } from '@aerowatch/domain/firmware/firmware-manifest';
import { FORMATS } from '@aerowatch/domain/formats';
import { TEXT_LENGTHS } from '@aerowatch/domain/text-lengths';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import {
  byChange,
  id,
  idList,
  instant,
  integer,
  listQuery,
  optionalText,
  page,
  paragraphs,
  stamps,
  text,
  time,
} from '../fields.ts';

const firmwareSignature = z.strictObject({
  key: z.string().regex(/^[0-9a-f]{16}$/),
  signature: z.string().regex(/^[A-Za-z0-9+/]{86}==$/),
});
const signatures = z.array(firmwareSignature).max(99);
const hash = z.string().regex(/^[0-9a-f]{64}$/);
const plainVersion = z.string().regex(/^(0|[1-9]\d{0,2})(\.(0|[1-9]\d{0,2})){2}$/);
const utc = z.iso.datetime({ precision: 3 });
/** Id of the installation's own key, from `GET /firmwares/public-key/`. */
const installation = z
  .string()
  .regex(/^[0-9a-f]{16}$/)
  .optional();
/** The file that `npm run firmware -- sign` writes beside a firmware. */
export const signedManifest = z.strictObject({
  manifest: z.strictObject({
    version: plainVersion,
    sha256: hash,
    size: z.number().int().positive(),
    minimum_hardware: plainVersion.nullable(),
    client: z.number().int().positive().nullable(),
    not_before: utc.nullable(),
    installation,
  }),
  signatures,
});
/** The output of `npm run firmware -- withdraw`. */
export const signedWithdrawnList = z.strictObject({
  list: z.strictObject({
    date: utc,
    withdrawn: z
      .array(
        z.strictObject({
          version: plainVersion,
          sha256: hash,
          reason: z.string().min(1).max(TEXT_LENGTHS.firmware.withdrawn_reason),
          client: z.number().int().positive().optional(),
        }),
      )
      .min(1)
      .max(MAX_WITHDRAWN),
    installation,
  }),
  signatures,
});
/** The output of `npm run firmware -- permit-downgrade`. */
export const signedPermit = z.strictObject({
  permit: z.strictObject({
    allow_downgrade: z.literal(true),
    version: plainVersion,
    sha256: hash,
    from: plainVersion,
    boxes: z.array(z.string()).max(100_000).nullable(),
    not_after: utc,
    reason: z.string(),
  }),
  signatures,
});
export const firmware = z.object({
  id: integer,
  ...stamps,
  version: z.string(),
  description: z.string(),
  size: integer,
  sha256: z.string(),
  signature: z.string(),
  /** Over the canonical JSON of the manifest: by the vendor, or by this server. */
  signatures: z.array(firmwareSignature),
  signed_by: z.enum(['vendor', 'server', 'nobody']),
  not_before: instant.nullable(),
  client: integer.nullable(),
  minimum_hardware: z.string().nullable(),
  /** The installation that the vendor made it for; null: any. */
  installation: z.string().nullable(),
  /** Since when no box may install it; null: it is not withdrawn. */
  withdrawn_at: instant.nullable(),
  withdrawn_reason: z.string(),
  file: z.string(),
});
export type Firmware = z.infer<typeof firmware>;
export const version = z.string({ error: 'required' }).trim().regex(FORMATS.version, 'version');
const base = { tag: 'Firmware', level: 'privileged' } as const;

export const firmwaresList = endpoint({
  ...base,
  name: 'firmwares.list',
  method: 'GET',
  path: '/firmwares/',
  summary: 'Firmwares: your own and the global ones',
  query: listQuery(['id', 'version', 'client', 'size', 'created_at', 'updated_at'], {
    ...byChange,
    client: idList.optional(),
    version: z.string().optional(),
  }),
  response: page(firmware),
});
/** Multipart: the fields beside the file. */
export const firmwareForm = z.strictObject({
  version,
  description: paragraphs(TEXT_LENGTHS.firmware.description).default(''),
  client: z
    .string()
    .regex(/^\d*$/, 'not_integer')
    .transform((value) => (value === '' ? null : Number(value)))
    .pipe(id.nullable())
    .nullable()
    .optional(),
  minimum_hardware: optionalText(TEXT_LENGTHS.firmware.minimum_hardware).optional(),
  not_before: time.or(z.literal('')).optional(),
  /** The manifest signed by the vendor, as text: required and allowed where the vendor's keys are configured. */
  manifest: paragraphs(20_000).optional(),
});
export const firmwaresCreate = endpoint({
  ...base,
  name: 'firmwares.create',
  confirm: true,
  method: 'POST',
  path: '/firmwares/',
  status: 201,
  errors: [413],
  upload: { field: 'file', maxBytes: 64 * 1024 * 1024 },
  summary:
    'Upload a firmware (multipart: file, version, description, client); stored with its SHA-256; signed by this server, or by the manifest of who makes it',
  body: firmwareForm,
  response: firmware,
});
export const firmwaresGet = endpoint({
  ...base,
  name: 'firmwares.get',
  method: 'GET',
  path: '/firmwares/{id}/',
  resource: 'firmware',
  summary: 'One firmware',
  response: firmware,
});
export const firmwaresPatch = endpoint({
  ...base,
  name: 'firmwares.patch',
  confirm: true,
  method: 'PATCH',
  path: '/firmwares/{id}/',
  resource: 'firmware',
  errors: [409, 412],
  summary: 'Change the description; the file and version of a firmware never change',
  body: z
    .strictObject({
      description: paragraphs(TEXT_LENGTHS.firmware.description),
      minimum_hardware: optionalText(TEXT_LENGTHS.firmware.minimum_hardware).nullable(),
    })
    .partial(),
  response: firmware,
});
export const firmwaresDelete = endpoint({
  ...base,
  name: 'firmwares.delete',
  confirm: 'ends',
  method: 'DELETE',
  path: '/firmwares/{id}/',
  resource: 'firmware',
  errors: [409, 412],
  summary: 'Delete a firmware that no running rollout uses',
});
export const firmwaresWithdraw = endpoint({
  ...base,
  name: 'firmwares.withdraw',
  confirm: true,
  method: 'POST',
  path: '/firmwares/{id}/withdraw/',
  resource: 'firmware',
  errors: [409],
  summary:
    'Withdraw a firmware for good: its updates are cancelled, and every box is told, by a signed list, to install it no more; the list is the vendor’s where the vendor signs',
  body: z.strictObject({
    reason: text(TEXT_LENGTHS.firmware.withdrawn_reason),
    /**
     * The output of `npm run firmware -- withdraw`, as text: required and allowed where the vendor's keys are
     * configured.
     */
    list: paragraphs(2_000_000).optional(),
  }),
  response: firmware,
});
export const firmwaresFile = endpoint({
  ...base,
  name: 'firmwares.file',
  method: 'GET',
  path: '/firmwares/{id}/file/',
  resource: 'firmware',
  answers: 'file',
  summary: 'The file',
});
export const firmwaresPublicKey = endpoint({
  tag: 'Firmware',
  level: 'member',
  name: 'firmwares.public_key',
  method: 'GET',
  path: '/firmwares/public-key/',
  summary: 'Ed25519 public keys that the boxes check signatures with: the vendor’s, or this server’s own',
  response: z.object({
    algorithm: z.literal('ed25519'),
    /** Id of this installation, as in manifests and lists of withdrawn firmwares. */
    installation: z.string(),
    /** This server's public key, PEM. */
    public_key: z.string(),
    signed_by: z.enum(['vendor', 'server']),
    /** Base64 of their 32 bytes. */
    keys: z.array(z.object({ id: z.string(), public_key: z.string() })),
    /** Number of keys that must have signed. */
    signatures: integer,
    /** Updates of more boxes than this need a second person; null: never. */
    approval_above: integer.nullable(),
  }),
});
