import { SEVERITIES } from '@aerowatch/domain/alerting/severity';
import { LINK_DAYS, MAX_LINK_DAYS } from '@aerowatch/domain/box/box-links';
import { VERDICTS } from '@aerowatch/domain/faults/finding';
import { FAULTS } from '@aerowatch/domain/faults/list';
import { METRIC_KEYS } from '@aerowatch/domain/metrics';
import { SAMI_LEVELS } from '@aerowatch/domain/sami';
import { TEXT_LENGTHS } from '@aerowatch/domain/text-lengths';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { instant, integer, missingOr, text, whole } from '../fields.ts';

/** A link to one box for somebody without an account. Its secret is returned once, at creation. */
const boxLink = z.object({
  id: integer,
  box: integer,
  created_at: instant,
  /** Whom it was made for. */
  name: z.string(),
  user: integer.nullable(),
  user_name: z.string().nullable(),
  expires_at: instant,
  last_used_at: instant.nullable(),
  uses: integer,
});
export type BoxLink = z.infer<typeof boxLink>;
const base = { tag: 'Boxes' } as const;

export const boxLinksList = endpoint({
  ...base,
  name: 'box_links.list',
  method: 'GET',
  path: '/boxes/{id}/links/',
  level: 'privileged',
  resource: 'box',
  summary: 'Links to a box that have not ended',
  response: z.array(boxLink),
});
export const boxLinksCreate = endpoint({
  ...base,
  name: 'box_links.create',
  confirm: true,
  method: 'POST',
  path: '/boxes/{id}/links/',
  level: 'privileged',
  resource: 'box',
  status: 201,
  errors: [409],
  summary:
    'Make a read-only link to a box that ends by itself, after 30 days at most, and with the account or the rights of who made it; its secret is in this answer only',
  body: z.strictObject({
    name: text(TEXT_LENGTHS.box_link.name),
    days: whole(1, MAX_LINK_DAYS).default(LINK_DAYS),
  }),
  response: boxLink.extend({ url: z.string() }),
});
export const boxLinksDelete = endpoint({
  ...base,
  name: 'box_links.delete',
  confirm: 'ends',
  method: 'DELETE',
  path: '/box-links/{id}/',
  level: 'privileged',
  resource: 'box_link',
  summary: 'End a link to a box now',
});
const number = z.number().nullable();
const values = z.object(
  Object.fromEntries(METRIC_KEYS.map((key) => [key, number])) as Record<
    (typeof METRIC_KEYS)[number],
    typeof number
  >,
);
export const sharedBox = endpoint({
  ...base,
  name: 'box_links.open',
  method: 'POST',
  path: '/shared-box/',
  level: 'visitor',
  errors: [404, 429],
  summary:
    'What a link to a box shows: where it is, how it stands, its last values and seven days; no setting and no other box',
  body: z.strictObject({ token: z.string({ error: missingOr('not_text') }).max(100, 'max_length|100') }),
  response: z.object({
    expires_at: instant,
    box: z.object({
      serial_number: z.string(),
      name: z.string(),
      line: z.string(),
      kilometer_point: number,
      pole: z.string(),
      last_send: instant.nullable(),
    }),
    aeros: z.array(
      z.object({
        position: integer,
        track_number: z.string(),
        sami: z.enum(SAMI_LEVELS),
        latest: values.extend({ time: z.string() }).nullable(),
        /** Stroke of its model between the stops, mm; 0: not known. */
        travel: z.number(),
        /** The verdict of its diagnosis; null before the first. */
        verdict: z.enum(VERDICTS).nullable(),
        fault: z.enum(FAULTS).nullable(),
        /**
         * Hourly means over the last seven days; `expected`: the stroke of a free ram, null while unknown.
         */
        hours: z.array(z.object({ at: instant, stroke: number, temperature: number, expected: number })),
      }),
    ),
    alerts: z.array(
      z.object({
        position: integer,
        opened_at: instant,
        firing: z.boolean(),
        severity: z.enum(SEVERITIES),
      }),
    ),
  }),
});
export type SharedBox = z.infer<(typeof sharedBox)['response'] & z.ZodType>;
