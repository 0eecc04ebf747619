import { FINDING_KEYS } from '@aerowatch/domain/diagnostics/finding';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { idList, listQuery, page } from '../fields.ts';

const n = z.number().nullable();
const finding = z.object({
  key: z.string(),
  value: n,
  unit: z.string().nullable(),
  verdict: z.enum(['good', 'watch', 'bad', 'unknown']),
  evaluable: z.boolean(),
  reason: z.string().nullable(),
  details: z.record(z.string(), z.union([z.number(), z.string(), z.null()])),
});
export const diagnosticsList = endpoint({
  tag: 'Measures',
  level: 'member',
  apiKey: false,
  name: 'diagnostics.list',
  method: 'GET',
  path: '/diagnostics/',
  status: 200,
  summary:
    'Daily diagnostics of each AERO: health ratio, residual, compensated pressure, end stops, friction, battery, panel',
  query: listQuery(['aero', 'box', 'verdict', ...FINDING_KEYS], {
    aero: idList.optional(),
    box: idList.optional(),
    client: idList.optional(),
  }),
  response: page(
    z.object({
      aero: z.number(),
      box: z.number(),
      day: z.string(),
      verdict: z.enum(['good', 'watch', 'bad', 'unknown']),
      findings: z.array(finding),
    }),
  ),
});
