import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { idParams, listQuery, optionalText, page, stamps, text } from '../fields.ts';

const savedView = z.object({ id: z.number(), ...stamps, name: z.string(), query: z.string() });
const views = { tag: 'Saved views', level: 'member', apiKey: false } as const;
export const savedViewsList = endpoint({
  ...views,
  name: 'saved_views.list',
  method: 'GET',
  path: '/saved-views/',
  status: 200,
  summary: 'Your saved visualizations',
  query: listQuery(['id', 'name'], {}),
  response: page(savedView),
});
export const savedViewsCreate = endpoint({
  ...views,
  name: 'saved_views.create',
  method: 'POST',
  path: '/saved-views/',
  level: 'observer',
  status: 201,
  summary: 'Save a view',
  body: z.strictObject({ name: text(100), query: optionalText(8000) }),
  response: savedView,
});
export const savedViewsDelete = endpoint({
  ...views,
  name: 'saved_views.delete',
  method: 'DELETE',
  path: '/saved-views/{id}/',
  level: 'observer',
  resource: 'saved_view',
  status: 204,
  summary: 'Delete a saved view',
  params: idParams,
});
