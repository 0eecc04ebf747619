import { FORMATS } from '@aerowatch/domain/formats';
import { TEXT_LENGTHS } from '@aerowatch/domain/text-lengths';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { byChange, id, idList, integer, listQuery, page, stamps, text } from '../fields.ts';

export const tag = z.object({
  id: integer,
  ...stamps,
  name: z.string(),
  color: z.string(),
  client: integer,
  boxes: z.array(integer),
});
export type Tag = z.infer<typeof tag>;
const color = z.string({ error: 'required' }).regex(FORMATS.color, 'color').toLowerCase();
const fields = {
  name: text(TEXT_LENGTHS.tag.name),
  color,
  boxes: z.array(id).max(100_000, 'max_items|100000'),
};
const base = { tag: 'Tags' } as const;

export const tagsList = endpoint({
  ...base,
  name: 'tags.list',
  method: 'GET',
  path: '/tags/',
  level: 'member',
  apiKey: 'read',
  summary: 'Tags',
  query: listQuery(['id', 'name', 'color', 'client', 'created_at', 'updated_at'], {
    ...byChange,
    client: idList.optional(),
    name: z.string().optional(),
    boxes: idList.optional(),
  }),
  response: page(tag),
});
export const tagsCreate = endpoint({
  ...base,
  name: 'tags.create',
  confirm: 'daily',
  method: 'POST',
  path: '/tags/',
  level: 'privileged',
  status: 201,
  summary: 'Create a tag; client may be left out by those who have one',
  body: z.strictObject({ name: fields.name, color, client: id.optional(), boxes: fields.boxes.default([]) }),
  response: tag,
});
export const tagsGet = endpoint({
  ...base,
  name: 'tags.get',
  method: 'GET',
  path: '/tags/{id}/',
  level: 'member',
  apiKey: 'read',
  resource: 'tag',
  summary: 'One tag',
  response: tag,
});
export const tagsPatch = endpoint({
  ...base,
  name: 'tags.patch',
  confirm: 'daily',
  method: 'PATCH',
  path: '/tags/{id}/',
  level: 'privileged',
  resource: 'tag',
  errors: [412],
  summary: 'Change a tag',
  body: z.strictObject(fields).partial(),
  response: tag,
});
export const tagsDelete = endpoint({
  ...base,
  name: 'tags.delete',
  confirm: 'daily',
  method: 'DELETE',
  path: '/tags/{id}/',
  level: 'privileged',
  resource: 'tag',
  errors: [412],
  summary: 'Delete a tag',
});
