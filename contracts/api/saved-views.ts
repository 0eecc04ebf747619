import { TEXT_LENGTHS } from '@aerowatch/domain/text-lengths';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { byChange, integer, listQuery, oneOf, optionalText, page, stamps, text } from '../fields.ts';

/** Screens whose views can be saved. */
const VIEWED = ['visualization', 'boxes'] as const;
const savedView = z.object({
  id: integer,
  ...stamps,
  screen: z.enum(VIEWED),
  name: z.string(),
  query: z.string(),
});
const views = { tag: 'Saved views', level: 'member' } as const;
export const savedViewsList = endpoint({
  ...views,
  name: 'saved_views.list',
  method: 'GET',
  path: '/saved-views/',
  summary: 'Your saved views: visualizations and lists of boxes',
  query: listQuery(['id', 'name'], { ...byChange, screen: oneOf(VIEWED).optional() }),
  response: page(savedView),
});
export const savedViewsCreate = endpoint({
  ...views,
  name: 'saved_views.create',
  confirm: 'own',
  method: 'POST',
  path: '/saved-views/',
  level: 'observer',
  status: 201,
  summary: 'Save a view',
  body: z.strictObject({
    screen: oneOf(VIEWED).default('visualization'),
    name: text(TEXT_LENGTHS.saved_view.name),
    query: optionalText(8000),
  }),
  response: savedView,
});
export const savedViewsDelete = endpoint({
  ...views,
  name: 'saved_views.delete',
  confirm: 'own',
  method: 'DELETE',
  path: '/saved-views/{id}/',
  level: 'observer',
  resource: 'saved_view',
  summary: 'Delete a saved view',
});
