import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

/** What may be wrong with the machine, the gravest first; the console has a sentence for each. */
export const WARNING_CODES = [
  'disk_full',
  'disk_low',
  'clock_boxes',
  'clock_database',
  'clock_back',
  'backup_late',
  'certificate',
  'outbox_waits',
] as const;
export type WarningCode = (typeof WARNING_CODES)[number];

export const operationWarnings = endpoint({
  tag: 'Console',
  apiKey: false,
  name: 'operation.warnings',
  method: 'GET',
  path: '/operation/warnings/',
  level: 'member',
  status: 200,
  summary: 'What is wrong with the machine this runs on; figures for administrators only',
  response: z.object({
    warnings: z.array(
      z.object({
        code: z.enum(WARNING_CODES),
        /** Folder, certificate or channel it is about; null for everybody but administrators. */
        subject: z.string().nullable(),
        /** MB left, seconds off, days left or hours since, by code. */
        value: z.number().nullable(),
      }),
    ),
  }),
});
