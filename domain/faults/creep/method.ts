/** A wire that becomes longer slowly: a drift of the nights that the gas follows. */
import type { Change } from '../shared/slow-changes/changes.ts';
import { driftOf, type Slow } from '../shared/slow-changes/slow.ts';
import { creep as row } from './fault.ts';

export const creeping = (change: Change): Slow => driftOf(change, 'drift', row.thresholds);
