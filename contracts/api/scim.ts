import { TEXT_LENGTHS } from '@aerowatch/domain/text-lengths';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id, instant, integer, listQuery, page, text } from '../fields.ts';

/** What lets a directory create, change and deactivate people at `/scim/v2` (RFC 7644). */
export const scimToken = z.object({
  id: integer,
  created_at: instant,
  name: z.string(),
  /** The client whose people it reaches; null: everybody of the console. */
  client: integer.nullable(),
  prefix: z.string(),
  last_used_at: instant.nullable(),
  created_by_name: z.string().nullable(),
});
export type ScimToken = z.infer<typeof scimToken>;
const base = { apiKey: false, level: 'admin', tag: 'Users' } as const;

export const scimTokensList = endpoint({
  ...base,
  name: 'scim_tokens.list',
  method: 'GET',
  path: '/scim-tokens/',
  summary: 'Tokens of directories (SCIM); their values are never shown again',
  query: listQuery(['id', 'name', 'created_at', 'last_used_at'], {}),
  response: page(scimToken),
});
export const scimTokensCreate = endpoint({
  ...base,
  name: 'scim_tokens.create',
  confirm: true,
  method: 'POST',
  path: '/scim-tokens/',
  status: 201,
  summary:
    'Create a token by which a directory creates, changes and deactivates people (SCIM); its value is in this answer only',
  body: z.strictObject({
    name: text(TEXT_LENGTHS.key.name),
    /** By default everybody of the console. */
    client: id.nullable().optional(),
  }),
  response: scimToken.extend({ value: z.string() }),
});
export const scimTokensDelete = endpoint({
  ...base,
  name: 'scim_tokens.delete',
  confirm: 'ends',
  method: 'DELETE',
  path: '/scim-tokens/{id}/',
  resource: 'scim_token',
  summary: 'Revoke a token of a directory; the people it created stay',
});
