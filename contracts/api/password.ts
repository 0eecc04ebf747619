import { z } from 'zod';

/** Length only: whether it is a common one is checked by the server. */
export const newPassword = z
  .string({ error: 'required' })
  .min(1, { error: 'required', abort: true })
  .min(12, 'min_length|12')
  .max(128, 'max_length|128');
