import { z } from 'zod';
import { LIMITS, user } from './users.ts';

/** A session. `limited` is what must be done before anything else is allowed. */
export const signedIn = z.object({
  token: z.string(),
  user,
  device: z.string(),
  limited: z.enum(LIMITS).optional(),
});
