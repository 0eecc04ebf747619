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
  'audit_broken',
  'pool_exhausted',
  'keys_left',
  'retired_connects',
  'connections_refused',
  'weather_wrong',
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
        /**
         * MB left, seconds of offset, delay or waiting, days left, hours since, or a count, depending on the
         * code.
         */
        value: z.number().nullable(),
      }),
    ),
  }),
});

/**
 * Figures of the machine page, in its order, with what each measures; the console has a name and an advice
 * for each.
 */
export const OPERATION_FIGURES = {
  disk_free: 'bytes',
  disk_days_left: 'days',
  memory_used: 'bytes',
  memory_free: 'bytes',
  pool_waiting: 'seconds',
  connections_refused: 'count',
  loops_failing: 'count',
  certificate: 'time',
  clock_database: 'seconds',
  clock_boxes: 'seconds',
  database_size: 'bytes',
  wal_size: 'bytes',
  archive_last: 'time',
  backup_last: 'time',
  rehearsal_last: 'time',
  rehearsal_took: 'seconds',
  audit_verified: 'time',
  judging_lag: 'seconds',
  rollups_waiting: 'count',
  diagnosis_age: 'seconds',
  set_aside: 'count',
  messages_waiting: 'count',
  messages_oldest: 'seconds',
  messages_failed: 'count',
  channel_last: 'time',
  webhook_last: 'time',
  webhooks_failing: 'count',
  weather_last: 'time',
  forecast_last: 'time',
  jobs_failed: 'count',
  keys_left: 'count',
} as const satisfies Record<string, 'bytes' | 'seconds' | 'days' | 'count' | 'time'>;
export type OperationFigure = keyof typeof OPERATION_FIGURES;

/** `unknown`: there is no source, which is no good sign; `unused`: not used by this installation. */
export const FIGURE_STATES = ['good', 'watch', 'bad', 'unknown', 'unused'] as const;
export type FigureState = (typeof FIGURE_STATES)[number];

/** Roles of a process in the installation. */
export const PROCESS_ROLES = ['web', 'ingest', 'worker'] as const;
export type ProcessRole = (typeof PROCESS_ROLES)[number];

export const operationFigures = endpoint({
  tag: 'Console',
  name: 'operation.figures',
  method: 'GET',
  path: '/operation/',
  level: 'admin',
  summary: 'State of the machine: processes, disks, database, backups, queues, last successes',
  response: z.object({
    version: z.string(),
    /** The commit it was built from; null if built outside a repository. */
    commit: z.string().nullable(),
    processes: z.array(
      z.object({
        host: z.string(),
        roles: z.array(z.enum(PROCESS_ROLES)),
        version: z.string(),
        started_at: z.iso.datetime(),
      }),
    ),
    figures: z.array(
      z.object({
        code: z.enum(Object.keys(OPERATION_FIGURES) as [OperationFigure, ...OperationFigure[]]),
        /** The host, the folder or the channel; null for the whole installation. */
        subject: z.string().nullable(),
        /**
         * Bytes, seconds, days (3650: ten years or more) or a count; null if unknown, unused or a time.
         * Failures and keys: of the last seven days.
         */
        value: z.number().nullable(),
        /** The time, for a figure that is one. */
        at: z.iso.datetime().nullable(),
        state: z.enum(FIGURE_STATES),
      }),
    ),
  }),
});
