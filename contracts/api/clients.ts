import { TEXT_LENGTHS } from '@aerowatch/domain/text-lengths';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { byChange, integer, listQuery, page, stamps, text, whole } from '../fields.ts';

export const client = z.object({
  id: integer,
  ...stamps,
  name: z.string(),
  /** Whether its users must have a second factor. */
  require_second_factor: z.boolean(),
  /** A chance of the week ahead from this on, in percent, is a proposal and a warning. */
  forecast_threshold: integer,
});
export type Client = z.infer<typeof client>;
const base = { apiKey: false, tag: 'Clients' } as const;

export const clientsList = endpoint({
  ...base,
  name: 'clients.list',
  method: 'GET',
  path: '/clients/',
  level: 'member',
  summary: 'Clients you may see',
  query: listQuery(['id', 'name', 'created_at', 'updated_at'], { ...byChange, name: z.string().optional() }),
  response: page(client),
});
export const clientsCreate = endpoint({
  ...base,
  name: 'clients.create',
  confirm: 'daily',
  method: 'POST',
  path: '/clients/',
  level: 'admin',
  status: 201,
  summary: 'Create a client',
  body: z.strictObject({ name: text(TEXT_LENGTHS.client.name) }),
  response: client,
});
export const clientsGet = endpoint({
  ...base,
  name: 'clients.get',
  method: 'GET',
  path: '/clients/{id}/',
  level: 'member',
  resource: 'client',
  summary: 'One client',
  response: client,
});
export const clientsPatch = endpoint({
  ...base,
  name: 'clients.patch',
  method: 'PATCH',
  path: '/clients/{id}/',
  level: 'privileged',
  confirm: { changing: ['require_second_factor'] },
  resource: 'client',
  errors: [412],
  summary:
    'Rename a client (administrators), or set whether its users must have a second factor and from which chance of the week ahead on something is proposed (its privileged users)',
  body: z
    .strictObject({
      name: text(TEXT_LENGTHS.client.name),
      require_second_factor: z.boolean('not_boolean'),
      forecast_threshold: whole(1, 100),
    })
    .partial(),
  response: client,
});
export const clientsDelete = endpoint({
  ...base,
  name: 'clients.delete',
  confirm: true,
  method: 'DELETE',
  path: '/clients/{id}/',
  level: 'admin',
  resource: 'client',
  errors: [409, 412],
  summary: 'Delete a client that has no boxes and no users left; otherwise 409 lists what depends on it',
});
