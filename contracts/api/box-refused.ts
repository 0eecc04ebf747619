import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { instant, integer } from '../fields.ts';

export const boxesRefused = endpoint({
  tag: 'Boxes',
  name: 'boxes.refused',
  method: 'GET',
  path: '/boxes/refused/',
  level: 'privileged',
  summary:
    'Boxes that were refused at the broker in the last 30 days and not heard since: with a wrong password; for administrators also unknown serial numbers',
  response: z.object({
    results: z.array(
      z.object({
        serial_number: z.string(),
        /** The box of this serial number, whose password is another; null: there is none. */
        box: integer.nullable(),
        /** From where it connected last; empty where many boxes share an address. */
        address: z.string(),
        count: integer,
        first_at: instant,
        last_at: instant,
      }),
    ),
  }),
});
