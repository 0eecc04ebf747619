import { channels } from './channels.ts';
import { console } from './console.ts';
import { devices } from './devices.ts';
import { judging } from './judging.ts';
import { matters } from './matters.ts';
import { people } from './people.ts';
import type { Descriptions } from './types.ts';

/** The meaning of each property of the HTTP API, by its name; `npm test` finds a missing or unused one. */
export const DESCRIPTIONS: Descriptions = {
  ...devices,
  ...judging,
  ...people,
  ...channels,
  ...console,
  ...matters,
};
