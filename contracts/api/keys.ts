import { KEY_SCOPES } from '@aerowatch/domain/access';
import { TEXT_LENGTHS } from '@aerowatch/domain/text-lengths';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { byChange, id, idList, instant, integer, listQuery, page, stamps, text, time } from '../fields.ts';

export const key = z.object({
  id: integer,
  ...stamps,
  name: z.string(),
  client: integer,
  prefix: z.string(),
  last_used_at: instant.nullable(),
  revoked_at: instant.nullable(),
  expires_at: instant,
  scopes: z.array(z.enum(KEY_SCOPES)),
  /**
   * The user who created or kept it and is notified before it expires; null: the managers of its client are.
   */
  created_by: integer.nullable(),
  created_by_name: z.string().nullable(),
  /** When its owner was deactivated, deleted or moved to another client: the key expires 14 days later unless it is kept. */
  maker_left_at: instant.nullable(),
});
export type Key = z.infer<typeof key>;
/** Any subset, each once. */
const scopes = z
  .array(z.enum(KEY_SCOPES, { error: `one_of|${KEY_SCOPES.join(', ')}` }), { error: 'not_list' })
  .min(1, 'required')
  .max(KEY_SCOPES.length, `max_items|${KEY_SCOPES.length}`)
  .refine((list) => new Set(list).size === list.length, 'duplicate')
  .default(['read']);
const base = { apiKey: false, level: 'privileged', tag: 'API keys' } as const;

export const keysList = endpoint({
  ...base,
  name: 'keys.list',
  method: 'GET',
  path: '/keys/',
  summary: 'API keys; their values are never shown again',
  query: listQuery(['id', 'name', 'client', 'last_used_at', 'expires_at', 'created_at', 'updated_at'], {
    ...byChange,
    client: idList.optional(),
    name: z.string().optional(),
  }),
  response: page(key),
});
export const keysCreate = endpoint({
  ...base,
  name: 'keys.create',
  confirm: true,
  method: 'POST',
  path: '/keys/',
  status: 201,
  summary: 'Create an API key; its value is in this answer only',
  body: z.strictObject({
    name: text(TEXT_LENGTHS.key.name),
    client: id.optional(),
    scopes,
    /** A year from now by default; five years at most. */
    expires_at: time.optional(),
  }),
  response: key.extend({ value: z.string() }),
});
export const keysGet = endpoint({
  ...base,
  name: 'keys.get',
  method: 'GET',
  path: '/keys/{id}/',
  resource: 'key',
  summary: 'One API key',
  response: key,
});
export const keysPatch = endpoint({
  ...base,
  name: 'keys.patch',
  confirm: { changing: ['kept'] },
  method: 'PATCH',
  path: '/keys/{id}/',
  resource: 'key',
  errors: [412],
  summary: 'Rename or revoke an API key, or keep one whose maker left',
  body: z
    .strictObject({ name: text(TEXT_LENGTHS.key.name), revoked: z.literal(true), kept: z.literal(true) })
    .partial(),
  response: key,
});
export const keysDelete = endpoint({
  ...base,
  name: 'keys.delete',
  confirm: 'ends',
  method: 'DELETE',
  path: '/keys/{id}/',
  resource: 'key',
  errors: [412],
  summary: 'Delete an API key',
});
