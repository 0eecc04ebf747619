import { NOTICE_TYPES } from '@aerowatch/domain/work/notices';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id, instant, integer } from '../fields.ts';
import { matter } from './inbox.ts';

/** Notices in one answer: the newest. */
export const MAX_NOTICES = 100;

const notice = z.object({
  id: integer,
  at: instant,
  type: z.enum(NOTICE_TYPES),
  /** Who assigned it; null: a program, or the console itself. */
  by: integer.nullable(),
  by_name: z.string().nullable(),
  comment: z.string(),
  read: z.boolean(),
  matter,
});
export type Notice = z.infer<typeof notice>;

const base = { tag: 'Work orders', level: 'observer' } as const;

export const noticesList = endpoint({
  ...base,
  name: 'notices.list',
  method: 'GET',
  path: '/notices/',
  summary:
    'What you are told of matters in the last 30 days, the newest first, and how many ask for you: the bell of every page',
  response: z.object({
    unread: integer,
    /** Open matters that the caller is in charge of. */
    mine: integer,
    results: z.array(notice),
  }),
});
export const noticesRead = endpoint({
  ...base,
  name: 'notices.read',
  confirm: 'own',
  method: 'POST',
  path: '/notices/read/',
  summary: 'Mark your notices as read: those of `ids`, or all',
  body: z.strictObject({
    ids: z.array(id).max(MAX_NOTICES, `max_items|${MAX_NOTICES}`).optional(),
  }),
  response: z.object({ unread: integer }),
});
