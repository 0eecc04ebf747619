import { WORK_STAGES } from '@aerowatch/domain/work/orders';
import { z } from 'zod';
import { integer } from '../fields.ts';

/** The matter to which an alert or a finding belongs, and who is in charge of it. */
export const matterLink = z.object({
  id: integer,
  /** The fault, otherwise the rule, in the user's language; or as a user wrote it. */
  name: z.string(),
  stage: z.enum(WORK_STAGES),
  assignee: integer.nullable(),
  assignee_name: z.string().nullable(),
});
export type MatterLink = z.infer<typeof matterLink>;
