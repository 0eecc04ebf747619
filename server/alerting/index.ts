import type { MakeModule } from '../parts.ts';
import { judgeDue } from './judging/judging.ts';

export { alertsModule } from './alerts/index.ts';
export { supervisorsModule } from './rules/index.ts';

/** Told by ingest in the transaction that marks AEROs as due. */
export const DUE_CHANNEL = 'aero_due';
/** Loops per process: while one waits for the database another computes. */
const LOOPS = 2;

export const alertingModule: MakeModule = ({ db, clock, jobs }) => ({
  name: 'alerting',
  worker: () => {
    const stops = Array.from({ length: LOOPS }, (_, i) =>
      jobs.loop({
        name: `judging ${i + 1}`,
        channel: DUE_CHANNEL,
        everyMs: 1000,
        run: async () => (await judgeDue(db, clock.now())).aeros,
      }),
    );
    return async () => {
      await Promise.all(stops.map((stop) => stop()));
    };
  },
});
