import type { Parts } from '../../../parts.ts';
import { readBounds } from './store-bounds.ts';
import { forgetSetAside } from './store-set-aside.ts';

const EVERY_MS = 3_600_000;
/** Rows deleted in one statement, which is short so that nobody waits for it. */
const STEP = 1000;

/** Deletes set-aside messages after their retention, in small steps. */
export const startRetention = ({ db, jobs }: Parts): (() => Promise<void>) =>
  jobs.loop({
    name: 'set-aside retention',
    everyMs: EVERY_MS,
    run: async () => forgetSetAside(db, (await readBounds(db)).retention_days, STEP),
  });
