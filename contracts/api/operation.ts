import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

/** Problems of the server's machine, the most severe first; the console has a text for each. */
export const WARNING_CODES = [
  'disk_full',
  'disk_low',
  'clock_boxes',
  'clock_database',
  'clock_back',
  'archive_fails',
  'backup_never',
  'backup_late',
  'rehearsal_failed',
  'rehearsal_late',
  'certificate',
  'outbox_waits',
  'judging_late',
  'work_fails',
  'versions_differ',
  'connections_refused',
] as const;
export type WarningCode = (typeof WARNING_CODES)[number];

export const operationWarnings = endpoint({
  tag: 'Console',
  name: 'operation.warnings',
  method: 'GET',
  path: '/operation/warnings/',
  level: 'member',
  summary: 'What is wrong with the machine this runs on; figures for administrators only',
  response: z.object({
    warnings: z.array(
      z.object({
        code: z.enum(WARNING_CODES),
        /** The folder, certificate or channel concerned; null except for administrators. */
        subject: z.string().nullable(),
        /** MB left, seconds off or late, days left, hours since or how many, depending on the code. */
        value: z.number().nullable(),
      }),
    ),
  }),
});
