import { channels } from './channels.ts';
import { console } from './console.ts';
import { devices } from './devices.ts';
import { judging } from './judging.ts';
import { matters } from './matters.ts';
import { people } from './people.ts';
import type { Descriptions } from './types.ts';

/** What each property of the HTTP API means, by its name; `npm test` finds one that is missing or unused. */
export const DESCRIPTIONS: Descriptions = {
  ...devices,
  ...judging,
  ...people,
  ...channels,
  ...console,
  ...matters,
};
