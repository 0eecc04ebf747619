/** Request bodies of work orders: creation, change, end. */
import { SAMI_LEVELS } from '@aerowatch/domain/sami';
import { TEXT_LENGTHS } from '@aerowatch/domain/text-lengths';
import { FAILURE_CAUSE_KEYS, MECHANISM_KEYS } from '@aerowatch/domain/work/causes';
import { CHECKS } from '@aerowatch/domain/work/checklists';
import { WORK_KINDS } from '@aerowatch/domain/work/kinds';
import {
  WORK_ACT_KEYS,
  WORK_SEVERITIES,
  WORK_SOURCES,
  WORK_STATES,
  WORK_VERDICTS,
} from '@aerowatch/domain/work/orders';
import { z } from 'zod';
import { day, id, oneOf, optionalText, paragraphs, text, time } from '../fields.ts';

const MAX_CHECKS = 60;

const link = z
  .url({ protocol: /^https?$/, error: 'url' })
  .max(TEXT_LENGTHS.work_order.external_url, `max_length|${TEXT_LENGTHS.work_order.external_url}`)
  .nullable();
const check = z.strictObject({
  code: oneOf(CHECKS).nullable().optional(),
  text: paragraphs(TEXT_LENGTHS.work_order.task).optional(),
  done: z.boolean('not_boolean').default(false),
  note: paragraphs(TEXT_LENGTHS.work_order.task_note).default(''),
});
const editable = {
  title: optionalText(TEXT_LENGTHS.work_order.title),
  description: paragraphs(TEXT_LENGTHS.work_order.description),
  severity: oneOf(WORK_SEVERITIES),
  due_on: day.nullable(),
  assignee: id.nullable(),
  checklist: z.array(check).max(MAX_CHECKS, `max_items|${MAX_CHECKS}`),
  external_reference: text(TEXT_LENGTHS.work_order.external_reference).nullable(),
  external_url: link,
};
const made = {
  box: id,
  aero: id.nullable().optional(),
  source: z
    .strictObject({
      type: oneOf(WORK_SOURCES),
      /** As in answers: the alert, the AERO of a finding or forecast, the box. */
      id: id.nullable().optional(),
      /** The alert, under its own name. */
      alert: id.nullable().optional(),
      kind: oneOf(WORK_KINDS).optional(),
    })
    .optional(),
  ...editable,
};
/** A new work order. */
export const creation = z.strictObject(made).partial().required({ box: true });
const closing = {
  verdict: oneOf(WORK_VERDICTS),
  mechanism: oneOf(MECHANISM_KEYS).nullable(),
  cause: oneOf(FAILURE_CAUSE_KEYS).nullable(),
  acts: z.array(oneOf(WORK_ACT_KEYS)).max(WORK_ACT_KEYS.length, `max_items|${WORK_ACT_KEYS.length}`),
  closing_note: paragraphs(TEXT_LENGTHS.work_order.closing_note),
  /** Whether to reset the baseline of diagnoses; by default decided by the work done. */
  reset_baseline: z.boolean('not_boolean'),
  /** Level to raise the AERO to; by default unchanged. */
  sami: oneOf(SAMI_LEVELS),
  /** Whether to mark open alerts about the same work as seen; by default yes. */
  archive_alerts: z.boolean('not_boolean'),
};
/** A change of a work order; with state `done` also the verdict and the acts. */
export const patch = z.strictObject({ ...editable, state: oneOf(WORK_STATES), ...closing }).partial();

/** Of what a device wrote, perhaps offline: its id, and times by the clock of the device. */
export const fromDevice = {
  /** Made by the client; what is sent again with the same id is taken once. */
  entry_id: z.uuid('not_uuid'),
  written_at: time,
  sent_at: time,
};
/** A fact from the pole, one of three: a comment, a change of one line of the checklist, the closing. */
export const entry = z
  .strictObject({
    ...fromDevice,
    comment: paragraphs(TEXT_LENGTHS.work_order.comment).pipe(z.string().min(1, 'required')),
    check: z.strictObject({
      code: oneOf(CHECKS).nullable().default(null),
      text: paragraphs(TEXT_LENGTHS.work_order.task).default(''),
      done: z.boolean('not_boolean').optional(),
      note: paragraphs(TEXT_LENGTHS.work_order.task_note).optional(),
      /** Notes that the writer has seen; any other is kept beside the new one. */
      known: z.array(paragraphs(TEXT_LENGTHS.work_order.task_note)).max(100, 'max_items|100').default([]),
    }),
    closing: z.strictObject(closing).partial().required({ verdict: true }),
  })
  .partial({ comment: true, check: true, closing: true })
  .refine(
    ({ comment, check, closing }) =>
      [comment, check, closing].filter((one) => one !== undefined).length === 1,
    'entry_one',
  );
